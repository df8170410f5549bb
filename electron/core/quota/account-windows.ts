import { namedResets } from '../database/queries/ledger/account-state.ts';
import type { ReadDb } from '../database/sql.ts';
import { CALENDAR, COUNTED_BUDGETS, createWindows, type Windows } from './policy/windows.ts';

/**
 * Returns the account's budget windows. They follow the calendar unless the service reported a different
 * reset time for a budget.
 */
export function readWindows(db: ReadDb): Windows {
  const named = namedResets(db);
  return named.size === 0
    ? CALENDAR
    : createWindows(
        new Map(
          COUNTED_BUDGETS.flatMap((budget) => {
            const resetMs = named.get(budget);
            return resetMs === undefined ? [] : [[budget, resetMs] as const];
          }),
        ),
      );
}
