import type { Cost } from '../../../shared/model/budget.ts';

export const FREE_COST: Cost = { requests: 0, records: 0, pageTurns: 0, companies: 0 };
