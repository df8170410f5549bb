import type { PriceHints } from '../api/client-port.ts';
import { isKnown, totalContactsOf, totalRoundsOf, totalsOf } from '../db/queries/companies.ts';
import { toldMostly, toldOf, toldOfMany } from '../db/queries/panels.ts';
import type { ReadDb } from '../db/sql.ts';

/** What the cache knows that makes a price better than the worst guess. */
export const createPriceHints = (cache: ReadDb): PriceHints => ({
  totalContacts: (companyId) => totalContactsOf(cache, companyId),
  totalRounds: (companyId) => totalRoundsOf(cache, companyId),
  rowsSeen: (endpoint, companyId) => toldOf(cache, companyId, endpoint) ?? toldMostly(cache, endpoint),
  isKnown: (companyId) => isKnown(cache, companyId),
});

type Seen = Parameters<PriceHints['rowsSeen']>[0];
const SEEN: readonly Seen[] = ['rounds', 'highlights', 'news'];

/**
 * The same of these companies as the cache stands now, read in two goes: for whoever prices hundreds of them and is done before
 * anything else can be stored. Of any other company as ever.
 */
export function readPriceHints(cache: ReadDb, ids: readonly string[]): PriceHints {
  const live = createPriceHints(cache);
  const totals = new Map(totalsOf(cache, ids).map((each) => [each.companyId, each]));
  const told = new Map(
    toldOfMany(cache, ids, SEEN).map((each) => [`${each.panel}/${each.companyId}`, each.told]),
  );
  const mostly = new Map(SEEN.map((endpoint) => [endpoint, toldMostly(cache, endpoint)]));
  const read = new Set(ids);
  return {
    totalContacts: (companyId) =>
      read.has(companyId) ? (totals.get(companyId)?.contacts ?? null) : live.totalContacts(companyId),
    totalRounds: (companyId) =>
      read.has(companyId) ? (totals.get(companyId)?.rounds ?? null) : live.totalRounds(companyId),
    rowsSeen: (endpoint, companyId) =>
      read.has(companyId)
        ? (told.get(`${endpoint}/${companyId}`) ?? mostly.get(endpoint) ?? null)
        : live.rowsSeen(endpoint, companyId),
    isKnown: live.isKnown,
  };
}
