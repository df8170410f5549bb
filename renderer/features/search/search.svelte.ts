import type { AppError } from '../../../shared/app-error.ts';
import type { Api } from '../../../shared/contract/index.ts';
import type { Cost, Preview, Receipt } from '../../../shared/model/budget.ts';
import type { ResultRow } from '../../../shared/model/company.ts';
import { LIST_LIMIT_MAX, SET_ROWS_MAX } from '../../../shared/model/limits.ts';
import type { ListQuery } from '../../../shared/model/query.ts';
import type { ListName, MissingDays, ResultSet } from '../../../shared/model/search.ts';
import { LatestRequest } from '../../lib/latest-request.ts';
import { problemOf } from '../../lib/to-app-error.ts';
import { restOf } from './affordable-rows.ts';
import { changed } from '../../../shared/list-query.ts';
import { nextPage, widened } from './result-pages.ts';
import { nextSort, sortRows, type Sort, type SortColumn } from './search-sort.ts';
import { ActiveRow } from '../lists/active-row.svelte.ts';
import { LoadAll } from './load-all.svelte.ts';
import type { ProgressReporter } from '../../session/progress.svelte.ts';
import { PagePrice } from './page-price.svelte.ts';
import type { Price } from '../../session/price-preview.svelte.ts';
import { SearchColumns } from './results/result-columns.svelte.ts';
import { SearchForm } from './filters/search-form.svelte.ts';
import { SearchPlan } from './search-plan.svelte.ts';
import { SearchValues } from './filter-options.svelte.ts';

const PRICE_DELAY_MS = 150;

/** Search for rounds or companies: filters, prices and the latest result set. */
export class Search {
  readonly form = new SearchForm();
  readonly first: PagePrice;
  readonly more: PagePrice;
  readonly values: SearchValues;
  readonly plan: SearchPlan;
  readonly all: LoadAll;
  readonly columns: SearchColumns;
  set = $state.raw<ResultSet | null>(null);
  rows = $state.raw<readonly ResultRow[]>([]);
  sort = $state.raw<Sort | null>(null);
  readonly sorted = $derived(sortRows(this.rows, this.sort));
  /** The next page of the results that are shown. */
  readonly next = $derived(nextPage(this.set, this.rows));
  error = $state.raw<AppError | null>(null);
  /** Until the latest result set is loaded, neither results nor an empty state is shown. */
  known = $state(false);
  /** Whether a step of the plan is running. */
  planBusy = $state(false);
  readonly #active = new ActiveRow(() => this.sorted.map(keyOf));
  readonly #api: Api;
  readonly #stops: (() => void)[];
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #latestRows = new LatestRequest();
  /** Requests for the question that is shown; opening other results cancels them. */
  readonly #latestQuestion = new LatestRequest();

