import type { Cost, Screen } from '../../../shared/model/budget.ts';
import {
  addToCounter,
  countersAt,
  type Counter,
  type CounterAmounts,
} from '../database/queries/ledger/counters.ts';
import { addToDay, addToScreen, type UseLane } from '../database/queries/ledger/daily-use.ts';
import type { Account } from '../database/queries/ledger/account-state.ts';
import type { ReadDb, WriteDb } from '../database/sql.ts';
import { readWindows } from './account/account-windows.ts';
import { amountIn } from './policy/costs.ts';
import { rollingCounter } from './rolling-day.ts';
import { COUNTED_BUDGETS, windowStartMs, type CountedBudget, type Span } from './policy/windows.ts';

export const NOTHING: CounterAmounts = { spent: 0, unknown: 0, others: 0, corrected: 0 };

/** Returns the total usage in a window, including other devices; at least 0. */
export const totalOf = ({ spent, unknown, others, corrected }: CounterAmounts): number =>
  Math.max(0, spent + unknown + others + corrected);

/**
 * Returns the epoch under which a budget's counters are stored. The epoch is a number that changes when the
 * account changes or, for `test-key`, when the API key changes.
 */
export const epochOf = (budget: CountedBudget, { epoch, keyEpoch }: Omit<Account, 'testKey'>): number =>
  budget === 'test-key' ? keyEpoch : epoch;

/**
 * Adds a cost to every window that overlaps the span. Must run in the caller's transaction. Usage by other
 * devices is not added to `test-key`, because those devices may use a different key.
 */
export function count(
  db: WriteDb,
  account: Omit<Account, 'testKey'>,
  span: Span,
  cost: Cost,
  column: 'spent' | 'unknown' | 'others',
  sign: 1 | -1 = 1,
): void {
  const windows = readWindows(db);
  for (const budget of COUNTED_BUDGETS) {
    const amount = sign * amountIn(budget, cost);
    if (amount === 0 || (column === 'others' && budget === 'test-key')) continue;
    for (const startMs of windows.startsIn(budget, span))
      addToCounter(db, epochOf(budget, account), budget, startMs, { ...NOTHING, [column]: amount });
  }
}

/** Returns the counter of each budget's window at `atMs`; zero if the window has no row. */
export function countersNow(
  db: ReadDb,
  account: Omit<Account, 'testKey'>,
  atMs: number,
): ReadonlyMap<CountedBudget, Counter> {
  const windows = readWindows(db);
  const read = new Map<string, readonly Counter[]>();
  return new Map(
    COUNTED_BUDGETS.map((budget) => {
      const epoch = epochOf(budget, account);
      if (windows.isRolling(budget)) return [budget, rollingCounter(db, epoch, budget, atMs)];
      const startMs = windows.startMs(budget, atMs);
      // Reads the counters once for each window start instead of once for each budget, because most budgets
      // have the same window start.
      const key = `${epoch} ${startMs}`;
      const among = read.get(key) ?? countersAt(db, epoch, startMs);
      read.set(key, among);
      const counter = among.find((known) => known.budget === budget);
      return [budget, counter ?? { budget, startMs, ...NOTHING }];
    }),
  );
}

/** Returns the total usage in each budget's window at `atMs`. */
export const totalsNow = (
  db: ReadDb,
  account: Omit<Account, 'testKey'>,
  atMs: number,
): ReadonlyMap<CountedBudget, number> =>
  new Map([...countersNow(db, account, atMs)].map(([budget, counter]) => [budget, totalOf(counter)]));

/** The origin of a request: the account, the lane and the screen. */
interface DayUser {
  readonly epoch: number;
  readonly lane: UseLane | null;
  readonly screen: Screen;
}

/**
 * Adds a request to the usage totals of the UTC day that contains `atMs`, or subtracts it if `sign` is -1.
 */
export function useDay(
  db: WriteDb,
  { epoch, lane, screen }: DayUser,
  atMs: number,
  { requests, records, pageTurns }: Cost,
  sign: 1 | -1 = 1,
): void {
  const dayMs = windowStartMs('day', atMs);
  if (lane === 'interactive') addToScreen(db, epoch, { dayMs, screen, records: sign * records });
  addToDay(db, epoch, {
    dayMs,
    lane: lane ?? 'interactive',
    requests: sign * requests,
    records: sign * records,
    pageTurns: sign * pageTurns,
  });
}
