import type { AllowanceState } from '../../electron/core/quota/policy/allowances.ts';
import { countsFor, isBackground } from '../../electron/core/quota/policy/allowances.ts';
import type { BudgetState } from '../../electron/core/quota/policy/budget-state.ts';
import { amountIn } from '../../electron/core/quota/policy/costs.ts';
import { unusedState } from '../../electron/core/quota/policy/initial-state.ts';
import { decide, type QuotaState } from '../../electron/core/quota/policy/quota-policy.ts';
import { FREE, plus } from '../../shared/add-costs.ts';
import { DAY_MS } from '../../shared/durations.ts';
import type { Budget, Cost, Lane } from '../../shared/model/budget.ts';
import { DAYS, type EndMonth } from './month-end-world.ts';

/*
 * A simulated account with small monthly limits. The product's own policy (`decide`) decides whether a
 * request may be sent. The account also adds up all costs itself, to verify that no plan exceeds a limit.
 */

const START_MS = Date.UTC(2026, 5, 1);

export interface Account {
  /** The state that the governor would see. */
  state(): QuotaState;
  nowMs(): number;
  /**
   * Sends a request if the governor would allow it. Its cost is `charged`, which may be less than the worst
   * case. Counts a violation if the governor would not allow a plan's request, or if the total cost exceeds a
   * limit.
   */
  send(cost: Cost, lane: Lane, charged?: Cost): boolean;
  nextDay(): void;
  records(): { readonly used: number; readonly left: number };
  /**
   * Returns the number of violations. A violation is a plan's request that the governor would not have sent,
   * or a request that made a total exceed a limit or cap.
   */
  violations(): number;
}

interface Sent {
  readonly day: number;
  readonly lane: Lane;
  readonly cost: Cost;
}

export function createAccount({ limits, caps }: EndMonth): Account {
  const sent: Sent[] = [];
  let day = 0;
  let violations = 0;
  const limitOf: Readonly<Partial<Record<Budget, number>>> = {
    day: limits.requestsADay,
    'companies-day': limits.companiesADay,
    'month-requests': limits.requests,
    'month-records': limits.records,
    export: limits.records,
    'page-turns': limits.pageTurns,
  };
  const isDaily = (budget: Budget): boolean => budget === 'day' || budget === 'companies-day';
  const sum = (is: (each: Sent) => boolean): Cost =>
    sent.filter(is).reduce((total, { cost }) => plus(total, cost), FREE);
  const nowMs = (): number => START_MS + day * DAY_MS + 9 * 3_600_000;

  const state = (): QuotaState => {
    const today = sum((each) => each.day === day);
    const month = sum(() => true);
    const budgets = unusedState(START_MS).budgets.filter(({ budget }) => budget !== 'minute');
    return {
      budgets: budgets.map((each): BudgetState => ({
        ...each,
        limit: limitOf[each.budget] ?? each.limit,
        used: amountIn(each.budget, isDaily(each.budget) ? today : month),
        resetsAtMs: START_MS + (isDaily(each.budget) ? day + 1 : DAYS) * DAY_MS,
        usedToday: isDaily(each.budget) ? null : amountIn(each.budget, today),
        daysLeft: isDaily(each.budget) ? null : DAYS - day,
      })),
      minuteFreesAtMs: [],
      backgroundFreesAtMs: [],
      allowances: caps.map((cap): AllowanceState => ({
        ...cap,
        used: sum((each) => countsFor(cap.scope, each) && (cap.period === 'month' || each.day === day))
          .records,
      })),
      dayEndsAtMs: START_MS + (day + 1) * DAY_MS,
      monthEndsAtMs: START_MS + DAYS * DAY_MS,
    };
  };

  /**
   * Returns whether a total of the account exceeds its limit or cap. Computes the totals from the requests,
   * and does not use the governor's state.
   */
  const isAbove = (): boolean => {
    const today = sum((each) => each.day === day);
    const month = sum(() => true);
    return (
      today.requests > limits.requestsADay ||
      today.companies > limits.companiesADay ||
      month.records > limits.records ||
      month.requests > limits.requests ||
      month.pageTurns > limits.pageTurns ||
      caps.some(
        (cap) =>
          sum(
            (each) =>
              (cap.period === 'month' || each.day === day) &&
              (cap.scope === 'all' ||
                each.lane === cap.scope ||
                (cap.scope === 'background' && each.lane !== 'interactive')),
          ).records > cap.records,
      )
    );
  };

  return {
    state,
    nowMs,
    send: (cost, lane, charged = cost) => {
      const isSent = decide(state(), { worst: cost, rowsRequested: null, lane }, nowMs()).kind === 'go';
      if (isSent) sent.push({ day, lane, cost: charged });
      if ((!isSent && isBackground(lane)) || isAbove()) violations += 1;
      return isSent;
    },
    nextDay: () => {
      day += 1;
    },
    records: () => {
      const used = sum(() => true).records;
      return { used, left: limits.records - used };
    },
    violations: () => violations,
  };
}