  constructor(api: Api) {
    this.#api = api;
    this.first = new PagePrice(api);
    this.more = new PagePrice(api);
    this.values = new SearchValues(api);
    this.plan = new SearchPlan(api, (plan) => this.form.propose(plan.pageSize.rows));
    this.all = new LoadAll(api);
    this.columns = new SearchColumns(api);
    this.#stops = [
      api.quota.onChanged(() => void this.#refreshPrices()),
      api.library.onChanged(() => void this.plan.refresh()),
      api.demo.onChanged(() => void this.load()),
      // The fit of every row may change.
      api.market.onChanged(() => void this.#show(this.set)),
      api.keys.onChanged(() => {
        if (this.error?.kind === 'unauthorized') this.error = null;
      }),
    ];
    void this.load();
  }
  dispose(): void {
    clearTimeout(this.#timer);
    this.plan.dispose();
    this.columns.dispose();
    for (const stop of this.#stops) stop();
  }

  /** The active row; -1 for none. */
  get active(): number {
    return this.#active.at;
  }
  set active(index: number) {
    this.#active.at = index;
  }
  /** While a request runs, the list cannot be changed. */
  get busy(): boolean {
    return this.first.busy || this.more.busy || this.planBusy;
  }

  /** Loads the stored state; sends no request. */
  async load(): Promise<void> {
    try {
      const first = !this.known;
      const { set } = await this.#api.search.last(first ? {} : { list: this.form.list });
      if (first && set !== null) this.form.fill(set.question, set.fetchedAtMs);
      await Promise.all([this.#show(set), this.values.read(), this.columns.read()]);
    } catch (error) {
      this.#fail(error);
    } finally {
      this.known = true;
    }
  }
  /** Switches to the other list with the same filters and shows its last results. */
  async chooseList(list: ListName): Promise<void> {
    if (list === this.form.list || this.busy) return;
    this.form.list = list;
    this.error = null;
    this.active = -1;
    try {
      const { set } = await this.#api.search.last({ list });
      if (this.form.list === list) await this.#show(set);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Loads the price of the filters, shortly after the last change. */
  price(question: ListQuery | null): void {
    clearTimeout(this.#timer);
    const ask = (): void => void this.first.load(question);
    if (question === null || this.first.asked.preview === null) ask();
    else this.#timer = setTimeout(ask, PRICE_DELAY_MS);
  }

  /**
   * Fetches the first page. A proposal that arrived after the price was shown does not raise the number of rows.
   * @returns the receipt; null if no request was made, see `error`
   */
  async run(question: ListQuery): Promise<Receipt | null> {
    return this.#page(this.first.asked, this.lastQueryOf(question));
  }
  /** The question that `run` would send. */
  lastQueryOf(question: ListQuery): ListQuery {
    const { priced } = this.first;
    const isMore = !this.form.ownRows && priced !== null && priced.query.limit < question.query.limit;
    return isMore ? changed(question, { limit: priced.query.limit }) : question;
  }
  /** Fetches the next page of the results that are shown. */
  async nextRows(): Promise<Receipt | null> {
    return this.next === null ? null : this.#page(this.more.asked, this.next);
  }
  /** Fetches a page with the number of rows that the budget still allows. */
  async fewer({ fewer, fewerQuestion }: PagePrice): Promise<Receipt | null> {
    return fewerQuestion === null ? null : this.#page(fewer, fewerQuestion);
  }
  /** All pages of a question, or the pages after the rows that are shown, with their price; null while unknown. */
  pages(question: ListQuery) {
    const all = this.plan.plan?.all ?? null;
    if (all === null) return null;
    const next = widened(this.next, all.rows);
    const rest = restOf(all, { set: this.set, question, next });
    return rest !== null && next !== null
      ? { ...rest, from: next, isRest: true }
      : { ...all, from: changed(question, { offset: 0 }), isRest: false };
  }
  /** Fetches all pages within the total price that is shown. `onreceipt` gets the sum of the receipts. */
  async loadAll(
    question: ListQuery,
    board: ProgressReporter,
    onreceipt: (all: Receipt) => void,
  ): Promise<void> {
    const all = this.pages(question);
    if (all === null) return;
    const isStillShown = this.#latestQuestion.follow();
    // The next page derives from the results that are shown; pages of another search must not be paid for.
    const next = (): ListQuery | null => (isStillShown() ? this.next : null);
    await this.#planned(async () => {
      await this.all.run(all.from, all, {
        page: (page, accepted) => this.#ask(page, accepted),
        next: () => (all.isRest ? widened(next(), all.from.query.offset + all.rows) : next()),
        board,
        onreceipt,
      });
      return null;
    });
  }
  /** Fetches the missing days; if their results are complete, shows all stored results of the question. */
  async runMissing(
    { question: stretch, preview }: MissingDays,
    question: ListQuery,
  ): Promise<Receipt | null> {
    const isStillShown = this.#latestQuestion.follow();
    return this.#planned(async () => {
      const receipt = await this.#ask(stretch, preview.cost);
      if (isStillShown() && this.set?.state === 'complete') await this.#answer(question);
      return receipt;
    });
  }
  /** Shows the stored results without a request. */
  async answer(question: ListQuery): Promise<void> {
    await this.#planned(async () => {
      await this.#answer(question);
      return null;
    });
  }
  /** Fetches a saved search at the price shown beside it. */
  async runSaved(question: ListQuery, accepted: Cost): Promise<Receipt | null> {
    return this.#planned(() => this.#ask(question, accepted));
  }
  /** Shows a stored result set of another question; null if there is none. */
  async present(set: ResultSet | null): Promise<void> {
    this.error = null;
    this.active = -1;
    this.#latestQuestion.cancel();
    await this.#show(set);
  }
  /** Shows the stored results of another question, even while a request runs. */
  async presentAnswer(question: ListQuery): Promise<void> {
    this.error = null;
    this.#latestQuestion.cancel();
    try {
      await this.#answer(question);
    } catch (error) {
      this.#fail(error);
    } finally {
      await this.plan.refresh();
    }
  }
  /** Fetches one row, for the number of matches. */
  async probe(question: ListQuery, { cost: accepted }: Preview): Promise<Receipt | null> {
    return this.#planned(async () => {
      const { receipt } = await this.#api.search.probe({ question, accepted, screen: 'search' });
      return receipt;
    });
  }
  async loadValues(): Promise<Receipt | null> {
    this.error = null;
    try {
      return await this.values.load();
    } catch (error) {
      return this.#fail(error);
    } finally {
      await this.plan.refresh();
    }
  }

  sortBy(column: SortColumn): void {
    this.sort = nextSort(this.sort, column);
  }

  async #refreshPrices(): Promise<void> {
    await Promise.all([
      this.first.refresh(),
      this.more.refresh(),
      this.values.price.refresh(),
      this.plan.refresh(),
    ]);
  }
  async #page(price: Price, question: ListQuery): Promise<Receipt | null> {
    this.error = null;
    try {
      const done = await price.spend(async (accepted) => ({ receipt: await this.#ask(question, accepted) }));
      return done?.receipt ?? null;
    } catch (error) {
      return this.#fail(error);
    } finally {
      await this.plan.refresh();
    }
  }
  async #ask(question: ListQuery, accepted: Cost): Promise<Receipt> {
    const isStillShown = this.#latestQuestion.follow();
    const { set, receipt } = await this.#api.search.run({ question, accepted, screen: 'search' });
    // Another search was opened; the rows are stored but not shown.
    if (!isStillShown()) return receipt;
    if (question.query.offset === 0) this.active = -1;
    await this.#show(set);
    return receipt;
  }
  async #answer(question: ListQuery): Promise<void> {
    const isStillShown = this.#latestQuestion.follow();
    const { set } = await this.#api.search.answer({ question });
    if (!isStillShown()) return;
    this.active = -1;
    await this.#show(set);
  }
  /** Runs one step of the plan at a time. */
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
      await this.plan.refresh();
    }
  }

  /** Shows all rows of a result set, in the service's order. */
  async #show(set: ResultSet | null): Promise<void> {
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
    await this.more.load(this.next);
  }

  #fail(error: unknown): null {
    this.error = problemOf(error);
    return null;
  }
}

/** A company may appear with several rounds. */
const keyOf = ({ companyId, roundId }: ResultRow): string => `${companyId} ${roundId ?? ''}`;
