import type { CompanyRow } from './model/company.ts';

type FitRow = Pick<CompanyRow, 'fit' | 'window'>;

/**
 * Returns a number to sort by: the fit, or -1 for a company without a fit, so it comes after companies
 * whose fit is 0.
 */
const fitOf = ({ fit }: FitRow): number => fit ?? -1;
/** Returns when the open contact window closes, in Unix ms; infinity if none is open. */
const closesAt = ({ window }: FitRow): number =>
  window.state === 'open' ? (window.closesAtMs ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;

/**
 * Compares companies by fit, best first. Companies with the same fit are compared by the end of their contact
 * window, soonest first. Returns 0 if both values are equal, or if neither company has a fit.
 */
export function compareByFit(a: FitRow, b: FitRow): number {
  if (fitOf(a) !== fitOf(b)) return fitOf(b) - fitOf(a);
  return a.fit === undefined || closesAt(a) === closesAt(b) ? 0 : closesAt(a) - closesAt(b);
}
