import type { Api } from '../../../shared/contract/index.ts';
import type { CountedTag, Status } from '../../../shared/model/user-data.ts';
import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';

/** Further tags are found by typing their name. */
const TAGS_MAX = 500;

/** What the seller calls the steps of the pipeline, and the tags. */
export class LibraryMarks {
  /** In the order of the pipeline. */
  statuses = $state.raw<readonly Status[]>([]);
  tags = $state.raw<readonly CountedTag[]>([]);
  readonly #api: Api;
  readonly #stop: () => void;
  #reading = 0;

  constructor(api: Api) {
    this.#api = api;
    this.#stop = api.marks.onChanged(() => void this.refresh());
    void this.refresh();
  }
  dispose(): void {
    this.#stop();
  }
  async refresh(): Promise<void> {
    const reading = ++this.#reading;
    // What is shown stays where it cannot be read now.
    const found = await Promise.all([this.#api.marks.statuses({}), this.#allTags()]).catch(() => null);
    if (found === null || reading !== this.#reading) return;
    this.statuses = found[0].statuses;
    this.tags = found[1];
  }
  statusName(id: string): string {
    return this.statuses.find((status) => status.id === id)?.name ?? id;
  }

  async #allTags(): Promise<readonly CountedTag[]> {
    let tags: readonly CountedTag[] = [];
    for (;;) {
      const page = await this.#api.marks.tags({ text: '', offset: tags.length, limit: LIST_LIMIT_MAX });
      tags = [...tags, ...page.tags];
      if (page.tags.length === 0 || tags.length >= Math.min(page.total, TAGS_MAX)) return tags;
    }
  }
}
