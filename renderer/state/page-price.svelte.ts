import type { Api } from '../../shared/contract.ts';
import type { FundingsQuery } from '../../shared/model/query.ts';
import { fewerRows } from '../lib/fewer-rows.ts';
import { Price } from './price.svelte.ts';

/** The price of one page of rounds, and of as many rows as still fit where it is refused. */
export class PagePrice {
  readonly asked: Price;
  readonly fewer: Price;
  /** The same page with fewer rows; null while the page itself can be asked, or nothing of it would fit. */
  fewerQuery = $state.raw<FundingsQuery | null>(null);
  #query: FundingsQuery | null = null;
  #turn = 0;

  constructor(api: Api) {
    this.asked = new Price(api);
    this.fewer = new Price(api);
  }

  async ask(query: FundingsQuery | null): Promise<void> {
    this.#query = query;
    const turn = ++this.#turn;
    await this.asked.ask(query === null ? null : { endpoint: 'fundings', query });
    if (turn !== this.#turn) return;
    const smaller = query === null ? null : fewerRows(query, this.asked.preview);
    await this.fewer.ask(smaller === null ? null : { endpoint: 'fundings', query: smaller });
    if (turn === this.#turn) this.fewerQuery = smaller;
  }
  /** After budgets changed. */
  async again(): Promise<void> {
    await this.ask(this.#query);
  }
  get busy(): boolean {
    return this.asked.busy || this.fewer.busy;
  }
}
