import type { AppError } from '../../../../shared/app-error.ts';
import type { Api } from '../../../../shared/contract/index.ts';
import type { TimelineEntry, TimelineShow } from '../../../../shared/model/timeline.ts';
import { LatestRequest } from '../../../lib/latest-request.ts';
import { problemOf } from '../../../lib/to-app-error.ts';
import { LIST_LIMIT_MAX } from '../../../../shared/model/limits.ts';

const PAGE = 12;
type TimelinePage = Awaited<ReturnType<Api['timeline']['of']>>;

/** The timeline of one company, newest entry first. Entries are loaded in pages. */
export class Timeline {
  readonly companyId: string;
  entries = $state.raw<readonly TimelineEntry[]>([]);
  /** The number of entries of each kind; null until they are loaded. */
  totals = $state.raw<{ readonly facts: number; readonly own: number } | null>(null);
  more = $state(false);
  show = $state<TimelineShow>('all');
  error = $state.raw<AppError | null>(null);
  readonly #api: Api;
  readonly #stops: readonly (() => void)[];
  readonly #latest = new LatestRequest();

  constructor(api: Api, companyId: string) {
    this.#api = api;
    this.companyId = companyId;
    const refresh = (): void => void this.refresh();
    const refreshIfMatching = ({ companyId: id }: { companyId: string }): void => {
      if (id === companyId) refresh();
    };
    this.#stops = [
      api.timeline.onChanged(refreshIfMatching),
      api.companies.onChanged(({ id }) => refreshIfMatching({ companyId: id })),
      // This event reports all changes to a company's notes, tags, lists, tasks and contact log entries,
      // including undos.
      api.marks.onChanged(({ companyIds }) => {
        if (companyIds === null || companyIds.includes(companyId)) refresh();
      }),
      api.notes.onChanged(refreshIfMatching),
    ];
    refresh();
  }
  dispose(): void {
    for (const stop of this.#stops) stop();
  }

  async choose(show: TimelineShow): Promise<void> {
    this.show = show;
    await this.refresh();
  }
  /** Reloads the newest entries: as many as are currently loaded, but at least one page. */
  async refresh(): Promise<void> {
    const count = Math.max(PAGE, this.entries.length);
    await this.#latest.run(
      () => this.#readNewest(count),
      (page) => this.#show(page.entries, page),
      (error) => (this.error = problemOf(error)),
    );
  }
  async older(): Promise<void> {
    await this.#latest.run(
      () => this.#readAfter(this.entries, PAGE),
      (page) => this.#show([...this.entries, ...page.entries], page),
      (error) => (this.error = problemOf(error)),
    );
  }

  #show(entries: readonly TimelineEntry[], { more, totals }: TimelinePage): void {
    this.entries = entries;
    this.more = more;
    this.totals = totals;
    this.error = null;
  }
  /** Reads the newest `count` entries, in as few pages as the core allows. */
  async #readNewest(count: number): Promise<TimelinePage> {
    const { show } = this;
    const entries: TimelineEntry[] = [];
    for (;;) {
      const page = await this.#readAfter(entries, Math.min(LIST_LIMIT_MAX, count - entries.length), show);
      entries.push(...page.entries);
      if (entries.length >= count || !page.more || page.entries.length === 0) return { ...page, entries };
    }
  }
  #readAfter(
    entries: readonly TimelineEntry[],
    limit: number,
    show: TimelineShow = this.show,
  ): Promise<TimelinePage> {
    const last = entries.at(-1);
    const after = last === undefined ? null : { atMs: last.atMs, key: last.key };
    return this.#api.timeline.of({ companyId: this.companyId, show, after, limit });
  }
}
