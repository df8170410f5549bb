import { AppFailure } from '../../../shared/app-failure.ts';
import { ledgerMigrations } from '../database/migrations/ledger/index.ts';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open.ts';
import { addToCounter } from '../database/queries/ledger/counters.ts';
import { readAccount } from '../database/queries/ledger/account-state.ts';
import { checkpointWal } from '../database/queries/backup.ts';
import { close, transaction, type WriteDb } from '../database/sql.ts';
import type { KnownLimit } from '../database/queries/cache/known-limits.ts';
import { createAccountLimits } from '../quota/account/account-limits.ts';
import { DOCUMENTED_LIMITS } from '../quota/policy/costs.ts';
import { epochOf, NOTHING } from '../quota/counters.ts';
import { CALENDAR, COUNTED_BUDGETS, type CountedBudget } from '../quota/policy/windows.ts';
import { stateFailure } from './file-errors.ts';
import { limitsOfFiles, saveLimits } from './known-limits.ts';
import { removeWithSides } from './durable-files.ts';
import type { InspectedState, InspectionContext } from './inspect-database.ts';
import { preparedFile, replaceFile } from './replace-file.ts';
import { HOUR_MS } from '../../../shared/durations.ts';

/**
 * The amount of each budget that a new ledger leaves for `/stats` requests. Several `/stats` readings are
 * needed to correct the assumed usage (quota/reconcile.ts).
 */
const LEFT_FOR_READINGS = 3;
/**
 * Assumed maximum error of this computer's clock, in ms. With such an error, any of several windows of a
 * budget may be the current one. The new ledger counts all of them as used up.
 */
const CLOCK_MAX_ERROR_MS = 12 * HOUR_MS;

/**
 * Creates a new ledger in place of a damaged or missing one, and sets aside the remaining files of the old
 * one. The ledger must not be open. Past spending is unknown, so each budget counts as used up until `/stats`
 * corrects the usage or the budget's window ends. The account's limits are read from the workspace's files.
 * If this fails, the documented limits are assumed. `recordsThisMonth` is the number of records that the
 * service's dashboard shows; null if the user has not entered it.
 * @returns the name of the file that was set aside, or null, and whether the limits are only assumed
 * @throws AppFailure `validation` if the ledger is sound, `storage` if another problem prevents opening it
 */
export function recreateLedger(
  folder: string,
  seen: InspectedState,
  recordsThisMonth: number | null,
  surroundings: InspectionContext,
): { readonly setAside: string | null; readonly limitsAssumed: boolean } {
  if (seen === 'ok' || seen === 'new') throw ledgerIsSound();
  if (seen !== 'damaged' && seen !== 'missing') throw stateFailure('ledger', seen);
  const limits = limitsOfFiles(folder, surroundings);
  const file = preparedFile(folder, 'ledger');
  removeWithSides(file);
  try {
    const db = openDatabase(file, surroundings);
    try {
      migrate(db, ledgerMigrations);
      useUp(db, limits, recordsThisMonth, surroundings.clock.nowMs());
      checkpointWal(db);
    } finally {
      close(db);
    }
    const setAside = replaceFile(folder, 'ledger', surroundings.clock.nowMs());
    return { setAside, limitsAssumed: limits.length === 0 };
  } catch (error) {
    removeWithSides(file);
    throw error;
  }
}

export const ledgerIsSound = (): AppFailure =>
  new AppFailure({ kind: 'validation', issues: [{ path: 'ledger', message: 'is sound' }] });

function useUp(
  db: WriteDb,
  known: readonly KnownLimit[],
  recordsThisMonth: number | null,
  nowMs: number,
): void {
  transaction(db, () => saveLimits(db, known, nowMs));
  const limits = createAccountLimits(db, DOCUMENTED_LIMITS);
  const account = readAccount(db);
  const around = { fromMs: nowMs - CLOCK_MAX_ERROR_MS, toMs: nowMs + CLOCK_MAX_ERROR_MS };
  const used = (budget: CountedBudget): number =>
    budget === 'month-records' && recordsThisMonth !== null
      ? recordsThisMonth
      : Math.max(0, limits.limit(budget).value - LEFT_FOR_READINGS);
  transaction(db, () => {
    for (const budget of COUNTED_BUDGETS)
      for (const startMs of CALENDAR.startsIn(budget, around))
        addToCounter(db, epochOf(budget, account), budget, startMs, { ...NOTHING, unknown: used(budget) });
  });
}
