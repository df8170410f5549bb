import { DOCUMENTED_LIMITS } from './costs.ts';
import type { BudgetState } from './budget-state.ts';
import type { QuotaState } from './quota-policy.ts';
import { COUNTED_BUDGETS, WINDOW_OF, windowEndMs, windowStartMs } from './windows.ts';
import { DAY_MS } from '../../../../shared/durations.ts';

/**
 * Returns the state assumed for an account about which nothing is known: documented limits (spec §8) and no
 * usage. Pure.
 */
export function unusedState(nowMs: number): QuotaState {
  const state = (
    budget: BudgetState['budget'],
    resetsAtMs: number | null,
    isMonthly: boolean,
  ): BudgetState => ({
    budget,
    limit: DOCUMENTED_LIMITS[budget],
    limitSource: 'documented',
    used: 0,
    reserved: 0,
    unknown: 0,
    others: null,
    heldBack: 0,
    resetsAtMs,
    closedUntilMs: null,
    closedAtMs: null,
    atLeast: true,
    passesAtMs: null,
    usedToday: isMonthly ? 0 : null,
    daysLeft: isMonthly ? Math.ceil(((resetsAtMs ?? nowMs) - nowMs) / DAY_MS) : null,
  });
  const counted = COUNTED_BUDGETS.filter((budget) => budget !== 'test-key').map((budget) => {
    const kind = WINDOW_OF[budget];
    return state(budget, windowEndMs(kind, windowStartMs(kind, nowMs)), kind === 'month');
  });
  return {
    budgets: [state('minute', null, false), ...counted],
    minuteFreesAtMs: [],
    backgroundFreesAtMs: [],
    allowances: [],
    dayEndsAtMs: windowEndMs('day', nowMs),
    monthEndsAtMs: windowEndMs('month', nowMs),
  };
}
