import type { Budget } from '../../../../shared/model/budget.ts';
import { namedResets } from '../../database/queries/ledger/account-state.ts';
import { rollingBudgets } from '../../database/queries/ledger/rolling-windows.ts';
import type { ReadDb } from '../../database/sql.ts';
import { CALENDAR, COUNTED_BUDGETS, createWindows, type Windows } from '../policy/windows.ts';

/**
 * Returns the periods in which the account's budgets are counted. A budget is counted by calendar day or
 * month, unless the service reported a different reset time or a rolling window.
 */
export function readWindows(db: ReadDb): Windows {
  const named = namedResets(db);
  if (named.size === 0) return CALENDAR;
  const rolling = new Set<Budget>(rollingBudgets(db));
  return createWindows(
    new Map(
      COUNTED_BUDGETS.flatMap((budget) => {
        const resetMs = named.get(budget);
        return resetMs === undefined ? [] : [[budget, resetMs] as const];
      }),
    ),
    new Set(COUNTED_BUDGETS.filter((budget) => rolling.has(budget))),
  );
}
