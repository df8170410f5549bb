import type { Api } from '../../shared/contract/index.ts';

/** An unsaved note and the saved version it started from. */
export interface UnsavedText {
  readonly companyId: string;
  readonly body: string;
  readonly saved: Awaited<ReturnType<Api['notes']['get']>>;
}

/** Unsaved notes of all workspaces, in memory. */
export class UnsavedNotes {
  /** Holders of unsaved notes of the open workspace. */
  readonly holders = new Set<{ flush(): Promise<void> }>();
  readonly #stored = new Map<string, UnsavedText>();
  readonly #onUnsaved: () => void;

  /** @param onUnsaved called when a workspace is left with a note that cannot be saved */
  constructor(onUnsaved: () => void) {
    this.#onUnsaved = onUnsaved;
  }
  /** Must be awaited before the workspace is left; a later save would fail. */
  async flush(): Promise<void> {
    await Promise.all([...this.holders].map((notes) => notes.flush()));
  }
  store(workspaceId: string, texts: readonly UnsavedText[]): void {
    for (const text of texts) this.#stored.set(`${workspaceId} ${text.companyId}`, text);
    if (texts.length > 0) this.#onUnsaved();
  }
  /** Returns a stored note and removes it. */
  take(workspaceId: string, companyId: string): UnsavedText | undefined {
    const key = `${workspaceId} ${companyId}`;
    const text = this.#stored.get(key);
    this.#stored.delete(key);
    return text;
  }
}
