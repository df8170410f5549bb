import { saveNamedReset } from '../../database/queries/ledger/account-state.ts';
import { recountCompanies } from '../../database/queries/ledger/companies-of-day.ts';
import { recount } from '../../database/queries/ledger/counters.ts';
import { endRolling, startRolling } from '../../database/queries/ledger/rolling-windows.ts';
import type { WriteDb } from '../../database/sql.ts';
import { readWindows } from './account-windows.ts';
import { epochOf } from '../counters.ts';
import type { Ledger } from '../ledger.ts';
import { unitOf } from '../policy/costs.ts';
import {
  CALENDAR,
  isExpectedReset,
  isPlausibleReset,
  WINDOW_OF,
  type CountedBudget,
} from '../policy/windows.ts';
import { COLUMN_OF, isRollingReset, type NamedReset } from '../rolling-day.ts';

/**
 * Adopts a reset time that the service reported (`X-RateLimit-Reset`, `Retry-After` or `reset_unix`, spec
 * §4.12, §8). A time that cannot be the next reset is ignored. If an adopted time changes the start of the
 * budget's window, the requests since the new start are counted again. A daily budget whose reset moves
 * becomes a rolling window. Must run within the caller's transaction.
 * @returns whether the window changed
 */
export function adoptReset(
  { db, ledger }: { readonly db: WriteDb; readonly ledger: Pick<Ledger, 'account'> },
  budget: CountedBudget,
  reset: NamedReset,
  nowMs: number,
): boolean {
  const { resetMs } = reset;
  const before = readWindows(db);
  if (!isPlausibleReset(budget, resetMs, nowMs)) return false;
  const epoch = epochOf(budget, ledger.account());
  const wasRolling = before.isRolling(budget);
  if (WINDOW_OF[budget] === 'day' && isRollingReset(db, epoch, budget, reset, { windows: before, nowMs })) {
    saveNamedReset(db, budget, resetMs);
    if (!wasRolling) startRolling(db, budget);
    return !wasRolling;
  }
  if (wasRolling) endRolling(db, budget);
  else if (isExpectedReset(before, budget, resetMs)) return false;
  saveNamedReset(db, budget, isExpectedReset(CALENDAR, budget, resetMs) ? null : resetMs);
  const startMs = readWindows(db).startMs(budget, nowMs);
  if (!wasRolling && startMs === before.startMs(budget, nowMs)) return false;
  const by = budget === 'test-key' ? 'key_epoch' : 'epoch';
  recount(db, { epoch, budget, startMs }, { column: COLUMN_OF[unitOf(budget)], by });
  if (budget === 'companies-day') recountCompanies(db, epoch, startMs);
  return true;
}
