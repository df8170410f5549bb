import type { AppError } from '../../../shared/app-error.ts';
import type { Api } from '../../../shared/contract/index.ts';
import type { Cost, Preview, Receipt } from '../../../shared/model/budget.ts';
import type { ResultRow } from '../../../shared/model/company.ts';
import { LIST_LIMIT_MAX, SET_ROWS_MAX } from '../../../shared/model/limits.ts';
import type { FundingsQuery, ListQuery, PricedCall } from '../../../shared/model/query.ts';
import type { ListName, MissingDays, ResultSet } from '../../../shared/model/search.ts';
import type { DateRange } from '../../lib/date-ranges.ts';
import { LatestRequest } from '../../lib/latest-request.ts';
import { problemOf } from '../../lib/to-app-error.ts';
import { remainingPages } from './affordable-rows.ts';
import { changed, questionOf } from '../../../shared/list-query.ts';
import { fullPage, hasFilterOptions, nextPage } from './result-pages.ts';
import { nextSort, sortRows, type Sort, type SortColumn } from './search-sort.ts';
import { ActiveRow } from '../lists/active-row.svelte.ts';
import { LoadAll } from './load-all.svelte.ts';
import type { ProgressReporter } from '../../session/progress.svelte.ts';
import { PagePrice } from './page-price.svelte.ts';
import { ApprovalDelay } from '../../session/commands/approval-delay.svelte.ts';
import type { Price } from '../../session/price-preview.svelte.ts';
import { SearchColumns } from './results/result-columns.svelte.ts';
import { SearchForm } from './filters/search-form.svelte.ts';
import { TypedLine } from './filters/typed-line.svelte.ts';
import { SearchPlan } from './search-plan.svelte.ts';
import { FilterOptionsState } from './filter-options.svelte.ts';

const PRICE_DELAY_MS = 150;

/**
 * The state of the Search screen: filters, prices and the latest results. Results are either rounds or
 * companies.
 */
export class Search {
  readonly form = new SearchForm();
  readonly line = new TypedLine();
  readonly firstPage: PagePrice;
  readonly nextPage: PagePrice;
  /**
   * Price of the first page of the same search over a longer period. The app offers this search if the result
   * is empty.
   */
  readonly longerPage: PagePrice;
  readonly filterOptions: FilterOptionsState;
  readonly plan: SearchPlan;
  readonly pageLoader: LoadAll;
  readonly columns: SearchColumns;
  set = $state.raw<ResultSet | null>(null);
  /** How many times another result has replaced the rows on screen. Loading more rows of a search does not count. */
  replacedCount = $state(0);
  /** The receipt of the latest page, and the result set to which the page belongs. */
  latestPage = $state.raw<{ readonly setId: ResultSet['setId']; readonly receipt: Receipt } | null>(null);
  rows = $state.raw<readonly ResultRow[]>([]);
  sort = $state.raw<Sort | null>(null);
  readonly sorted = $derived(sortRows(this.rows, this.sort));
  /** The page after the rows on screen; null if there is none. */
  readonly next = $derived(nextPage(this.set, this.rows));
  error = $state.raw<AppError | null>(null);
  /**
   * Whether the attempt to load the latest results has finished, even with an error. Until then, the screen
   * shows neither results nor the text for an empty list.
   */
  isLoaded = $state(false);
  /**
   * The half of the date range that the user selected after the service had refused the whole range; null
   * after a successful search.
   */
  halfTaken = $state.raw<DateRange | null>(null);
  isPlanStepRunning = $state(false);
  readonly #active = new ActiveRow(() => this.sorted.map(keyOf));
  readonly #api: Api;
  readonly #stops: (() => void)[];
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Identifies the search shown after the typed line was last filled in; null before that. */
  #filled = $state.raw<string | null>(null);
  readonly #filledDelay = new ApprovalDelay();
  #stopFilledDelay = (): void => undefined;
  readonly #latestRows = new LatestRequest();
  /**
   * Tracks whether the user has opened another search since a request was sent. If so, the reply to that
   * request is not shown.
   */
  readonly #latestQuestion = new LatestRequest();

