import type { PriceHints } from '../api/client-port.ts';
import { isKnown, totalContactsOf, totalRoundsOf } from '../db/queries/companies.ts';
import { toldMostly, toldOf } from '../db/queries/panels.ts';
import type { ReadDb } from '../db/sql.ts';

/** What the cache knows that makes a price better than the worst guess. */
export const createPriceHints = (cache: ReadDb): PriceHints => ({
  totalContacts: (companyId) => totalContactsOf(cache, companyId),
  totalRounds: (companyId) => totalRoundsOf(cache, companyId),
  rowsSeen: (endpoint, companyId) => toldOf(cache, companyId, endpoint) ?? toldMostly(cache, endpoint),
  isKnown: (companyId) => isKnown(cache, companyId),
});
