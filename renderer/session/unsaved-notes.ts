import type { Api } from '../../shared/contract/index.ts';

/** A text that is not saved, and what it was written on. */
export interface UnsavedText {
  readonly companyId: string;
  readonly body: string;
  readonly saved: Awaited<ReturnType<Api['notes']['get']>>;
}

/** What is written and not saved yet, over all workspaces, as long as the page lives. */
export class UnsavedNotes {
  /** Whoever holds texts of the open workspace. */
  readonly open = new Set<{ flush(): Promise<void> }>();
  readonly #left = new Map<string, UnsavedText>();
  readonly #onLeft: () => void;

  /** @param onLeft is told that a workspace was left with a text that could not be saved */
  constructor(onLeft: () => void) {
    this.#onLeft = onLeft;
  }
  /** To be awaited before the workspace is left: from then on a save would come too late. */
  async save(): Promise<void> {
    await Promise.all([...this.open].map((notes) => notes.flush()));
  }
  leave(workspaceId: string, texts: readonly UnsavedText[]): void {
    for (const text of texts) this.#left.set(`${workspaceId} ${text.companyId}`, text);
    if (texts.length > 0) this.#onLeft();
  }
  /** Gives back what was left, once. */
  take(workspaceId: string, companyId: string): UnsavedText | undefined {
    const key = `${workspaceId} ${companyId}`;
    const text = this.#left.get(key);
    this.#left.delete(key);
    return text;
  }
}
