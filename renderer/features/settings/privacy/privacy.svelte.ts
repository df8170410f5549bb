import type { AppError } from '../../../../shared/app-error.ts';
import type { Retention, Suppression } from '../../../../shared/contract/privacy.ts';
import type { Api } from '../../../../shared/contract/index.ts';
import { LatestRequest } from '../../../lib/latest-request.ts';
import { problemOf } from '../../../lib/to-app-error.ts';
import { LIST_LIMIT_MAX } from '../../../../shared/model/limits.ts';

type PrivacyStatus = Awaited<ReturnType<Api['privacy']['status']>>;

/** Numbers of items that a deletion would remove or keep. */
export interface DeletionCounts {
  readonly companies: number;
  readonly people: number;
  readonly notes: number;
  readonly lists: number;
  readonly backups: number;
  readonly suppressions: number;
}

const PAGE = 20;

/** The retention period for contacts, and the blocked contacts. */
export class Privacy {
  status = $state.raw<PrivacyStatus | null>(null);
  retention = $state.raw<Retention | null>(null);
  suppressions = $state.raw<readonly Suppression[]>([]);
  total = $state(0);
  error = $state.raw<AppError | null>(null);
  readonly #api: Api;
  readonly #stops: (() => void)[];
  readonly #latest = new LatestRequest();
  readonly #latestRetention = new LatestRequest();

  constructor(api: Api) {
    this.#api = api;
    this.#stops = [
      api.privacy.onChanged(() => void this.load()),
      api.keys.onChanged(() => void this.load()),
      api.library.onChanged(() => void this.load()),
    ];
    void this.load();
  }
  dispose(): void {
    for (const stop of this.#stops) stop();
  }

  get #limit(): number {
    return Math.min(LIST_LIMIT_MAX, Math.max(PAGE, this.suppressions.length));
  }
  async load(): Promise<void> {
    const isLatest = this.#latest.begin();
    try {
      const [status, { suppressions, total }] = await Promise.all([
        this.#api.privacy.status({}),
        this.#api.privacy.suppressions({ offset: 0, limit: this.#limit }),
      ]);
      const requested = this.retention?.asked;
      const isUnchanged = this.retention === null || requested === this.retention.months;
      const retention = await this.#api.privacy.retention(
        isUnchanged || requested === undefined ? {} : { months: requested },
      );
      if (!isLatest()) return;
      this.status = status;
      this.suppressions = suppressions;
      this.total = total;
      this.retention = retention;
      this.error = null;
    } catch (error) {
      if (isLatest()) this.error = problemOf(error);
    }
  }
  /** Loads the next page of blocked contacts. */
  async more(): Promise<void> {
    const offset = this.suppressions.length;
    const { suppressions, total } = await this.#api.privacy.suppressions({ offset, limit: PAGE });
    this.suppressions = [...this.suppressions, ...suppressions];
    this.total = total;
  }

  /** Counts the contacts that a retention period would delete. Deletes nothing. */
  async preview(months: number | null): Promise<void> {
    const isLatest = this.#latestRetention.begin();
    const retention = await this.#api.privacy.retention({ months });
    if (isLatest()) this.retention = retention;
  }
  async setRetention(months: number | null): Promise<void> {
    this.#latestRetention.cancel();
    this.retention = await this.#api.privacy.setRetention({ months });
  }
  async unblock(id: string): Promise<void> {
    await this.#api.privacy.unsuppress({ id });
    await this.load();
  }
  block(typed: { email: string | null; linkedinUrl: string | null }) {
    return this.#api.privacy.suppressByIdentifier(typed);
  }
  async counts(): Promise<DeletionCounts> {
    const [status, library, { backups }] = await Promise.all([
      this.#api.privacy.status({}),
      this.#api.library.open({}),
      this.#api.backups.list({}),
    ]);
    return {
      companies: library.libraryTotal,
      people: status.people,
      notes: library.facets.withNote,
      lists: library.facets.watchlists.length,
      backups: backups.length,
      suppressions: status.suppressions,
    };
  }
  wipeServiceData() {
    return this.#api.privacy.wipeServiceData({});
  }
  wipeEverything() {
    return this.#api.privacy.wipeEverything({});
  }
}
