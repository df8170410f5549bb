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

/** Search over rounds or companies: the filters, their price, and the newest set of results. */
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
  /** The next page of the set that is shown; null where there is none to reach. */
  readonly next = $derived(nextPage(this.set, this.rows));
  error = $state.raw<AppError | null>(null);
  /** False until the newest set was looked for: neither results nor their absence are shown before. */
  known = $state(false);
  /** A step of the plan is under way. */
  planBusy = $state(false);
  readonly #active = new ActiveRow(() => this.sorted.map(keyOf));
  readonly #api: Api;
  readonly #stops: (() => void)[];
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #latestRows = new LatestRequest();
  /** The question whose results are shown; opening other results cancels what is under way for it. */
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
      api.quota.onChanged(() => void this.#priceAgain()),
      api.library.onChanged(() => void this.plan.again()),
      api.demo.onChanged(() => void this.load()),
      // Every row has another fit.
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

  /** The row that the keyboard is on; -1 for none. */
  get active(): number {
    return this.#active.at;
  }
  set active(index: number) {
    this.#active.at = index;
  }
  /** Something is being asked: the list that is searched stays the same until it is answered. */
  get busy(): boolean {
    return this.first.busy || this.more.busy || this.planBusy;
  }

  /** Paints what this laptop holds; asks the service nothing. */
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
  /** The same filters over the other list, and what was last found there. */
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

  /** Asks the price of what the filters say now; a moment after the last change. */
  price(question: ListQuery | null): void {
    clearTimeout(this.#timer);
    const ask = (): void => void this.first.ask(question);
    if (question === null || this.first.asked.preview === null) ask();
    else this.#timer = setTimeout(ask, PRICE_DELAY_MS);
  }

  /**
   * The first page of the filters. Where the planner has just proposed more rows than the price that is shown is of, as many
   * as that: only what the seller chose himself may make it dearer. @returns its receipt; null where it was not made, `error` says why
   */
  async run(question: ListQuery): Promise<Receipt | null> {
    return this.#page(this.first.asked, this.lastQueryOf(question));
  }
  /** What `run` asks for. */
  lastQueryOf(question: ListQuery): ListQuery {
    const { priced } = this.first;
    const isMore = !this.form.ownRows && priced !== null && priced.query.limit < question.query.limit;
    return isMore ? changed(question, { limit: priced.query.limit }) : question;
  }
  /** The next page of the set that is shown. */
  async nextRows(): Promise<Receipt | null> {
    return this.next === null ? null : this.#page(this.more.asked, this.next);
  }
  /** As many rows as still fit, of the first page or of the next one. */
  async fewer({ fewer, fewerQuestion }: PagePrice): Promise<Receipt | null> {
    return fewerQuestion === null ? null : this.#page(fewer, fewerQuestion);
  }
  /** All pages of a question, or those after the ones that are shown, and what they cost; null while that is not known. */
  pages(question: ListQuery) {
    const all = this.plan.plan?.all ?? null;
    if (all === null) return null;
    const next = widened(this.next, all.rows);
    const rest = restOf(all, { set: this.set, question, next });
    return rest !== null && next !== null
      ? { ...rest, from: next, isRest: true }
      : { ...all, from: changed(question, { offset: 0 }), isRest: false };
  }
  /** Every page, at the price of all of them as it is shown; `onreceipt` is told what they cost together. */
  async loadAll(
    question: ListQuery,
    board: ProgressReporter,
    onreceipt: (all: Receipt) => void,
  ): Promise<void> {
    const all = this.pages(question);
    if (all === null) return;
    const isStillShown = this.#latestQuestion.follow();
    // What comes next is read off what is shown: of another search, nothing is to be paid for here.
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
  /** Only these days; where they came whole, everything that is known of the question that stands in the filters. */
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
  /** What is kept already, without a call. */
  async answer(question: ListQuery): Promise<void> {
    await this.#planned(async () => {
      await this.#answer(question);
      return null;
    });
  }
  /** A search that is kept under a name, at the price that stood beside it. */
  async runSaved(question: ListQuery, accepted: Cost): Promise<Receipt | null> {
    return this.#planned(() => this.#ask(question, accepted));
  }
  /** What is kept of another question already; null: nothing of it. */
  async present(set: ResultSet | null): Promise<void> {
    this.error = null;
    this.active = -1;
    this.#latestQuestion.cancel();
    await this.#show(set);
  }
  /** The same of what this laptop holds of a question; a call that is under way keeps nobody from it. */
  async presentAnswer(question: ListQuery): Promise<void> {
    this.error = null;
    this.#latestQuestion.cancel();
    try {
      await this.#answer(question);
    } catch (error) {
      this.#fail(error);
    } finally {
      await this.plan.again();
    }
  }
  /** One row, which tells how many match. */
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
      await this.plan.again();
    }
  }

  sortBy(column: SortColumn): void {
    this.sort = nextSort(this.sort, column);
  }

  async #priceAgain(): Promise<void> {
    await Promise.all([this.first.again(), this.more.again(), this.values.price.again(), this.plan.again()]);
  }
  async #page(price: Price, question: ListQuery): Promise<Receipt | null> {
    this.error = null;
    try {
      const done = await price.spend(async (accepted) => ({ receipt: await this.#ask(question, accepted) }));
      return done?.receipt ?? null;
    } catch (error) {
      return this.#fail(error);
    } finally {
      await this.plan.again();
    }
  }
  async #ask(question: ListQuery, accepted: Cost): Promise<Receipt> {
    const isStillShown = this.#latestQuestion.follow();
    const { set, receipt } = await this.#api.search.run({ question, accepted, screen: 'search' });
    // A search that was opened meanwhile stands; what came is kept all the same.
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
    await this.more.ask(this.next);
  }

  #fail(error: unknown): null {
    this.error = problemOf(error);
    return null;
  }
}

/** A company may stand there with several rounds. */
const keyOf = ({ companyId, roundId }: ResultRow): string => `${companyId} ${roundId ?? ''}`;
