import type { Api } from '../../../shared/contract/index.ts';
import type { CountedTag, Status } from '../../../shared/model/user-data.ts';
import { LIST_LIMIT_MAX, TAGS_MAX } from '../../../shared/model/limits.ts';
import { LatestRequest } from '../../lib/latest-request.ts';
import { noNames, withNames } from './seen-names.ts';

export class StatusesAndTags {
  /** Sorted in pipeline order. */
  statuses = $state.raw<readonly Status[]>([]);
  tags = $state.raw<readonly CountedTag[]>([]);
  /** Names by id. They include statuses and tags that were deleted after the workspace was opened. */
  seenStatuses = $state.raw(noNames());
  seenTags = $state.raw(noNames());
  readonly #api: Api;
  readonly #stop: () => void;
  readonly #latest = new LatestRequest();

  constructor(api: Api) {
    this.#api = api;
    this.#stop = api.marks.onChanged(() => void this.refresh());
    void this.refresh();
  }
  dispose(): void {
    this.#stop();
  }
  async refresh(): Promise<void> {
    await this.#latest.run(
      () => Promise.all([this.#api.marks.statuses({}), this.#readTags()]),
      ([{ statuses }, tags]) => {
        this.statuses = statuses;
        this.tags = tags;
        this.seenStatuses = withNames(this.seenStatuses, statuses);
        this.seenTags = withNames(this.seenTags, tags);
      },
    );
  }
  statusName(id: string): string {
    return this.statuses.find((status) => status.id === id)?.name ?? id;
  }

  async #readTags(): Promise<readonly CountedTag[]> {
    let tags: readonly CountedTag[] = [];
    for (;;) {
      const page = await this.#api.marks.tags({ text: '', offset: tags.length, limit: LIST_LIMIT_MAX });
      tags = [...tags, ...page.tags];
      if (page.tags.length === 0 || tags.length >= Math.min(page.total, TAGS_MAX)) return tags;
    }
  }
}
