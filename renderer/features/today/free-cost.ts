import type { Cost } from '../../../shared/model/budget.ts';

/** What costs nothing. */
export const FREE_COST: Cost = { requests: 0, records: 0, pageTurns: 0, companies: 0 };
