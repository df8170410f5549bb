import type { Cost } from '../../../shared/model/budget.ts';
import {
  addToCounter,
  countersAt,
  type Counter,
  type CounterAmounts,
} from '../database/queries/ledger/counters.ts';
import { addToDay, type UseLane } from '../database/queries/ledger/daily-use.ts';
import type { Account } from '../database/queries/ledger/account-state.ts';
import type { ReadDb, WriteDb } from '../database/sql.ts';
import { amountIn } from './policy/costs.ts';
import {
  COUNTED_BUDGETS,
  WINDOW_OF,
  windowStartMs,
  windowStartsIn,
  type CountedBudget,
  type Span,
} from './policy/windows.ts';

export const NOTHING: CounterAmounts = { spent: 0, unknown: 0, others: 0, corrected: 0 };

/** Returns the total usage of a window, including other devices; at least 0. */
export const totalOf = ({ spent, unknown, others, corrected }: CounterAmounts): number =>
  Math.max(0, spent + unknown + others + corrected);

/**
 * Returns the epoch under which the counters of a budget are stored. It identifies the account or, for
 * `test-key`, the key.
 */
export const epochOf = (budget: CountedBudget, { epoch, keyEpoch }: Omit<Account, 'testKey'>): number =>
  budget === 'test-key' ? keyEpoch : epoch;

/**
 * Adds a cost to every window that the span touches, within the caller's transaction. Usage of other devices
 * is not added to `test-key`, because those devices may use a different key.
 */
export function count(
  db: WriteDb,
  account: Omit<Account, 'testKey'>,
  span: Span,
  cost: Cost,
  column: 'spent' | 'unknown' | 'others',
  sign: 1 | -1 = 1,
): void {
  for (const budget of COUNTED_BUDGETS) {
    const amount = sign * amountIn(budget, cost);
    if (amount === 0 || (column === 'others' && budget === 'test-key')) continue;
    for (const startMs of windowStartsIn(WINDOW_OF[budget], span))
      addToCounter(db, epochOf(budget, account), budget, startMs, { ...NOTHING, [column]: amount });
  }
}

/** Returns the counter of each budget's window at `atMs`. A window without a row has a counter of zero. */
export function countersNow(
  db: ReadDb,
  account: Omit<Account, 'testKey'>,
  atMs: number,
): ReadonlyMap<CountedBudget, Counter> {
  const dayMs = windowStartMs('day', atMs);
  const monthMs = windowStartMs('month', atMs);
  const found = countersAt(db, account.epoch, monthMs);
  if (dayMs !== monthMs) found.push(...countersAt(db, account.epoch, dayMs));
  const foundOfKey = account.keyEpoch === account.epoch ? found : countersAt(db, account.keyEpoch, monthMs);
  return new Map(
    COUNTED_BUDGETS.map((budget) => {
      const startMs = WINDOW_OF[budget] === 'day' ? dayMs : monthMs;
      const among = budget === 'test-key' ? foundOfKey : found;
      const counter = among.find((known) => known.budget === budget && known.startMs === startMs);
      return [budget, counter ?? { budget, startMs, ...NOTHING }];
    }),
  );
}

/**
 * Adds a request to the usage totals of the UTC day that contains `atMs`, or subtracts it if `sign` is -1.
 */
export function useDay(
  db: WriteDb,
  { epoch, lane }: { readonly epoch: number; readonly lane: UseLane | null },
  atMs: number,
  { requests, records, pageTurns }: Cost,
  sign: 1 | -1 = 1,
): void {
  addToDay(db, epoch, {
    dayMs: windowStartMs('day', atMs),
    lane: lane ?? 'interactive',
    requests: sign * requests,
    records: sign * records,
    pageTurns: sign * pageTurns,
  });
}
