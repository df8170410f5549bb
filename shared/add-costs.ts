import type { Cost, Receipt } from './model/budget.ts';

/** The sum of two costs. */
export const plus = (a: Cost, b: Cost): Cost => ({
  requests: a.requests + b.requests,
  records: a.records + b.records,
  pageTurns: a.pageTurns + b.pageTurns,
  companies: a.companies + b.companies,
});

/** Whether a cost is within another in every unit. */
export const isWithin = (cost: Cost, most: Cost): boolean =>
  cost.requests <= most.requests &&
  cost.records <= most.records &&
  cost.pageTurns <= most.pageTurns &&
  cost.companies <= most.companies;

/** Combines receipts: sums reserved and spent amounts; the remaining budget comes from the last receipt. */
export function addReceipts(before: Receipt | null, last: Receipt): Receipt {
  if (before === null) return last;
  return { ...last, reserved: plus(before.reserved, last.reserved), cost: plus(before.cost, last.cost) };
}
