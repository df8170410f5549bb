import { saveNamedReset } from '../database/queries/ledger/account-state.ts';
import { recountCompanies } from '../database/queries/ledger/companies-of-day.ts';
import { recount, type CostColumn } from '../database/queries/ledger/counters.ts';
import type { WriteDb } from '../database/sql.ts';
import { readWindows } from './account-windows.ts';
import { epochOf } from './counters.ts';
import type { Ledger } from './ledger.ts';
import { unitOf } from './policy/costs.ts';
import { CALENDAR, isExpectedReset, isPlausibleReset, type CountedBudget } from './policy/windows.ts';

const COLUMNS: Readonly<Record<ReturnType<typeof unitOf>, CostColumn>> = {
  requests: 'requests',
  records: 'records',
  pageTurns: 'page_turns',
  companies: 'companies',
};

/**
 * Adopts a reset time reported by the service (`X-RateLimit-Reset`, `Retry-After` or `reset_unix`, spec
 * §4.12, §8). Ignores a time that cannot be the next reset. If this changes the start of the budget's window,
 * recounts the requests since the new start. Must run in the caller's transaction.
 * @returns whether the window changed
 */
export function adoptReset(
  { db, ledger }: { readonly db: WriteDb; readonly ledger: Pick<Ledger, 'account'> },
  budget: CountedBudget,
  resetMs: number,
  nowMs: number,
): boolean {
  const before = readWindows(db);
  if (!isPlausibleReset(budget, resetMs, nowMs) || isExpectedReset(before, budget, resetMs)) return false;
  saveNamedReset(db, budget, isExpectedReset(CALENDAR, budget, resetMs) ? null : resetMs);
  const startMs = readWindows(db).startMs(budget, nowMs);
  if (startMs === before.startMs(budget, nowMs)) return false;
  const epoch = epochOf(budget, ledger.account());
  const by = budget === 'test-key' ? 'key_epoch' : 'epoch';
  recount(db, { epoch, budget, startMs }, { column: COLUMNS[unitOf(budget)], by });
  if (budget === 'companies-day') recountCompanies(db, epoch, startMs);
  return true;
}
