import type { Api } from '../../../shared/contract/index.ts';
import type { ListQuery } from '../../../shared/model/query.ts';
import { affordablePage } from './affordable-rows.ts';
import { callOf } from '../../../shared/list-query.ts';
import { LatestRequest } from '../../lib/latest-request.ts';
import { Price } from '../../session/price-preview.svelte.ts';

/** The price of one page of a list, and of as many rows as still fit where it is refused. */
export class PagePrice {
  readonly asked: Price;
  readonly fewer: Price;
  /** The same page with fewer rows; null while the page itself can be asked, or nothing of it would fit. */
  fewerQuestion = $state.raw<ListQuery | null>(null);
  /** What the price that is shown is of; another one may be on its way. */
  priced: ListQuery | null = null;
  #question: ListQuery | null = null;
  readonly #latest = new LatestRequest();

  constructor(api: Api) {
    this.asked = new Price(api);
    this.fewer = new Price(api);
  }

  async ask(question: ListQuery | null): Promise<void> {
    this.#question = question;
    const isLatest = this.#latest.begin();
    await this.asked.ask(question === null ? null : callOf(question));
    if (!isLatest()) return;
    this.priced = question;
    const smaller = question === null ? null : affordablePage(question, this.asked.preview);
    await this.fewer.ask(smaller === null ? null : callOf(smaller));
    if (isLatest()) this.fewerQuestion = smaller;
  }
  /** After budgets changed. */
  async again(): Promise<void> {
    await this.ask(this.#question);
  }
  get busy(): boolean {
    return this.asked.busy || this.fewer.busy;
  }
}
