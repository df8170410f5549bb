import { hasRoles } from '../../../shared/buyer-roles.ts';
import { buyerRolesSchema, type BuyerRoles, type Seniority } from '../../../shared/model/buyer-roles.ts';
import { SENIORITIES } from '../../../shared/model/limits.ts';
import type { ReadDb } from '../database/sql.ts';
import { fold } from '../../../shared/fold-diacritics.ts';
import { readPreference } from './market-settings.ts';

/** Returns the buyer roles; null if none are set or if an incompatible version of the app wrote them. */
export function readBuyerRoles(yours: ReadDb): BuyerRoles | null {
  const stored = buyerRolesSchema.safeParse(readPreference(yours, 'buyer-roles')).data;
  return stored !== undefined && hasRoles(stored) ? stored : null;
}

/**
 * Returns the canonical form of buyer roles: one role for each department, seniorities in the service's order
 * (spec §4.8), and no duplicate keywords. A role without seniorities covers all seniorities of its
 * department, so it absorbs the other roles of the department.
 */
export function canonicalBuyerRoles({ roles, keywords }: BuyerRoles): BuyerRoles {
  const departments = [...new Set(roles.map(({ department }) => department))];
  return buyerRolesSchema.parse({
    roles: departments.map((department) => {
      const same = roles.filter((role) => role.department === department);
      const isAny = same.some(({ seniorities }) => seniorities.length === 0);
      const isWanted = (each: Seniority): boolean =>
        same.some(({ seniorities }) => seniorities.includes(each));
      return { department, seniorities: isAny ? [] : SENIORITIES.filter(isWanted) };
    }),
    keywords: [...new Map(keywords.map((keyword) => [fold(keyword), keyword])).values()],
  });
}
