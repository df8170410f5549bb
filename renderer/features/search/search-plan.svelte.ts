import type { AppError } from '../../../shared/app-error.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import type { Api } from '../../../shared/contract/index.ts';
import type { ListQuery } from '../../../shared/model/query.ts';
import type { MissingDays, SearchPlan as Plan } from '../../../shared/model/search.ts';
import { LatestRequest } from '../../lib/latest-request.ts';

/** What the filters would cost and which results are stored already. Loaded again shortly after a change. */
export class SearchPlan {
  plan = $state.raw<Plan | null>(null);
  /** Why there is no plan, for an invalid question. */
  error = $state.raw<AppError | null>(null);
  readonly #api: Api;
  readonly #onPlan: (plan: Plan) => void;
  #question: ListQuery | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #latest = new LatestRequest();

  constructor(api: Api, onPlan: (plan: Plan) => void = () => {}) {
    this.#api = api;
    this.#onPlan = onPlan;
  }
  dispose(): void {
    clearTimeout(this.#timer);
    this.#latest.cancel();
  }

  /** Sets the question of the filters; null while they are invalid. */
  setQuestion(question: ListQuery | null): void {
    this.#question = question;
    clearTimeout(this.#timer);
    if (question === null) {
      this.#latest.cancel();
      this.plan = null;
      this.error = null;
    } else this.#timer = setTimeout(() => void this.refresh(), PLAN_DELAY_MS);
  }
  /** Loads the plan again. After a failure there is no plan; the button loads its price separately. */
  async refresh(): Promise<void> {
    const question = this.#question;
    if (question === null) return;
    await this.#latest.run(
      () => this.#api.search.plan({ question }),
      (plan) => {
        this.plan = plan;
        this.error = null;
        this.#onPlan(plan);
      },
      (error) => {
        this.plan = null;
        this.error = error instanceof AppFailure ? error.appError : null;
      },
    );
  }
}

const PLAN_DELAY_MS = 200;

/** A key for `{#each}` that keeps the button of the same days. */
export const missingDaysKey = ({ question: { query } }: MissingDays): string =>
  `${query.fundingDateStart} ${query.fundingDateEnd}`;
