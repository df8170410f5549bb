import type { AppError } from '../../../shared/app-error.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import type { Api } from '../../../shared/contract/index.ts';
import type { ListQuery } from '../../../shared/model/query.ts';
import type { MissingDays, SearchPlan as Plan } from '../../../shared/model/search.ts';
import { LatestRequest } from '../../lib/latest-request.ts';

/** What the filters would cost and what of it is known already; asked anew a moment after they change. */
export class SearchPlan {
  plan = $state.raw<Plan | null>(null);
  /** Why there is none, where the question itself cannot be asked. */
  error = $state.raw<AppError | null>(null);
  readonly #api: Api;
  readonly #onplan: (plan: Plan) => void;
  #question: ListQuery | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #latest = new LatestRequest();

  constructor(api: Api, onplan: (plan: Plan) => void = () => {}) {
    this.#api = api;
    this.#onplan = onplan;
  }
  dispose(): void {
    clearTimeout(this.#timer);
    this.#latest.cancel();
  }

  /** The filters say something else now; null: nothing that could be asked. */
  follow(question: ListQuery | null): void {
    this.#question = question;
    clearTimeout(this.#timer);
    if (question === null) {
      this.#latest.cancel();
      this.plan = null;
      this.error = null;
    } else this.#timer = setTimeout(() => void this.again(), DELAY_MS);
  }
  /** After budgets or the library changed. A failure leaves no plan: prices stand on the button as well. */
  async again(): Promise<void> {
    const question = this.#question;
    if (question === null) return;
    await this.#latest.run(
      () => this.#api.search.plan({ question }),
      (plan) => {
        this.plan = plan;
        this.error = null;
        this.#onplan(plan);
      },
      (error) => {
        this.plan = null;
        this.error = error instanceof AppFailure ? error.appError : null;
      },
    );
  }
}

const DELAY_MS = 200;

/** The key of a stretch, so that its button stays the same one. */
export const stretchKey = ({ question: { query } }: MissingDays): string =>
  `${query.fundingDateStart} ${query.fundingDateEnd}`;
