import type { AppError } from '../../shared/app-error.ts';
import { AppFailure } from '../../shared/app-failure.ts';
import type { Api } from '../../shared/contract.ts';
import type { Cost, Preview, Receipt } from '../../shared/model/budget.ts';
import type { ResultRow } from '../../shared/model/company.ts';
import { LIST_LIMIT_MAX, SET_ROWS_MAX } from '../../shared/model/limits.ts';
import type { FundingsQuery } from '../../shared/model/query.ts';
import type { MissingDays } from '../../shared/model/search.ts';
import { countriesLike } from '../lib/countries.ts';
import { restOf } from '../lib/fewer-rows.ts';
import { nextSort, sortRows, type Sort, type SortColumn } from '../lib/search-sort.ts';
import type { Suggestions } from '../lib/suggestions.ts';
import { LoadAll } from './load-all.svelte.ts';
import { PagePrice } from './page-price.svelte.ts';
import { Price } from './price.svelte.ts';
import { SearchForm } from './search-form.svelte.ts';
import { SearchPlan } from './search-plan.svelte.ts';

export type ResultSet = NonNullable<Awaited<ReturnType<Api['search']['last']>>['set']>;
export type SuggestField = Parameters<Api['search']['suggest']>[0]['field'];

const PRICE_DELAY_MS = 150;
/** Those that the specification names, until `/filters` tells which there are [§4.10]. */
const CURRENCIES = ['USD', 'EUR', 'GBP', 'INR', 'TRY', 'JPY'];

/** Search over rounds: the filters, their price, and the newest set of results. */
export class Search {
  readonly form = new SearchForm();
  readonly first: PagePrice;
  readonly more: PagePrice;
  readonly valuesPrice: Price;
  readonly plan: SearchPlan;
  readonly all: LoadAll;
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
  /** A step of the plan is under way. */
  planBusy = $state(false);
  /** The row that the keyboard is on. */
  active = $state(-1);
  readonly #api: Api;
  readonly #stops: (() => void)[];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #reading = 0;

  constructor(api: Api) {
    this.#api = api;
    this.first = new PagePrice(api);
    this.more = new PagePrice(api);
    this.valuesPrice = new Price(api);
    this.plan = new SearchPlan(api);
    this.all = new LoadAll(api);
    this.#stops = [
      api.quota.onChanged(
        () =>
          void Promise.all([
            this.first.again(),
            this.more.again(),
            this.valuesPrice.again(),
            this.plan.again(),
          ]),
      ),
      api.library.onChanged(() => void this.plan.again()),
      api.demo.onChanged(() => void this.load()),
      api.keys.onChanged(() => {
        if (this.error?.kind === 'unauthorized') this.error = null;
      }),
    ];
    void this.load();
  }
  dispose(): void {
    clearTimeout(this.#timer);
    this.plan.dispose();
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
    const ask = (): void => void this.first.ask(query);
    if (query === null || this.first.asked.preview === null) ask();
    else this.#timer = setTimeout(ask, PRICE_DELAY_MS);
  }

  /** The first page of the filters. @returns its receipt; null where it was not made, `error` says why */
  async run(query: FundingsQuery): Promise<Receipt | null> {
    return this.#page(this.first.asked, query);
  }
  /** The next page of the set that is shown. */
  async next(): Promise<Receipt | null> {
    return this.nextQuery === null ? null : this.#page(this.more.asked, this.nextQuery);
  }
  /** As many rows as still fit, of the first page or of the next one. */
  async fewer({ fewer, fewerQuery }: PagePrice): Promise<Receipt | null> {
    return fewerQuery === null ? null : this.#page(fewer, fewerQuery);
  }
  /** All pages of a query, or those after the ones that are shown, and what they cost; null while that is not known. */
  pages(query: FundingsQuery) {
    const all = this.plan.plan?.all ?? null;
    if (all === null) return null;
    const { set, nextQuery: next } = this;
    const rest = restOf(all, { set, query, next });
    return rest !== null && next !== null
      ? { ...rest, from: next, isRest: true }
      : { ...all, from: { ...query, offset: 0 }, isRest: false };
  }
  /** Every page, at the price of all of them as it is shown; `onreceipt` is told what they cost together. */
  async loadAll(query: FundingsQuery, onreceipt: (all: Receipt) => void): Promise<void> {
    const all = this.pages(query);
    if (all === null) return;
    await this.#planned(async () => {
      await this.all.run(all.from, all, {
        page: (page, accepted) => this.#ask(page, accepted),
        next: () => this.nextQuery,
        onreceipt,
      });
      return null;
    });
  }
  /** Only these days; where they came whole, everything that is known of the query that stands in the filters. */
  async runMissing({ query: stretch, preview }: MissingDays, query: FundingsQuery): Promise<Receipt | null> {
    return this.#planned(async () => {
      const receipt = await this.#ask(stretch, preview.cost);
      if (this.set?.state === 'complete') await this.#answer(query);
      return receipt;
    });
  }
  /** What is kept already, without a call. */
  async answer(query: FundingsQuery): Promise<void> {
    await this.#planned(async () => {
      await this.#answer(query);
      return null;
    });
  }
  /** One row, which tells how many match. */
  async probe(query: FundingsQuery, { cost: accepted }: Preview): Promise<Receipt | null> {
    return this.#planned(async () => {
      const { receipt } = await this.#api.search.probe({ query, accepted, screen: 'search' });
      return receipt;
    });
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
      const done = await price.spend(async (accepted) => ({ receipt: await this.#ask(query, accepted) }));
      return done?.receipt ?? null;
    } catch (error) {
      return this.#fail(error);
    } finally {
      await this.plan.again();
    }
  }
  async #ask(query: FundingsQuery, accepted: Cost): Promise<Receipt> {
    const { set, receipt } = await this.#api.search.run({ query, accepted, screen: 'search' });
    if (query.offset === 0) this.active = -1;
    await this.#show(set);
    return receipt;
  }
  async #answer(query: FundingsQuery): Promise<void> {
    const { set } = await this.#api.search.answer({ query });
    this.active = -1;
    await this.#show(set);
  }
  /** A step that the plan offered; one at a time. */
  async #planned(work: () => Promise<Receipt | null>): Promise<Receipt | null> {
    if (this.planBusy) return null;
    this.error = null;
    this.planBusy = true;
    try {
      return await work();
    } catch (error) {
      return this.#fail(error);
    } finally {
      this.planBusy = false;
      await this.plan.again();
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
    await this.more.ask(this.nextQuery);
  }

  #fail(error: unknown): null {
    this.error = error instanceof AppFailure ? error.appError : { kind: 'internal', ref: 'renderer' };
    return null;
  }
}

function nextQueryOf(set: ResultSet | null, rows: readonly ResultRow[]): FundingsQuery | null {
  // What is missing from a library's answer are days, not rows after the last one.
  if (set?.state !== 'partial' || set.origin === 'library') return null;
  // Rows that stood in the set already leave their position empty, so the last position counts, not how many there are.
  const offset = (rows.at(-1)?.position ?? -1) + 1;
  const rest = set.total > offset ? set.total - offset : set.query.limit;
  const limit = Math.min(set.query.limit, rest, SET_ROWS_MAX - offset);
  return limit < 1 ? null : { ...set.query, offset, limit };
}
