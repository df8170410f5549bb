import type { Certainty, Cost, Receipt } from './model/budget.ts';

/** The cost of a request that is not charged. */
export const FREE: Cost = { requests: 0, records: 0, pageTurns: 0, companies: 0 };

export const plus = (a: Cost, b: Cost): Cost => ({
  requests: a.requests + b.requests,
  records: a.records + b.records,
  pageTurns: a.pageTurns + b.pageTurns,
  companies: a.companies + b.companies,
});

/** Subtracts each component of `b` from the same component of `a`; a negative result becomes 0. */
export const minus = (a: Cost, b: Cost): Cost => ({
  requests: Math.max(0, a.requests - b.requests),
  records: Math.max(0, a.records - b.records),
  pageTurns: Math.max(0, a.pageTurns - b.pageTurns),
  companies: Math.max(0, a.companies - b.companies),
});

/** Whether each component of `cost` is at most the same component of `most`. */
export const isWithin = (cost: Cost, most: Cost): boolean =>
  cost.requests <= most.requests &&
  cost.records <= most.records &&
  cost.pageTurns <= most.pageTurns &&
  cost.companies <= most.companies;

/**
 * Returns the certainty of the total of several prices. If one of the prices has no maximum (`about`), the
 * total has none either.
 */
export function totalCertainty(parts: readonly { readonly certainty: Certainty }[]): Certainty {
  if (parts.every(({ certainty }) => certainty === 'exact')) return 'exact';
  return parts.some(({ certainty }) => certainty === 'about') ? 'about' : 'up-to';
}

/** Combines two receipts: adds up the reserved and actual costs, and takes all other fields from `last`. */
export function addReceipts(before: Receipt | null, last: Receipt): Receipt {
  if (before === null) return last;
  return {
    ...last,
    ...estimateOf(before.isEstimate === true || last.isEstimate === true),
    reserved: plus(before.reserved, last.reserved),
    cost: plus(before.cost, last.cost),
  };
}

/** Returns the field of a receipt that marks its price as an estimate. */
export const estimateOf = (isEstimate: boolean): Pick<Receipt, 'isEstimate'> =>
  isEstimate ? { isEstimate: true } : {};
