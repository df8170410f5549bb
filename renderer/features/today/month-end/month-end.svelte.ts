import type { AppError } from '../../../../shared/app-error.ts';
import type { Api } from '../../../../shared/contract/index.ts';
import { isSameDay } from '../../../../shared/local-date.ts';
import type { BudgetStatus, DayUse } from '../../../../shared/model/budget.ts';
import type { MonthEnd, MonthKindName } from '../../../../shared/model/planning/month-end.ts';
import { MONTH_KINDS } from '../../../../shared/model/planning/plan-kinds.ts';
import type { PlanRun } from '../../../../shared/model/plan.ts';
import { LatestRequest } from '../../../lib/latest-request.ts';
import { problemOf } from '../../../lib/to-app-error.ts';
import type { App } from '../../../session/app.svelte.ts';
import { RefreshWhileShown } from '../../../session/refresh-while-shown.ts';
import { planChanges } from '../plan-changes.ts';
import { isNothingToPlan } from './month-end-text.ts';
import { withCurrentLeft } from './current-left.ts';

interface Quota {
  readonly status: { readonly budgets: readonly Pick<BudgetStatus, 'budget' | 'left'>[] } | null;
}

/** The plan for the rest of the month. Loading it is free. */
export class MonthEndState {
  #loaded = $state.raw<MonthEnd | null>(null);
  isLoaded = $state(false);
  /** The run whose requests `plan` counts as approved; null if there is none. */
  run = $state.raw<PlanRun | null>(null);
  /** Server time at which the user last approved requests of any plan; null if never. */
  #lastApprovedAtMs = $state.raw<number | null>(null);
  /** Whether requests of an approved plan are being sent. `plan` then proposes no further requests. */
  readonly isSending: boolean = $derived.by(() => isSending(this.run, this.#clock.nowMs));
  /**
   * The loaded plan; null if the reset is not near or the plan is not loaded yet. Each request that is sent
   * changes the amounts left. Until all requests are sent, the amounts are therefore computed from the
   * current budgets, so the page and the rail show the same numbers.
   */
  readonly plan: MonthEnd | null = $derived.by(() => {
    const budgets = this.isSending ? this.#quota.status?.budgets : undefined;
    return this.#loaded === null || budgets === undefined
      ? this.#loaded
      : withCurrentLeft(this.#loaded, budgets);
  });
  /**
   * Whether Today offers this plan in place of today's plan. Only one of the two can be approved at a time.
   * After the user approves a run, this plan is not offered until the run is over and the day has ended. A
   * rule may have started a later run in the meantime, so the approval time is checked separately from `run`.
   */
  readonly isOffered: boolean = $derived.by(() => {
    const { plan, run } = this;
    if (plan === null || !plan.isShown || plan.preview === null) return false;
    if (run?.by === 'seller' && run.state !== 'over') return false;
    return this.#lastApprovedAtMs === null || !isSameDay(this.#lastApprovedAtMs, this.#clock.nowMs);
  });
  /**
   * Whether Today shows how many records will expire. Beside this number, Today shows the offered plan, or a
   * link to Search if there is nothing to plan.
   */
  readonly isNoticed: boolean = $derived.by(() => {
    const { plan } = this;
    if (this.isOffered) return true;
    return plan !== null && plan.isShown && isNothingToPlan(plan) && !this.isSending;
  });
  error = $state.raw<AppError | null>(null);
  /** Kinds of requests that the user has excluded. */
  without = $state.raw<readonly MonthKindName[]>([]);
  busy = $state(false);
  /** Records used on each past day, for the chart. */
  history = $state.raw<readonly DayUse[]>([]);
  readonly #api: Api;
  readonly #clock: { readonly nowMs: number };
  readonly #quota: Quota;
  readonly #refresher: RefreshWhileShown;
  readonly #latest = new LatestRequest();

  constructor(api: Api, clock: { readonly nowMs: number }, quota: Quota = { status: null }) {
    this.#api = api;
    this.#clock = clock;
    this.#quota = quota;
    this.#refresher = new RefreshWhileShown(planChanges(api), () => this.refresh());
  }
  /**
   * Registers a screen that shows the plan.
   *
   * @returns a function that ends the registration, for an `$effect`
   */
  addScreen(): () => void {
    return this.#refresher.addScreen();
  }
  dispose(): void {
    this.#refresher.dispose();
    this.#latest.cancel();
  }

  async refresh(): Promise<void> {
    this.#refresher.markFresh();
    await this.#latest.run(
      () => this.#load(),
      ({ monthEnd, run, lastApprovedAtMs }) => {
        this.#loaded = monthEnd;
        this.run = run;
        this.#lastApprovedAtMs = lastApprovedAtMs;
        this.isLoaded = true;
        this.error = null;
      },
      (error) => {
        this.error = problemOf(error);
        this.isLoaded = true;
      },
    );
  }
  /**
   * Loads the plan. While the requests of an approved plan are being sent, no further requests are proposed:
   * the results may change the next plan, and two plans at once would be confusing.
   */
  async #load(): ReturnType<Api['plan']['monthEnd']> {
    const load = (isAlone: boolean): ReturnType<Api['plan']['monthEnd']> =>
      this.#api.plan.monthEnd({ without: [...(isAlone ? MONTH_KINDS : this.without)] });
    // Planning is slow, so the plan is loaded on the assumption that `isSending` is still correct. If the
    // reply contradicts this assumption, the plan is loaded again.
    const { isSending: expected } = this;
    const reply = await load(expected);
    const isAlone = isSending(reply.run, this.#clock.nowMs);
    return isAlone === expected ? reply : load(isAlone);
  }
  async loadHistory(): Promise<void> {
    const { days } = await this.#api.quota.history({});
    this.history = days;
  }
  /** Excludes a kind of request or includes it again. This can change the whole plan. */
  async toggle(kind: MonthKindName): Promise<void> {
    this.without = this.without.includes(kind)
      ? this.without.filter((each) => each !== kind)
      : [...this.without, kind];
    await this.refresh();
  }
  /**
   * Starts exactly the requests of the plan that is shown, at its price. The core rejects them if the plan
   * has changed in the meantime. The plan is reloaded in both cases.
   *
   * @returns the run; null if there is nothing to approve
   */
  async approve(): Promise<PlanRun | null> {
    const { plan } = this;
    if (this.busy || plan === null || plan.preview === null) return null;
    this.busy = true;
    try {
      const { run } = await this.#api.plan.approveMonth({
        id: plan.id,
        without: [...this.without],
        accepted: plan.preview.cost,
        screen: 'today',
      });
      return run;
    } finally {
      await this.refresh();
      this.busy = false;
    }
  }
  async hide(): Promise<void> {
    await this.#api.plan.hideMonthEnd({});
    await this.refresh();
  }
}

/** Returns whether the user approved this run and it has started but not ended. */
export const isSending = (run: PlanRun | null, nowMs: number): boolean =>
  run !== null && run.by === 'seller' && run.state !== 'over' && (run.startsAtMs ?? 0) <= nowMs;

export const monthEndOf = (app: App): MonthEndState =>
  app.stateFor('month-end', () => new MonthEndState(app.api, app.clock, app.quota));
