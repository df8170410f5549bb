import type { ReadDb } from '../../database/sql.ts';
import { hasJoinedCompany } from '../../database/queries/yours/local-companies.ts';
import { isLocalCompanyId } from '../../foundation/local-company-id.ts';
import type { Sliced } from '../../foundation/slices.ts';
import { joinedIds } from '../local-companies/local-companies.ts';
import { ITEM_TYPES, type ArchiveContent } from './content.ts';

/**
 * If a local company was joined into a stored company in this workspace, replaces the local id with the
 * stored company's id, so the data of the two companies is compared. Keeps the local id if the content
 * already contains data of the stored company.
 */
export function* withJoinedCompanies(content: ArchiveContent, db: ReadDb): Sliced<ArchiveContent> {
  if (!hasJoinedCompany(db)) return content;
  const ids = new Set<string>();
  for (const type of ITEM_TYPES)
    for (const item of content[type]) {
      if ('companyId' in item) ids.add(item.companyId);
      yield;
    }
  const joined = joinedIds(db, [...ids].filter(isLocalCompanyId));
  for (const [localId, storedId] of joined) if (ids.has(storedId)) joined.delete(localId);
  if (joined.size === 0) return content;
  const replaced: Record<string, unknown> = {};
  for (const type of ITEM_TYPES) {
    const items: unknown[] = [];
    for (const item of content[type]) {
      const storedId = 'companyId' in item ? joined.get(item.companyId) : undefined;
      items.push(storedId === undefined ? item : { ...item, companyId: storedId });
      yield;
    }
    replaced[type] = items;
  }
  return replaced as ArchiveContent;
}
