import type { Budget, Lane } from '../../../../shared/model/budget.ts';
import type { RemainingBudget } from '../../service-api/governor-port.ts';
import { leftOf, type BudgetState } from './budget-state.ts';
import { evenShare, FLOOR_SHARE } from './daily-share.ts';
import { allowanceLeft, allowancesFor, type AllowanceState } from './allowances.ts';
import type { QuotaState } from './quota-policy.ts';
import { DAY_MS } from '../../../../shared/durations.ts';
import { FREE } from '../../../../shared/add-costs.ts';

/** The background lanes, in which the day plan's requests run. */
const LANES: readonly Lane[] = ['window-closing', 'watchlist', 'catch-up'];
const DAYS_OF_A_MONTH = 30;
const WITHOUT_END = 1_000_000;

/**
 * Returns the amount that background requests may still use. This is the amount that `decide` would allow
 * under the budgets, the limits on background requests and the user's spending caps. Ignores the rolling
 * minute, which delays requests but never refuses them. Pure.
 */
export function roomOf({ budgets, allowances, monthEndsAtMs }: QuotaState, nowMs: number): RemainingBudget {
  const of = (budget: Budget): BudgetState | undefined => budgets.find((each) => each.budget === budget);
  const room = (budget: Budget): number => {
    const state = of(budget);
    return state === undefined ? WITHOUT_END : roomIn(state, nowMs);
  };
  const shared = allowances.filter(({ scope }) => scope === 'all' || scope === 'background');
  const own = Math.min(WITHOUT_END, ...shared.map(allowanceLeft));
  const records = of('month-records');
  const share = records === undefined ? 0 : shareOfLaterDays(records);
  // The days until the spending caps are reset, which happens at the end of the calendar month. Budgets may
  // be reset on a different day.
  const capDays = Math.ceil((monthEndsAtMs - nowMs) / DAY_MS);
  const caps = Math.min(WITHOUT_END, ...shared.map((each) => aDay(each, capDays)));
  return {
    today: {
      ...FREE,
      requests: Math.min(room('day'), room('month-requests'), room('test-key')),
      records: Math.min(room('month-records'), room('export'), own),
      pageTurns: room('page-turns'),
      companies: room('companies-day'),
    },
    lanes: new Map(
      LANES.flatMap((lane) => {
        const narrow = allowancesFor(allowances, { lane }).filter(({ scope }) => scope === lane);
        if (narrow.length === 0) return [];
        const today = Math.min(...narrow.map(allowanceLeft));
        return [[lane, { today, aDay: Math.min(...narrow.map((each) => aDay(each, capDays))) }] as const];
      }),
    ),
    recordsADay: Math.min(share, caps),
    daysLeft: records?.daysLeft ?? 1,
    recordsADayAfter: Math.min(Math.floor((records?.limit ?? 0) / DAYS_OF_A_MONTH), caps),
  };
}

/**
 * Returns the even share of each day after today. If today's usage is above its share, the amount that is
 * left is divided equally among the days after today.
 */
function shareOfLaterDays(state: BudgetState): number {
  const share = evenShare(state) ?? 0;
  if ((state.usedToday ?? 0) <= share) return share;
  return Math.floor(leftOf(state) / Math.max(1, (state.daysLeft ?? 1) - 1));
}

/**
 * Returns how many records a day a spending cap still allows. The rest of a monthly cap is divided evenly
 * among the days left.
 */
const aDay = (allowance: AllowanceState, daysLeft: number): number =>
  allowance.period === 'day'
    ? allowance.records
    : Math.floor(allowanceLeft(allowance) / Math.max(1, daysLeft));

function roomIn(state: BudgetState, nowMs: number): number {
  if (state.closedUntilMs !== null && state.closedUntilMs > nowMs) return 0;
  const left = leftOf(state);
  if (state.budget === 'day' || state.budget === 'companies-day')
    return Math.max(0, Math.floor(left - state.limit * FLOOR_SHARE));
  const share = evenShare(state);
  return share === null ? left : Math.max(0, Math.min(left, share - (state.usedToday ?? 0)));
}
