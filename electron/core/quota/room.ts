import type { Budget, Cost, Lane } from '../../../shared/model/budget.ts';
import { leftOf, type BudgetState } from './budget-state.ts';
import { FREE } from './costs.ts';
import { allowanceLeft, allowancesFor, evenShare, FLOOR_SHARE } from './pace.ts';
import type { QuotaState } from './quota-policy.ts';

/** What work without the seller may take, today and on the days to come; nothing of it is reserved. */
export interface Room {
  /** Of every unit, the most that today leaves. */
  readonly today: Cost;
  /** Records that the seller's own allowance leaves to a lane today and gives it on every later day; none where he set none. */
  readonly lanes: ReadonlyMap<Lane, { readonly today: number; readonly aDay: number }>;
  /** The even share of records on every later day to the month's reset. */
  readonly recordsADay: number;
  /** Days to the reset, today included; at least 1. */
  readonly daysLeft: number;
  /** The same share in the month after. */
  readonly recordsADayAfter: number;
}

/** The lanes that a plan's calls go in. */
const LANES: readonly Lane[] = ['window-closing', 'watchlist', 'catch-up'];
const DAYS_OF_A_MONTH = 30;
const WITHOUT_END = 1_000_000;

/**
 * What the background may take as `decide` would let it: budgets with their floors and even shares, and the seller's own
 * allowances. The rolling minute is left out: it passes. Pure.
 */
export function roomOf({ budgets, allowances }: QuotaState, nowMs: number): Room {
  const of = (budget: Budget): BudgetState | undefined => budgets.find((each) => each.budget === budget);
  const room = (budget: Budget): number => {
    const state = of(budget);
    return state === undefined ? WITHOUT_END : roomIn(state, nowMs);
  };
  const shared = allowances.filter(({ scope }) => scope === 'all' || scope === 'background');
  const own = Math.min(WITHOUT_END, ...shared.map(allowanceLeft));
  const records = of('month-records');
  const share = records === undefined ? 0 : (evenShare(records) ?? 0);
  const caps = Math.min(WITHOUT_END, ...shared.map((each) => each.records));
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
        const narrow = allowancesFor(allowances, lane).filter(({ scope }) => scope === lane);
        return narrow.map((each) => [lane, { today: allowanceLeft(each), aDay: each.records }] as const);
      }),
    ),
    recordsADay: Math.min(share, caps),
    daysLeft: records?.daysLeft ?? 1,
    recordsADayAfter: Math.min(Math.floor((records?.limit ?? 0) / DAYS_OF_A_MONTH), caps),
  };
}

function roomIn(state: BudgetState, nowMs: number): number {
  if (state.closedUntilMs !== null && state.closedUntilMs > nowMs) return 0;
  const left = leftOf(state);
  if (state.budget === 'day' || state.budget === 'companies-day')
    return Math.max(0, Math.floor(left - state.limit * FLOOR_SHARE));
  const share = evenShare(state);
  return share === null ? left : Math.max(0, Math.min(left, share - (state.usedToday ?? 0)));
}
