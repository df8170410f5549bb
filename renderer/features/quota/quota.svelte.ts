import type { AppError } from '../../../shared/app-error.ts';
import type { Api } from '../../../shared/contract/index.ts';
import type { LedgerFilter, LedgerRow, LedgerSort, Receipt } from '../../../shared/model/budget.ts';
import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';
import { LatestRequest } from '../../lib/latest-request.ts';
import { problemOf } from '../../lib/to-app-error.ts';
import { pagesOf, type Range } from '../../lib/virtual-rows.ts';
import { matchLedgerWords } from './ledger/ledger-words.ts';
import { Price } from '../../session/price-preview.svelte.ts';

type Pages = Readonly<Record<number, readonly LedgerRow[]>>;

const EVERYTHING: LedgerFilter = {
  period: 'all',
  screen: null,
  result: 'all',
  words: [],
  sort: { by: 'time', descending: true },
};
const COUNT_ONLY = { offset: 0, limit: 1 } as const;

/**
 * The state of the request history, and of the `/stats` request with which the user confirms the budgets. The
 * rows of the history are read by position.
 */
export class Quota {
  readonly confirmPrice: Price;
  /** Number of requests that match the filter; null until it is loaded. */
  total = $state<number | null>(null);
  filter = $state.raw<LedgerFilter>(EVERYTHING);
  text = $state('');
  /** The numbers of requests on the current UTC day and in the current month, regardless of the filter. */
  counts = $state.raw<{ readonly today: number; readonly month: number } | null>(null);
  error = $state.raw<AppError | null>(null);
  active = $state(-1);
  /**
   * Whether all limits are shown. This field and `showsAccount` retain the user's choice while the workspace
   * is open.
   */
  showsAllLimits = $state(false);
  showsAccount = $state(false);
  #pages = $state.raw<Pages>({});
  readonly #api: Api;
  readonly #stop: () => void;
  #range: Range = { first: 0, end: LIST_LIMIT_MAX };
  readonly #latest = new LatestRequest();
  /**
   * The errors from reading and from counting rows. They are separate fields, so a successful read does
   * not clear an error from counting, or vice versa.
   */
  #readError: AppError | null = null;
  #countError: AppError | null = null;

  constructor(api: Api) {
    this.#api = api;
    this.confirmPrice = new Price(api, 'quota');
    this.#stop = api.quota.onChanged(() => void Promise.all([this.load(), this.confirmPrice.refresh()]));
    void this.load();
    void this.confirmPrice.load({ endpoint: 'stats' });
  }
  dispose(): void {
    this.#stop();
  }

  row(index: number): LedgerRow | null {
    return this.#pages[Math.floor(index / LIST_LIMIT_MAX)]?.[index % LIST_LIMIT_MAX] ?? null;
  }

  /**
   * Reads the visible rows again. This is necessary after every new request, because a new row can move all
   * other rows.
   */
  async load(): Promise<void> {
    await Promise.all([this.#read(pagesOf(this.#range, LIST_LIMIT_MAX), {}), this.#count()]);
  }
  /** Changes the filter or the sort order and returns to the top of the list. */
  async setFilter(filter: Partial<LedgerFilter>): Promise<void> {
    this.filter = { ...this.filter, ...filter };
    this.active = -1;
    this.#range = { first: 0, end: LIST_LIMIT_MAX };
    await this.load();
  }
  /** Shows all requests, the newest first. Does nothing if they are already shown in this order. */
  async showNewest(): Promise<void> {
    const isSorted = this.filter.sort.by === 'time' && this.filter.sort.descending;
    if (!this.isFiltered && isSorted) return;
    this.text = '';
    await this.setFilter(EVERYTHING);
  }
  /** Shows the requests whose company, endpoint or state matches every word of the text. */
  async search(text: string): Promise<void> {
    this.text = text;
    await this.setFilter({ words: matchLedgerWords(text) });
  }
  /** Sorts by a column in descending order. A second call for the same column reverses the order. */
  async sortBy(by: LedgerSort['by']): Promise<void> {
    const { sort } = this.filter;
    await this.setFilter({ sort: { by, descending: sort.by !== by || !sort.descending } });
  }
  get isFiltered(): boolean {
    const { period, screen, result, words } = this.filter;
    return period !== 'all' || screen !== null || result !== 'all' || words.length > 0;
  }
  async loadRows(range: Range): Promise<void> {
    this.#range = range;
    const missing = pagesOf(range, LIST_LIMIT_MAX).filter((page) => !(page in this.#pages));
    if (missing.length > 0) await this.#read(missing, this.#pages);
  }

  /**
   * Confirms the budgets with the service at the price shown.
   *
   * @returns the receipt, or null if the request was not sent or failed (see `error`)
   */
  async confirm(): Promise<Receipt | null> {
    this.error = null;
    try {
      const reply = await this.confirmPrice.spend((accepted) =>
        this.#api.quota.confirm({ accepted, screen: 'quota' }),
      );
      return reply?.receipt ?? null;
    } catch (error) {
      this.error = problemOf(error);
      return null;
    }
  }

  async #read(wanted: readonly number[], before: Pages): Promise<void> {
    const readPage = (page: number) =>
      this.#api.quota.ledger({ offset: page * LIST_LIMIT_MAX, limit: LIST_LIMIT_MAX, filter: this.filter });
    await this.#latest.run(
      () => Promise.all(wanted.map(readPage)),
      (pages) => {
        this.#pages = {
          ...before,
          ...Object.fromEntries(wanted.map((page, at) => [page, pages[at]?.rows ?? []])),
        };
        this.total = pages.at(-1)?.total ?? this.total ?? 0;
        if (this.error === this.#readError) this.error = null;
        this.#readError = null;
      },
      (error) => (this.error = this.#readError = problemOf(error)),
    );
  }
  async #count(): Promise<void> {
    const countOf = (period: LedgerFilter['period']) =>
      this.#api.quota.ledger({ ...COUNT_ONLY, filter: { ...EVERYTHING, period } });
    try {
      const [today, month] = await Promise.all([countOf('today'), countOf('month')]);
      this.counts = { today: today.total, month: month.total };
      if (this.error === this.#countError) this.error = null;
      this.#countError = null;
    } catch (error) {
      this.error = this.#countError = problemOf(error);
    }
  }
}
