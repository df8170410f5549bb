import type { Cost } from './model/budget.ts';

/** Both together. */
export const plus = (a: Cost, b: Cost): Cost => ({
  requests: a.requests + b.requests,
  records: a.records + b.records,
  pageTurns: a.pageTurns + b.pageTurns,
  companies: a.companies + b.companies,
});
