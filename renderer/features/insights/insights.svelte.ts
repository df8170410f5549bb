import type { AppError } from '../../../shared/app-error.ts';
import type { Api } from '../../../shared/contract/index.ts';
import type { Receipt } from '../../../shared/model/budget.ts';
import type { Insights, InsightQuestion } from '../../../shared/model/insights/insights.ts';
import { callOf, changed } from '../../../shared/list-query.ts';
import { LatestRequest } from '../../lib/latest-request.ts';
import { problemOf } from '../../lib/to-app-error.ts';
import { Price } from '../../session/price-preview.svelte.ts';
import { LoadWhileShown } from './load-while-shown.ts';

/** The figures and filters of the Insights screen. Kept while the workspace is open. */
export class InsightsState {
  question = $state.raw<InsightQuestion>({
    period: { kind: 'weeks', weeks: 13 },
    market: true,
    listId: null,
    currency: null,
  });
  /**
   * Null until the first figures have loaded. When the question changes, the old figures stay until the new
   * ones have loaded.
   */
  figures = $state.raw<Insights | null>(null);
  /** The filters of `figures`. They differ from `question` until the new figures have loaded. */
  shown = $state.raw<InsightQuestion>(this.question);
  error = $state.raw<AppError | null>(null);
  /** Whether the screen shows the user's outcomes instead of the market. */
  showsOutcomes = $state(false);
  /** Whether the calendar shows when contact windows opened instead of when they close. */
  showsOpened = $state(false);
  readonly countPrice: Price;
  readonly #api: Api;
  readonly #stops: (() => void)[];
  readonly #latest = new LatestRequest();
  readonly #loader = new LoadWhileShown(() => this.load());

  constructor(api: Api) {
    this.#api = api;
    this.countPrice = new Price(api, 'insights');
    const stale = (): void => this.#loader.markStale();
    this.#stops = [
      ...[api.library, api.watchlists, api.market, api.investors, api.demo].map((of) => of.onChanged(stale)),
      api.quota.onChanged(() => void this.countPrice.refresh()),
    ];
  }
  dispose(): void {
    for (const stop of this.#stops) stop();
    this.#latest.cancel();
  }

  /** Keeps the figures up to date until the returned function is called. */
  show(): () => void {
    return this.#loader.show();
  }

  /** Changes filters and loads the figures. */
  async choose(change: Partial<InsightQuestion>): Promise<void> {
    this.question = { ...this.question, ...change };
    await this.load();
  }

  /** Loads the figures. */
  async load(): Promise<void> {
    this.#loader.begin();
    const isLatest = this.#latest.begin();
    const { question } = this;
    try {
      const figures = await this.#api.insights.get(question);
      if (!isLatest()) return;
      this.figures = figures;
      this.shown = question;
      this.error = null;
      void this.#loadPrice(figures);
    } catch (error) {
      if (isLatest()) this.error = problemOf(error);
    } finally {
      if (isLatest()) this.#loader.end(this.error !== null);
    }
  }

  /**
   * Counts the matches of the period at the price shown.
   *
   * @returns the receipt, or null if the request was not sent or failed (see `error`)
   */
  async count(): Promise<Receipt | null> {
    const question = this.figures?.count ?? null;
    if (question === null) return null;
    this.error = null;
    try {
      const reply = await this.countPrice.spend((accepted) =>
        this.#api.search.probe({ question, accepted, screen: 'insights' }),
      );
      await this.load();
      return reply?.receipt ?? null;
    } catch (error) {
      this.error = problemOf(error);
      return null;
    }
  }

  async #loadPrice({ count }: Insights): Promise<void> {
    await this.countPrice.load(count === null ? null : callOf(changed(count, { limit: 1, offset: 0 })));
  }
}
