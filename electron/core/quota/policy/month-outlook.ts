import type { Budget } from '../../../../shared/model/budget.ts';
import type { MonthLimit, MonthOutlook } from '../../service-api/month-limits.ts';
import { allowanceLeft, isBackground, type AllowanceState } from './allowances.ts';
import { leftOf, type BudgetState } from './budget-state.ts';
import { unitOf } from './costs.ts';
import { FLOOR_SHARE } from './daily-share.ts';
import type { QuotaState } from './quota-policy.ts';
import { DAY_MS } from '../../../../shared/durations.ts';
import { LANES } from '../../../../shared/model/budget.ts';

const DAYS_OF_A_MONTH = 31;

/**
 * Returns the budget that background requests may use on each day until the monthly records reset, under the
 * budgets, limits and spending caps that `decide` applies. Earlier resets of other limits are ignored, so the
 * result never exceeds what `decide` allows. The rolling minute is ignored too: it delays requests but never
 * refuses them. Pure.
 */
export function monthOutlookOf({ budgets, allowances }: QuotaState, nowMs: number): MonthOutlook {
  const records = budgets.find(({ budget }) => budget === 'month-records');
  const days = Math.max(1, records?.daysLeft ?? 1);
  return {
    days,
    resetsAtMs: records?.resetsAtMs ?? nowMs,
    limits: [
      ...budgets.flatMap((state) => (state.budget === 'minute' ? [] : [limitOf(state, days, nowMs)])),
      ...allowances.flatMap(capOf),
    ],
  };
}

const isDaily = (budget: Budget): boolean => budget === 'day' || budget === 'companies-day';

function limitOf(state: BudgetState, days: number, nowMs: number): MonthLimit {
  const { budget, limit, usedToday, daysLeft } = state;
  const left = leftOf(state);
  const isOpen = (day: number): boolean =>
    (state.closedUntilMs ?? 0) <= (day === 0 ? nowMs : dayStartMs(nowMs) + day * DAY_MS);
  const daily = (day: number): number =>
    Math.max(0, Math.floor((day === 0 ? left : limit) - limit * FLOOR_SHARE));
  return {
    unit: unitOf(budget),
    lane: null,
    isShared: true,
    aDay: Array.from({ length: days }, (_, day) =>
      isOpen(day) ? (isDaily(budget) ? daily(day) : Number.POSITIVE_INFINITY) : 0,
    ),
    total: isDaily(budget) ? Number.POSITIVE_INFINITY : left,
    approved: [],
    paced:
      usedToday === null || daysLeft === null
        ? null
        : { usedToday, daysLeft: Math.max(1, daysLeft), aDayAfter: Math.floor(limit / DAYS_OF_A_MONTH) },
  };
}

const dayStartMs = (atMs: number): number => Math.floor(atMs / DAY_MS) * DAY_MS;

/**
 * Converts a spending cap to a limit. Returns an empty array if the cap does not apply to background
 * requests.
 */
function capOf(cap: AllowanceState): MonthLimit[] {
  const lane = LANES.find((each) => each === cap.scope) ?? null;
  const isShared = cap.scope === 'all' || cap.scope === 'background';
  if (!isShared && (lane === null || !isBackground(lane))) return [];
  const left = allowanceLeft(cap);
  const isADay = cap.period === 'day';
  return [
    {
      unit: 'records',
      lane,
      isShared: cap.scope === 'all',
      aDay: isADay ? [left, cap.records] : [Number.POSITIVE_INFINITY],
      total: isADay ? Number.POSITIVE_INFINITY : left,
      approved: [],
      paced: null,
    },
  ];
}
