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
  readonly open = new Set<{ flush(): Promise<void> }>();
  readonly #left = new Map<string, UnsavedText>();
  readonly #onLeft: () => void;

  /** @param onLeft called when a workspace is left with a note that cannot be saved */
  constructor(onLeft: () => void) {
    this.#onLeft = onLeft;
  }
  /** Must be awaited before the workspace is left; a later save would fail. */
  async save(): Promise<void> {
    await Promise.all([...this.open].map((notes) => notes.flush()));
  }
  leave(workspaceId: string, texts: readonly UnsavedText[]): void {
    for (const text of texts) this.#left.set(`${workspaceId} ${text.companyId}`, text);
    if (texts.length > 0) this.#onLeft();
  }
  /** Returns a stored note and removes it. */
  take(workspaceId: string, companyId: string): UnsavedText | undefined {
    const key = `${workspaceId} ${companyId}`;
    const text = this.#left.get(key);
    this.#left.delete(key);
    return text;
  }
}
