import { AppFailure } from '../../../shared/app-failure.ts';
import type { FileState } from '../../../shared/contract-backups.ts';
import { ledgerMigrations } from '../db/migrations/ledger/index.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { addToCounter } from '../db/queries/ledger-counters.ts';
import { readAccount } from '../db/queries/ledger-facts.ts';
import { foldLog } from '../db/queries/backup.ts';
import { close, transaction, type WriteDb } from '../db/sql.ts';
import { DOCUMENTED_LIMITS } from '../quota/costs.ts';
import { epochOf, NOTHING } from '../quota/counters.ts';
import { COUNTED_BUDGETS, WINDOW_OF, windowStartsIn, type CountedBudget } from '../quota/windows.ts';
import { stateFailure } from './file-failure.ts';
import { removeWithSides } from './file-sync.ts';
import type { Surroundings } from './inspect.ts';
import { preparedFile, replaceFile } from './replace-file.ts';

/** Left of every budget, so that `/stats` can be asked: what a budget holds less is believed after two quiet readings. */
const LEFT_FOR_READINGS = 3;
/** How far this laptop's clock may be off, ms: all windows around it count as used up. */
const CLOCK_MAX_ERROR_MS = 12 * 3_600_000;

/**
 * Sets a damaged or missing ledger aside and begins a new one, which nothing may hold open. Nobody knows what was spent, so
 * that every budget counts as used up, as if calls of unknown outcome had taken it, until the service tells or the window
 * ends: over-counting is possible, under-counting is not. `recordsThisMonth` is the dashboard's figure, or null.
 * @returns the name of what was set aside
 * @throws AppFailure validation where the ledger is sound, storage where another trouble keeps it from opening
 */
export function beginLedger(
  folder: string,
  seen: FileState,
  recordsThisMonth: number | null,
  surroundings: Surroundings,
): string | null {
  if (seen === 'ok' || seen === 'new' || seen === 'rebuilt') throw ledgerIsSound();
  if (seen !== 'damaged' && seen !== 'missing') throw stateFailure('ledger', seen);
  const file = preparedFile(folder, 'ledger');
  removeWithSides(file);
  try {
    const db = openDatabase(file, surroundings);
    try {
      migrate(db, ledgerMigrations);
      useUp(db, recordsThisMonth, surroundings.clock.nowMs());
      foldLog(db);
    } finally {
      close(db);
    }
    return replaceFile(folder, 'ledger', surroundings.clock.nowMs());
  } catch (error) {
    removeWithSides(file);
    throw error;
  }
}

export const ledgerIsSound = (): AppFailure =>
  new AppFailure({ kind: 'validation', issues: [{ path: 'ledger', message: 'is sound' }] });

function useUp(db: WriteDb, recordsThisMonth: number | null, nowMs: number): void {
  const account = readAccount(db);
  const around = { fromMs: nowMs - CLOCK_MAX_ERROR_MS, toMs: nowMs + CLOCK_MAX_ERROR_MS };
  const used = (budget: CountedBudget): number =>
    budget === 'month-records' && recordsThisMonth !== null
      ? recordsThisMonth
      : DOCUMENTED_LIMITS[budget] - LEFT_FOR_READINGS;
  transaction(db, () => {
    for (const budget of COUNTED_BUDGETS)
      for (const startMs of windowStartsIn(WINDOW_OF[budget], around))
        addToCounter(db, epochOf(budget, account), budget, startMs, { ...NOTHING, unknown: used(budget) });
  });
}
