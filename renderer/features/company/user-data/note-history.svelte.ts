import type { Api } from '../../../../shared/contract/index.ts';
import type { NoteRevision } from '../../../../shared/model/user-data.ts';
import { UserDataLoader } from './user-data-loader.svelte.ts';

export interface History {
  /** The revisions, newest first. The first revision is the current text. */
  readonly revisions: readonly NoteRevision[];
  readonly total: number;
}
const PAGE = 50;

/** The versions of one note, including the current one. They are loaded when the dialog opens. */
export class NoteHistory {
  readonly companyId: string;
  readonly reading: UserDataLoader<History>;
  readonly #api: Api;
  readonly #stop: () => void;

  constructor(api: Api, companyId: string) {
    this.#api = api;
    this.companyId = companyId;
    this.reading = new UserDataLoader(() => this.#page(0));
    this.#stop = api.notes.onChanged((changed) => {
      if (changed.companyId === companyId) void this.reading.refresh();
    });
  }
  dispose(): void {
    this.#stop();
  }
  async more(): Promise<void> {
    const before = this.reading.value;
    if (before === null) return;
    const next = await this.#page(before.revisions.length);
    // If the history has been reloaded in the meantime, the new page is dropped, because it may not directly
    // follow the loaded revisions.
    if (this.reading.value !== before) return;
    this.reading.value = { revisions: [...before.revisions, ...next.revisions], total: next.total };
  }
  async textOf(revision: number): Promise<string> {
    return (await this.#api.notes.revision({ companyId: this.companyId, revision })).body;
  }
  #page(offset: number): Promise<History> {
    return this.#api.notes.history({ companyId: this.companyId, offset, limit: PAGE });
  }
}
