import type { AppError } from '../../shared/app-error.ts';
import { AppFailure } from '../../shared/app-failure.ts';
import type { Api } from '../../shared/contract.ts';
import type { Receipt } from '../../shared/model/budget.ts';
import type { ResultRow } from '../../shared/model/company.ts';
import { LIST_LIMIT_MAX, SET_ROWS_MAX } from '../../shared/model/limits.ts';
import type { FundingsQuery } from '../../shared/model/query.ts';
import { countriesLike } from '../lib/countries.ts';
import { nextSort, sortRows, type Sort, type SortColumn } from '../lib/search-sort.ts';
import type { Suggestions } from '../lib/suggestions.ts';
import { Price } from './price.svelte.ts';
import { SearchForm } from './search-form.svelte.ts';

export type ResultSet = NonNullable<Awaited<ReturnType<Api['search']['last']>>['set']>;
export type SuggestField = Parameters<Api['search']['suggest']>[0]['field'];

const PRICE_DELAY_MS = 150;
/** Those that the specification names, until `/filters` tells which there are [§4.10]. */
const CURRENCIES = ['USD', 'EUR', 'GBP', 'INR', 'TRY', 'JPY'];

/** Search over rounds: the filters, their price, and the newest set of results. */
export class Search {
  readonly form = new SearchForm();
  readonly runPrice: Price;
  readonly nextPrice: Price;
  readonly valuesPrice: Price;
  set = $state.raw<ResultSet | null>(null);
  rows = $state.raw<readonly ResultRow[]>([]);
  sort = $state.raw<Sort | null>(null);
  readonly sorted = $derived(sortRows(this.rows, this.sort));
  /** The next page of the set that is shown; null where there is none to reach. */
  readonly nextQuery = $derived(nextQueryOf(this.set, this.rows));
  error = $state.raw<AppError | null>(null);
  /** False until the newest set was looked for: neither results nor their absence are shown before. */
  known = $state(false);
  /** Time of the `/filters` snapshot; null: there is none; undefined: not asked yet. */
  valuesAtMs = $state<number | null | undefined>(undefined);
  industryCount = $state<number | null>(null);
  currencies = $state.raw<readonly string[]>(CURRENCIES);
  /** The row that the keyboard is on. */
  active = $state(-1);
  readonly #api: Api;
  readonly #stops: (() => void)[];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #reading = 0;

