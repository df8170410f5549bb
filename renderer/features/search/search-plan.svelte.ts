import type { AppError } from '../../../shared/app-error.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import type { Api } from '../../../shared/contract/index.ts';
import type { Screen } from '../../../shared/model/budget.ts';
import type { ListQuery } from '../../../shared/model/query.ts';
import type { SearchPlan as Plan } from '../../../shared/model/search.ts';
import { LatestRequest } from '../../lib/latest-request.ts';

/**
 * The plan for a query: which results are already stored, and what fetching the rest would cost. The plan is
 * reloaded shortly after each change to the query.
 */
export class SearchPlan {
  plan = $state.raw<Plan | null>(null);
  /** The error from the last load, such as a validation error; null if the load succeeded. */
  error = $state.raw<AppError | null>(null);
  readonly #api: Api;
  readonly #screen: Screen;
  #question: ListQuery | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #latest = new LatestRequest();

  constructor(api: Api, screen: Screen) {
    this.#api = api;
    this.#screen = screen;
  }
  dispose(): void {
    clearTimeout(this.#timer);
    this.#latest.cancel();
  }

  /**
   * Sets the query that the filters describe.
   *
   * @param question null while the filters are invalid
   */
  setQuestion(question: ListQuery | null): void {
    this.#question = question;
    clearTimeout(this.#timer);
    if (question === null) {
      this.#latest.cancel();
      this.plan = null;
      this.error = null;
    } else this.#timer = setTimeout(() => void this.refresh(), PLAN_DELAY_MS);
  }
  /**
   * Reloads the plan. If reloading fails, there is no plan, but the Run search button still works, because
   * its price is loaded separately.
   */
  async refresh(): Promise<void> {
    const question = this.#question;
    if (question === null) return;
    await this.#latest.run(
      () => this.#api.search.plan({ question, screen: this.#screen }),
      (plan) => {
        this.plan = plan;
        this.error = null;
      },
      (error) => {
        this.plan = null;
        this.error = error instanceof AppFailure ? error.appError : null;
      },
    );
  }
}

const PLAN_DELAY_MS = 200;
