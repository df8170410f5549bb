import type { Budget, Cost } from '../../../../shared/model/budget.ts';

export type Limits = Readonly<Record<Budget, number>>;

/** Documented limits (spec §8), used until the service reports others. */
export const DOCUMENTED_LIMITS: Limits = {
  minute: 20,
  day: 300,
  'month-requests': 3_000,
  'month-records': 3_000,
  'companies-day': 100,
  'page-turns': 200,
  export: 3_000,
  'test-key': 300,
};

/**
 * The part of a cost that each budget counts. The spec does not say what uses `monthly_export`, so every
 * record is assumed to.
 */
const UNIT: Readonly<Record<Budget, keyof Cost>> = {
  minute: 'requests',
  day: 'requests',
  'month-requests': 'requests',
  'month-records': 'records',
  'companies-day': 'companies',
  'page-turns': 'pageTurns',
  export: 'records',
  'test-key': 'requests',
};

export const FREE: Cost = { requests: 0, records: 0, pageTurns: 0, companies: 0 };

export const amountIn = (budget: Budget, cost: Cost): number => cost[UNIT[budget]];

/** Whether any component of `cost` exceeds the accepted cost. */
export const isDearer = (cost: Cost, accepted: Cost): boolean =>
  cost.requests > accepted.requests ||
  cost.records > accepted.records ||
  cost.pageTurns > accepted.pageTurns ||
  cost.companies > accepted.companies;
