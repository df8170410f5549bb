import type { Api } from '../../shared/contract.ts';
import type { FundingsQuery } from '../../shared/model/query.ts';
import type { MissingDays, SearchPlan as Plan } from '../../shared/model/search.ts';

/** What the filters would cost and what of it is known already; asked anew a moment after they change. */
export class SearchPlan {
  plan = $state.raw<Plan | null>(null);
  readonly #api: Api;
  #query: FundingsQuery | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #turn = 0;

  constructor(api: Api) {
    this.#api = api;
  }
  dispose(): void {
    clearTimeout(this.#timer);
    this.#turn += 1;
  }

  /** The filters say something else now; null: nothing that could be asked. */
  follow(query: FundingsQuery | null): void {
    this.#query = query;
    clearTimeout(this.#timer);
    if (query === null) {
      this.#turn += 1;
      this.plan = null;
    } else this.#timer = setTimeout(() => void this.again(), DELAY_MS);
  }
  /** After budgets or the library changed. A failure leaves no plan: prices stand on the button as well. */
  async again(): Promise<void> {
    const query = this.#query;
    if (query === null) return;
    const turn = ++this.#turn;
    const plan = await this.#api.search.plan({ query }).catch(() => null);
    if (turn === this.#turn) this.plan = plan;
  }
}

const DELAY_MS = 200;

/** The key of a stretch, so that its button stays the same one. */
export const stretchKey = ({ query }: MissingDays): string =>
  `${query.fundingDateStart} ${query.fundingDateEnd}`;
