import type { Endpoint } from '../../../../shared/model/budget.ts';
import type { MonthlyReview } from '../../../../shared/model/review/monthly-review.ts';
import { SPENDING_GROUPS, type SpendingGroup } from '../../../../shared/model/review/review-values.ts';
import { countersAt } from '../../database/queries/ledger/counters.ts';
import {
  chargedIn,
  firstEntryMs,
  spendingByEndpoint,
  type EndpointSpending,
} from '../../database/queries/ledger/month-spending.ts';
import type { ReadDb } from '../../database/sql.ts';
import { totalOf } from '../../quota/counters.ts';
import type { CountedBudget } from '../../quota/policy/windows.ts';
import type { ReviewMonth } from './review-month.ts';

/** Returns the current limit of a budget. */
export type LimitOf = (budget: CountedBudget) => number;

type Spending = MonthlyReview['spending'];

const GROUP_OF: Readonly<Partial<Record<Endpoint, SpendingGroup>>> = {
  fundings: 'searches',
  companies: 'searches',
  contacts: 'contacts',
  company: 'profiles',
  'open-roles': 'open-roles',
};

/** Returns how much the account used in the month, by endpoint, and how much of its limits expired unused. */
export function readSpending(
  ledger: ReadDb,
  epoch: number,
  month: ReviewMonth,
  limitOf: LimitOf,
): { readonly spending: Spending; readonly byEndpoint: readonly EndpointSpending[] } {
  const byEndpoint = spendingByEndpoint(ledger, { epoch, ...month.records });
  const groups = SPENDING_GROUPS.map((group) => ({
    group,
    records: sum(byEndpoint.filter((each) => groupOf(each) === group).map(({ records }) => records)),
  }));
  const records = limitUse(ledger, epoch, 'month-records', month, limitOf);
  const firstMs = firstEntryMs(ledger, epoch);
  return {
    byEndpoint,
    spending: {
      ...month.records,
      isCalendarMonth: month.isCalendarMonth,
      countedSinceMs: firstMs !== null && firstMs > month.records.fromMs ? firstMs : null,
      requests: sum(byEndpoint.map(({ requests }) => requests)),
      groups,
      elsewhere: records.used - sum(groups.map((group) => group.records)),
      unknown: sum(byEndpoint.map(({ unknown }) => unknown)),
      records,
      pageTurns: limitUse(ledger, epoch, 'page-turns', month, limitOf),
    },
  };
}

const groupOf = ({ endpoint }: EndpointSpending): SpendingGroup =>
  (endpoint === null ? undefined : GROUP_OF[endpoint]) ?? 'other';

/**
 * Returns how much of a limit was used in the month, and how much was left at the end of the month. If the
 * service has moved the reset since that month, the month has no counter, and only the requests of this app
 * are known.
 */
export function limitUse(
  ledger: ReadDb,
  epoch: number,
  budget: 'month-records' | 'page-turns',
  month: ReviewMonth,
  limitOf: LimitOf,
): Spending['records'] {
  const window = budget === 'page-turns' ? month.pageTurns : month.records;
  const counter = countersAt(ledger, epoch, window.fromMs).find((each) => each.budget === budget);
  const charged = chargedIn(ledger, { epoch, ...window });
  const used =
    counter === undefined ? charged[budget === 'page-turns' ? 'pageTurns' : 'records'] : totalOf(counter);
  const limit = limitOf(budget);
  return { used, limit, expired: Math.max(0, limit - used) };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