  constructor(api: Api) {
    this.#api = api;
    this.runPrice = new Price(api);
    this.nextPrice = new Price(api);
    this.valuesPrice = new Price(api);
    this.#stops = [
      api.quota.onChanged(
        () => void Promise.all([this.runPrice.again(), this.nextPrice.again(), this.valuesPrice.again()]),
      ),
      api.demo.onChanged(() => void this.load()),
      api.keys.onChanged(() => {
        if (this.error?.kind === 'unauthorized') this.error = null;
      }),
    ];
    void this.load();
  }
  dispose(): void {
    clearTimeout(this.#timer);
    for (const stop of this.#stops) stop();
  }

  /** Paints what this laptop holds; asks the service nothing. */
  async load(): Promise<void> {
    try {
      const first = !this.known;
      const { set } = await this.#api.search.last({});
      if (first && set !== null) this.form.fill(set.query, set.fetchedAtMs);
      await Promise.all([this.#show(set), this.readValues()]);
    } catch (error) {
      this.#fail(error);
    } finally {
      this.known = true;
    }
  }

  /** What `/filters` told is known here, or what it would cost to learn it. */
  async readValues(): Promise<void> {
    const { fetchedAtMs, total } = await this.#api.search.suggest({ field: 'industries', text: '' });
    this.valuesAtMs = fetchedAtMs;
    this.industryCount = fetchedAtMs === null ? null : total;
    const { values } = await this.#api.search.suggest({ field: 'currencies', text: '' });
    const known = values.map(({ value }) => value).filter((value) => /^[A-Z]{3}$/.test(value));
    this.currencies = known.length > 0 ? known : CURRENCIES;
    await this.valuesPrice.ask(fetchedAtMs === null ? { endpoint: 'filters' } : null);
  }

  /** Asks the price of what the filters say now; a moment after the last change. */
  price(query: FundingsQuery | null): void {
    clearTimeout(this.#timer);
    const ask = (): void => void this.runPrice.ask(query === null ? null : { endpoint: 'fundings', query });
    if (query === null || this.runPrice.preview === null) ask();
    else this.#timer = setTimeout(ask, PRICE_DELAY_MS);
  }

  /** The first page of the filters. @returns its receipt; null where it was not made, `error` says why */
  async run(query: FundingsQuery): Promise<Receipt | null> {
    return this.#page(this.runPrice, query);
  }
  /** The next page of the set that is shown. */
  async next(): Promise<Receipt | null> {
    return this.nextQuery === null ? null : this.#page(this.nextPrice, this.nextQuery);
  }
  async loadValues(): Promise<Receipt | null> {
    this.error = null;
    try {
      const done = await this.valuesPrice.spend((accepted) =>
        this.#api.search.refreshFilters({ accepted, screen: 'search' }),
      );
      if (done) await this.readValues();
      return done?.receipt ?? null;
    } catch (error) {
      return this.#fail(error);
    }
  }

  async suggest(field: SuggestField, text: string): Promise<Suggestions> {
    const found = await this.#api.search.suggest({ field, text });
    if (field === 'countries' && found.fetchedAtMs === null) return countriesLike(text);
    const own = text.trim();
    const typed = field === 'investors' || (found.fetchedAtMs === null && field !== 'stages');
    if (!typed || own === '' || found.values.some(({ value }) => value.toLowerCase() === own.toLowerCase()))
      return found;
    return {
      values: [...found.values.slice(0, LIST_LIMIT_MAX - 1), { value: own, label: own }],
      total: found.total + 1,
    };
  }

  sortBy(column: SortColumn): void {
    this.sort = nextSort(this.sort, column);
  }

  async #page(price: Price, query: FundingsQuery): Promise<Receipt | null> {
    this.error = null;
    try {
      const done = await price.spend((accepted) =>
        this.#api.search.run({ query, accepted, screen: 'search' }),
      );
      if (done === null) return null;
      if (query.offset === 0) this.active = -1;
      await this.#show(done.set);
      return done.receipt;
    } catch (error) {
      return this.#fail(error);
    }
  }

  /** All rows of a set, at most 500, in the service's order; a later set wins. */
  async #show(set: ResultSet | null): Promise<void> {
    const reading = ++this.#reading;
    const rows: ResultRow[] = [];
    while (set !== null && rows.length < SET_ROWS_MAX) {
      const page = await this.#api.search.rows({
        setId: set.setId,
        offset: rows.length,
        limit: LIST_LIMIT_MAX,
      });
      if (reading !== this.#reading) return;
      rows.push(...page.rows);
      if (page.rows.length < LIST_LIMIT_MAX) break;
    }
    if (reading !== this.#reading) return;
    this.set = set;
    this.rows = rows;
    const query = this.nextQuery;
    await this.nextPrice.ask(query === null ? null : { endpoint: 'fundings', query });
  }

  #fail(error: unknown): null {
    this.error = error instanceof AppFailure ? error.appError : { kind: 'internal', ref: 'renderer' };
    return null;
  }
}

function nextQueryOf(set: ResultSet | null, rows: readonly ResultRow[]): FundingsQuery | null {
  if (set?.state !== 'partial') return null;
  // Rows that stood in the set already leave their position empty, so the last position counts, not how many there are.
  const offset = (rows.at(-1)?.position ?? -1) + 1;
  const rest = set.total > offset ? set.total - offset : set.query.limit;
  const limit = Math.min(set.query.limit, rest, SET_ROWS_MAX - offset);
  return limit < 1 ? null : { ...set.query, offset, limit };
}