  constructor(api: Api) {
    this.#api = api;
    const priceOf = (call: PricedCall): Promise<Preview> => {
      const question = questionOf(call);
      return question === null
        ? api.quota.price({ call, screen: 'search' })
        : api.search.price({ question, screen: 'search' });
    };
    this.firstPage = new PagePrice(api, priceOf);
    this.longerPage = new PagePrice(api, priceOf);
    this.nextPage = new PagePrice(api);
    this.filterOptions = new FilterOptionsState(api);
    this.plan = new SearchPlan(api, 'search');
    this.pageLoader = new LoadAll(api);
    this.columns = new SearchColumns(api);
    this.#stops = [
      api.quota.onChanged(() => void this.#refreshPrices()),
      api.library.onChanged(() => void this.plan.refresh()),
      // When the demo's clock moves, the rows of the open result set are read again. Newer results, for
      // example from a catch-up, must not replace these rows.
      api.demo.onChanged(() => void (this.set === null ? this.load() : this.#show(this.set))),
      api.companies.onChanged(({ id }) => void this.#refreshRowsOf(id).catch(() => undefined)),
      // Each row's fit depends on the user's market.
      api.market.onChanged(() => void this.#show(this.set)),
      api.ours.onChanged(() => void this.#show(this.set)),
      api.keys.onChanged(() => {
        if (this.error?.kind === 'unauthorized') this.error = null;
      }),
    ];
    void this.load();
  }
  dispose(): void {
    clearTimeout(this.#timer);
    this.#stopFilledDelay();
    this.plan.dispose();
    this.columns.dispose();
    for (const stop of this.#stops) stop();
  }

  /** The position of the active row; -1 if there is none. */
  get active(): number {
    return this.#active.index;
  }
  set active(index: number) {
    this.#active.index = index;
  }
  /** Whether a request is running. If so, the user cannot switch between rounds and companies. */
  get busy(): boolean {
    return this.firstPage.busy || this.nextPage.busy || this.longerPage.busy || this.isPlanStepRunning;
  }

  /** Loads the stored state. Sends no request. */
  async load(): Promise<void> {
    const isStillShown = this.#latestQuestion.follow();
    try {
      const isFirst = !this.isLoaded;
      const { set } = await this.#api.search.last(isFirst ? {} : { list: this.form.list });
      // The user may have opened another search in the meantime. Its filters and results then stay on screen.
      const isShown = isStillShown();
      if (isFirst && isShown && set !== null) this.form.fill(set.question, set.fetchedAtMs);
      await Promise.all([
        isShown ? this.#show(set) : undefined,
        this.filterOptions.read(),
        this.columns.read(),
      ]);
    } catch (error) {
      this.#fail(error);
    } finally {
      this.isLoaded = true;
    }
  }
  /** Fills the form with the filters of a search that is about to be opened. */
  fillForm(question: ListQuery, requestedAtMs: number): void {
    // The previous search may still be loading. Its results must replace neither these filters nor the
    // results of the new search.
    this.#latestQuestion.cancel();
    this.line.clear();
    this.form.fill(question, requestedAtMs);
  }
  /** Switches to rounds or companies. Keeps the filters and shows the last results for that list. */
  async chooseList(list: ListName): Promise<void> {
    if (list === this.form.list || this.busy) return;
    this.form.list = list;
    this.error = null;
    this.active = -1;
    try {
      const { set } = await this.#api.search.last({ list });
      if (this.form.list === list) await this.#show(set, true);
    } catch (error) {
      this.#fail(error);
    }
  }

  /**
   * Loads the price of the first page. After a filter change, waits until the user pauses, to avoid loading a
   * price for every change.
   */
  price(question: ListQuery | null): void {
    clearTimeout(this.#timer);
    const loadPrice = (): void => void this.firstPage.load(question);
    if (question === null || this.firstPage.price.preview === null) loadPrice();
    else this.#timer = setTimeout(loadPrice, PRICE_DELAY_MS);
  }

  /**
   * Loads the price of the filters after the typed line was filled in, and removes the previous price at once.
   * Starts the delay of `canRunByKey` as soon as the price is loaded.
   */
  async priceFilled(question: ListQuery | null): Promise<void> {
    clearTimeout(this.#timer);
    this.#stopFilledDelay();
    const filled = JSON.stringify(question);
    this.#filled = filled;
    void this.firstPage.load(null);
    await this.firstPage.load(question);
    if (this.#filled !== filled) return;
    this.#stopFilledDelay();
    this.#stopFilledDelay = this.#filledDelay.start(filled);
  }
  /**
   * Whether the key that runs the search may run it. The same key fills in a typed line, so a second press
   * must not pay for filters and a price that the user has not seen.
   */
  get canRunByKey(): boolean {
    if (this.line.isBusy) return false;
    return this.#filled === null || this.#filledDelay.isOver(this.#filled);
  }

  /**
   * Fetches the first page.
   *
   * @returns the receipt, or null if the request was not sent or failed (see `error`)
   */
  async run(question: ListQuery): Promise<Receipt | null> {
    return this.#fetchPage(this.firstPage.price, question);
  }
  /** Fetches the first page for a longer period. If that succeeds, selects these dates in the form too. */
  async runLonger(question: ListQuery, nowMs: number): Promise<Receipt | null> {
    const isStillShown = this.#latestQuestion.follow();
    const receipt = await this.#fetchPage(this.longerPage.price, question);
    const { fundingDateStart: start, fundingDateEnd: end } = question.query;
    if (receipt !== null && isStillShown()) this.form.selectDates({ start, end }, nowMs);
    return receipt;
  }
  /** Fetches the page after the rows on screen. */
  async runNextPage(): Promise<Receipt | null> {
    return this.next === null ? null : this.#fetchPage(this.nextPage.price, this.next);
  }
  /** Fetches a page with the number of rows that the budget still allows. */
  async runFewer({ fewerPrice, fewerQuestion }: PagePrice): Promise<Receipt | null> {
    return fewerQuestion === null ? null : this.#fetchPage(fewerPrice, fewerQuestion);
  }
  /**
   * Returns the pages that must be fetched to load all rows of a query, and the price of these pages. Rows
   * that are on screen or have been fetched today are not fetched again. Returns null until the plan is
   * loaded.
   */
  pagesToLoad(question: ListQuery) {
    const all = this.plan.plan?.all ?? null;
    if (all === null) return null;
    const next = fullPage(this.next, all.rows);
    const rest = remainingPages(all, { set: this.set, question, next });
    if (rest !== null && next !== null) return { ...rest, from: next, isRest: true };
    const rows = all.rows - all.loaded;
    const limit = Math.max(1, Math.min(LIST_LIMIT_MAX, rows));
    return { ...all, rows, from: changed(question, { offset: all.loaded, limit }), isRest: false };
  }
  /**
   * Fetches all pages, up to the total price shown.
   *
   * @param onreceipt receives the sum of all receipts
   */
  async loadAll(
    question: ListQuery,
    progress: ProgressReporter,
    onreceipt: (all: Receipt) => void,
  ): Promise<void> {
    const all = this.pagesToLoad(question);
    if (all === null || all.pages === 0) return;
    if (!all.isRest) this.active = -1;
    const isStillShown = this.#latestQuestion.follow();
    // `this.next` is the page after the rows on screen. If the user has opened another search, these rows
    // belong to that search, so fetching stops.
    const next = (): ListQuery | null => (isStillShown() ? this.next : null);
    await this.#runPlanStep(async () => {
      await this.pageLoader.run(all.from, all, {
        page: (page, accepted) => this.#fetch(page, accepted),
        next: () => fullPage(next(), all.from.query.offset + all.rows),
        progress,
        onreceipt,
      });
      return null;
    });
  }
  /**
   * Fetches or rechecks the missing days. If all rows of these days are stored afterwards, shows all stored
   * results of the query.
   */
  async runMissing(
    { question: days, preview, how }: MissingDays,
    question: ListQuery,
  ): Promise<Receipt | null> {
    const isStillShown = this.#latestQuestion.follow();
    return this.#runPlanStep(async () => {
      const receipt =
        how === 'recheck' && days.list === 'fundings'
          ? await this.#recheck(days.query, preview.cost)
          : await this.#fetch(days, preview.cost);
      if (isStillShown() && this.set?.state === 'complete') await this.#showStored(question, true);
      return receipt;
    });
  }
  /** Shows the stored results of a query. Sends no request. */
  async showStoredResults(question: ListQuery): Promise<void> {
    await this.#runPlanStep(async () => {
      await this.#showStored(question);
      return null;
    });
  }
  /** Fetches a saved search at the price shown beside the search. */
  async runSaved(question: ListQuery, accepted: Cost): Promise<Receipt | null> {
    return this.#runPlanStep(() => this.#fetch(question, accepted));
  }
  /**
   * Shows a stored result set, possibly of another query.
   *
   * @param set null shows no results
   */
  async openSet(set: ResultSet | null): Promise<void> {
    this.error = null;
    this.active = -1;
    this.#latestQuestion.cancel();
    await this.#show(set, true);
  }
  /** Clears the filters and removes the results from the screen. Sends no request. */
  async startOver(): Promise<void> {
    this.line.clear();
    this.form.clear();
    await this.openSet(null);
  }
  /** Shows the stored results of another query, even while a request is running. */
  async openStoredResults(question: ListQuery): Promise<void> {
    this.error = null;
    this.#latestQuestion.cancel();
    try {
      await this.#showStored(question);
    } catch (error) {
      this.#fail(error);
    } finally {
      await this.plan.refresh();
    }
  }
  /** Fetches a single row to learn how many rows match. */
  async probe(question: ListQuery, { cost: accepted }: Preview): Promise<Receipt | null> {
    return this.#runPlanStep(async () => {
      const { receipt } = await this.#api.search.probe({ question, accepted, screen: 'search' });
      return receipt;
    });
  }
  async fetchFilterOptions(): Promise<Receipt | null> {
    this.error = null;
    try {
      return await this.filterOptions.fetch('search');
    } catch (error) {
      return this.#fail(error);
    } finally {
      await this.plan.refresh();
    }
  }

  /** Selects half of the date range after the service has refused the whole range. */
  takeHalf(half: DateRange): void {
    this.form.setDates(half);
    this.halfTaken = half;
  }
  sortBy(column: SortColumn): void {
    this.sort = nextSort(this.sort, column);
  }

  async #refreshPrices(): Promise<void> {
    await Promise.all([
      this.firstPage.refresh(),
      this.nextPage.refresh(),
      this.longerPage.refresh(),
      this.filterOptions.price.refresh(),
      this.plan.refresh(),
    ]);
  }
  async #fetchPage(price: Price, question: ListQuery): Promise<Receipt | null> {
    this.error = null;
    try {
      const done = await price.spend(async (accepted) => ({
        receipt: await this.#fetch(question, accepted),
      }));
      return done?.receipt ?? null;
    } catch (error) {
      return this.#fail(error);
    } finally {
      await this.plan.refresh();
    }
  }
  async #fetch(question: ListQuery, accepted: Cost): Promise<Receipt> {
    this.line.leftOut = null;
    const isStillShown = this.#latestQuestion.follow();
    const { set, receipt } = await this.#api.search.run({ question, accepted, screen: 'search' });
    this.halfTaken = null;
    if (hasFilterOptions(receipt)) await this.filterOptions.read();
    // If the user has opened another search in the meantime, the fetched rows are stored but not shown.
    if (!isStillShown()) return receipt;
    const isFirstPage = question.query.offset === 0;
    if (isFirstPage) this.active = -1;
    this.latestPage = { setId: set.setId, receipt };
    await this.#show(set, isFirstPage);
    return receipt;
  }
  async #recheck(query: FundingsQuery, accepted: Cost): Promise<Receipt> {
    const isStillShown = this.#latestQuestion.follow();
    const { set, receipt } = await this.#api.search.recheck({ query, accepted, screen: 'search' });
    if (set !== null && isStillShown()) await this.#show(set);
    return receipt;
  }
  /** @param isRun whether the missing days have just been fetched */
  async #showStored(question: ListQuery, isRun = false): Promise<void> {
    this.line.leftOut = null;
    const isStillShown = this.#latestQuestion.follow();
    const { set } = await this.#api.search.answer({ question, isRun });
    if (!isStillShown()) return;
    this.active = -1;
    await this.#show(set, true);
  }
  /** Runs a step of the search plan. Does nothing while another step is running. */
  async #runPlanStep(work: () => Promise<Receipt | null>): Promise<Receipt | null> {
    if (this.isPlanStepRunning) return null;
    this.error = null;
    this.isPlanStepRunning = true;
    try {
      return await work();
    } catch (error) {
      return this.#fail(error);
    } finally {
      this.isPlanStepRunning = false;
      await this.plan.refresh();
    }
  }

  /**
   * Shows all rows of a result set, in the service's order.
   *
   * @param isReplaced whether these rows replace the rows of another search, or of an earlier run of the same
   *   search
   */
  async #show(set: ResultSet | null, isReplaced = false): Promise<void> {
    const isLatest = this.#latestRows.begin();
    const rows: ResultRow[] = [];
    while (set !== null && rows.length < SET_ROWS_MAX) {
      const page = await this.#api.search.rows({
        setId: set.setId,
        offset: rows.length,
        limit: LIST_LIMIT_MAX,
      });
      if (!isLatest()) return;
      rows.push(...page.rows);
      if (page.rows.length < LIST_LIMIT_MAX) break;
    }
    if (!isLatest()) return;
    this.set = set;
    this.rows = rows;
    if (isReplaced) this.replacedCount += 1;
    await this.nextPage.load(this.next);
  }

  /**
   * Reads the rows of a changed company again. A company changes, for example, when its contacts are fetched.
   */
  async #refreshRowsOf(companyId: string): Promise<void> {
    const { set, rows } = this;
    if (set === null) return;
    const fresh = [...rows];
    let hasChanged = false;
    for (const [offset, row] of rows.entries()) {
      if (row.companyId !== companyId) continue;
      const [read] = (await this.#api.search.rows({ setId: set.setId, offset, limit: 1 })).rows;
      if (read?.companyId !== companyId) continue;
      fresh[offset] = read;
      hasChanged = true;
    }
    if (this.rows === rows && hasChanged) this.rows = fresh;
  }

  #fail(error: unknown): null {
    this.error = problemOf(error);
    // If the service refused the search, the core may have fetched newer filter options.
    if (this.error.kind === 'upstream') void this.filterOptions.read().catch(() => undefined);
    return null;
  }
}

/** Returns a row's key. The key includes the round, because a company may have several rows. */
const keyOf = ({ companyId, roundId }: ResultRow): string => `${companyId} ${roundId ?? ''}`;
