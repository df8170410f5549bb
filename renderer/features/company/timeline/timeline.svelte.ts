import type { AppError } from '../../../../shared/app-error.ts';
import type { Api } from '../../../../shared/contract/index.ts';
import type { TimelineEntry, TimelineShow } from '../../../../shared/model/timeline.ts';
import { LatestRequest } from '../../../lib/latest-request.ts';
import { problemOf } from '../../../lib/to-app-error.ts';
import { LIST_LIMIT_MAX } from '../../../../shared/model/limits.ts';

const PAGE = 12;

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
  /** Reloads the newest entries: as many as are on screen, but at most `LIST_LIMIT_MAX`. */
  async refresh(): Promise<void> {
    const limit = Math.min(LIST_LIMIT_MAX, Math.max(PAGE, this.entries.length));
    await this.#read(limit, false);
  }
  async older(): Promise<void> {
    await this.#read(PAGE, true);
  }

  async #read(limit: number, isNextPage: boolean): Promise<void> {
    const last = isNextPage ? this.entries.at(-1) : undefined;
    const after = last === undefined ? null : { atMs: last.atMs, key: last.key };
    const { companyId, show } = this;
    await this.#latest.run(
      () => this.#api.timeline.of({ companyId, show, after, limit }),
      ({ entries, more, totals }) => {
        this.entries = isNextPage ? [...this.entries, ...entries] : entries;
        this.more = more;
        this.totals = totals;
        this.error = null;
      },
      (error) => (this.error = problemOf(error)),
    );
  }
}
