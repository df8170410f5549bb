import type { PriceHints } from '../service-api/client-port.ts';
import { expectedContactsOf, isKnown, totalRoundsOf, totalsOf } from '../database/queries/cache/companies.ts';
import {
  usualRowCount,
  reportedRowsOf,
  lastRowCounts,
} from '../database/queries/cache/panels/company-panels.ts';
import type { ReadDb } from '../database/sql.ts';

/** Creates price hints: row counts from the cache that make the price of a request more precise. */
export const createPriceHints = (cache: ReadDb): PriceHints => ({
  totalContacts: (companyId) => expectedContactsOf(cache, companyId),
  totalRounds: (companyId) => totalRoundsOf(cache, companyId),
  rowsSeen: (endpoint, companyId) =>
    reportedRowsOf(cache, companyId, endpoint) ?? usualRowCount(cache, endpoint),
  isKnown: (companyId) => isKnown(cache, companyId),
});

type RowsSeen = Parameters<PriceHints['rowsSeen']>[0];
const SEEN: readonly RowsSeen[] = ['rounds', 'highlights', 'news'];

/**
 * Returns price hints for pricing hundreds of companies at once. A few queries read the counts of the
 * companies in `ids` in advance; all other counts are read on demand. The hints become invalid when another
 * response is stored.
 */
export function readPriceHints(cache: ReadDb, ids: readonly string[]): PriceHints {
  const live = createPriceHints(cache);
  const totals = new Map(totalsOf(cache, ids).map((each) => [each.companyId, each]));
  const usualCounts = new Map(
    lastRowCounts(cache, ids, SEEN).map((each) => [`${each.panel}/${each.companyId}`, each.reportedRows]),
  );
  const mostly = new Map(SEEN.map((endpoint) => [endpoint, usualRowCount(cache, endpoint)]));
  const read = new Set(ids);
  return {
    totalContacts: (companyId) =>
      read.has(companyId) ? (totals.get(companyId)?.contacts ?? null) : live.totalContacts(companyId),
    totalRounds: (companyId) =>
      read.has(companyId) ? (totals.get(companyId)?.rounds ?? null) : live.totalRounds(companyId),
    rowsSeen: (endpoint, companyId) =>
      read.has(companyId)
        ? (usualCounts.get(`${endpoint}/${companyId}`) ?? mostly.get(endpoint) ?? null)
        : live.rowsSeen(endpoint, companyId),
    isKnown: live.isKnown,
  };
}
