import type { BuyerRoles } from '../../../shared/model/buyer-roles.ts';
import type { CompanyMatches } from '../../../shared/model/plan.ts';
import type { CountMatches } from '../contacts/match-counts.ts';
import { companyRows } from '../database/queries/cache/companies.ts';
import type { ReadDb } from '../database/sql.ts';

/**
 * Returns, for each company, how many of its stored contacts match the buyer roles; null if no titles have
 * been fetched yet. Omits companies that have no contacts, and all companies while contacts are locked. A
 * caller that sends the counts to the renderer must check the release limit (ADR 54).
 */
export function companyMatches(
  cache: ReadDb,
  countMatches: CountMatches,
  roles: BuyerRoles,
  companyIds: readonly string[],
): CompanyMatches[] {
  const counts = countMatches(companyIds, roles);
  if (counts === null) return [];
  const rows = [...companyRows(cache, companyIds).values()];
  return rows.flatMap(({ companyId, contacts }): CompanyMatches[] => {
    const counted = counts.get(companyId);
    if (counted !== undefined) {
      const { strong, weak, stored } = counted;
      return [{ companyId, matches: { strong, weak, stored } }];
    }
    const isFetched = (contacts?.namesAtMs ?? contacts?.fetchedAtMs ?? null) !== null;
    return isFetched ? [] : [{ companyId, matches: null }];
  });
}
