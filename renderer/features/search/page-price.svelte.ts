import type { Api } from '../../../shared/contract/index.ts';
import type { Preview } from '../../../shared/model/budget.ts';
import type { ListQuery, PricedCall } from '../../../shared/model/query.ts';
import { affordablePage } from './affordable-rows.ts';
import { callOf } from '../../../shared/list-query.ts';
import { LatestRequest } from '../../lib/latest-request.ts';
import { Price } from '../../session/price-preview.svelte.ts';

/**
 * The price of one page. If that page is refused, `fewerPrice` is the price of a smaller page, with as many
 * rows as the budget still allows.
 */
export class PagePrice {
  readonly price: Price;
  readonly fewerPrice: Price;
  /** The smaller page; null if the whole page is allowed, or if the budget does not allow even one row. */
  fewerQuestion = $state.raw<ListQuery | null>(null);
  #question: ListQuery | null = null;
  readonly #latest = new LatestRequest();

  /** @param ask loads the page's price; calls `quota.price` by default */
  constructor(api: Api, ask?: (call: PricedCall) => Promise<Preview>) {
    this.price = new Price(api, 'search', ask);
    this.fewerPrice = new Price(api, 'search');
  }

  async load(question: ListQuery | null): Promise<void> {
    this.#question = question;
    const isLatest = this.#latest.begin();
    await this.price.load(question === null ? null : callOf(question));
    if (!isLatest()) return;
    const smaller = question === null ? null : affordablePage(question, this.price.preview);
    await this.fewerPrice.load(smaller === null ? null : callOf(smaller));
    if (isLatest()) this.fewerQuestion = smaller;
  }
  /** Reloads the prices after the budgets have changed. */
  async refresh(): Promise<void> {
    await this.load(this.#question);
  }
  get busy(): boolean {
    return this.price.busy || this.fewerPrice.busy;
  }
}
