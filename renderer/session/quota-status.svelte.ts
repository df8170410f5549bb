import type { Api } from '../../shared/contract/index.ts';
import type { BudgetStatus } from '../../shared/model/budget.ts';

type Status = Awaited<ReturnType<Api['quota']['status']>>;

/** The state of the budgets, used by the rail's meter, the palette's footer and the clock. */
export class QuotaStatus {
  status = $state.raw<Status | null>(null);
  readonly records: BudgetStatus | null = $derived(
    this.status?.budgets.find((each) => each.budget === 'month-records') ?? null,
  );
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }
  async refresh(): Promise<void> {
    this.status = await this.#api.quota.status({});
  }
  reset(): void {
    this.status = null;
  }
}
