import type { Budget, Cost } from '../../../../shared/model/budget.ts';
import { isWithin } from '../../../../shared/add-costs.ts';

export type Limits = Readonly<Record<Budget, number>>;

/** The limits documented in spec §8. They apply until the service reports other limits. */
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
 * The component of a cost that counts toward each budget. Spec §8 does not say what counts toward
 * `monthly_export` (`export`), so every record is assumed to count.
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

export const unitOf = (budget: Budget): keyof Cost => UNIT[budget];
export const amountIn = (budget: Budget, cost: Cost): number => cost[UNIT[budget]];

/** Returns whether any component of `cost` is higher than in `accepted`. */
export const isDearer = (cost: Cost, accepted: Cost): boolean => !isWithin(cost, accepted);
