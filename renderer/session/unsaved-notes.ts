import type { Api } from '../../shared/contract/index.ts';

/** The unsaved text of a note, and the saved version on which it is based. */
export interface UnsavedText {
  /** Distinguishes the notes of different workspaces. */
  readonly key: string;
  readonly body: string;
  readonly saved: Awaited<ReturnType<Api['notes']['get']>>;
}

/** The unsaved notes of all workspaces, kept in memory. */
export class UnsavedNotes {
  /** The state objects that hold the open workspace's unsaved notes. */
  readonly holders = new Set<{ flush(): Promise<void> }>();
  readonly #stored = new Map<string, UnsavedText>();
  readonly #onUnsaved: () => void;

  /** @param onUnsaved called if a note cannot be saved when the user leaves its workspace */
  constructor(onUnsaved: () => void) {
    this.#onUnsaved = onUnsaved;
  }
  /**
   * Saves all unsaved notes of the open workspace. Await this before the workspace is closed, because its
   * notes cannot be saved after that.
   */
  async flush(): Promise<void> {
    await Promise.all([...this.holders].map((notes) => notes.flush()));
  }
  store(workspaceId: string, texts: readonly UnsavedText[]): void {
    for (const text of texts) this.#stored.set(`${workspaceId} ${text.key}`, text);
    if (texts.length > 0) this.#onUnsaved();
  }
  /** Returns and removes a note's unsaved text. */
  take(workspaceId: string, noteKey: string): UnsavedText | undefined {
    const key = `${workspaceId} ${noteKey}`;
    const text = this.#stored.get(key);
    this.#stored.delete(key);
    return text;
  }
}
