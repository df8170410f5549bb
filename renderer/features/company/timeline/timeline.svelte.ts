import type { AppError } from '../../../../shared/app-error.ts';
import type { Api } from '../../../../shared/contract/index.ts';
import type { TimelineEntry, TimelineShow } from '../../../../shared/model/timeline.ts';
import { LatestRequest } from '../../../lib/latest-request.ts';
import { problemOf } from '../../../lib/to-app-error.ts';

const PAGE = 12;
/** As many as one reply may hold. */
const MOST = 50;

/** What happened with one company, newest first, page by page. */
export class Timeline {
  readonly companyId: string;
  entries = $state.raw<readonly TimelineEntry[]>([]);
  /** Null until it was read. */
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
    const again = (): void => void this.refresh();
    const mine = ({ companyId: id }: { companyId: string }): void => {
      if (id === companyId) again();
    };
    this.#stops = [
      api.timeline.onChanged(mine),
      api.companies.onChanged(({ id }) => mine({ companyId: id })),
      // Notes, tags, lists, tasks, contacts and their undo.
      api.marks.onChanged(({ companyIds }) => {
        if (companyIds === null || companyIds.includes(companyId)) again();
      }),
      api.notes.onChanged(mine),
    ];
    again();
  }
  dispose(): void {
    for (const stop of this.#stops) stop();
  }

  async choose(show: TimelineShow): Promise<void> {
    this.show = show;
    await this.refresh();
  }
  /** Reads again what is shown; entries that came meanwhile stand above it. */
  async refresh(): Promise<void> {
    const limit = Math.min(MOST, Math.max(PAGE, this.entries.length));
    await this.#read(limit, false);
  }
  async older(): Promise<void> {
    await this.#read(PAGE, true);
  }

  async #read(limit: number, goesOn: boolean): Promise<void> {
    const last = goesOn ? this.entries.at(-1) : undefined;
    const after = last === undefined ? null : { atMs: last.atMs, key: last.key };
    const { companyId, show } = this;
    await this.#latest.run(
      () => this.#api.timeline.of({ companyId, show, after, limit }),
      ({ entries, more, totals }) => {
        this.entries = goesOn ? [...this.entries, ...entries] : entries;
        this.more = more;
        this.totals = totals;
        this.error = null;
      },
      (error) => (this.error = problemOf(error)),
    );
  }
}
