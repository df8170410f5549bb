import type { ReadDb } from '../../database/sql.ts';
import { hasJoinedCompany } from '../../database/queries/yours/local-companies.ts';
import { isLocalCompanyId } from '../../foundation/local-company-id.ts';
import { joinedIds } from '../local-companies/local-companies.ts';
import type { ArchiveContent } from './content.ts';

/**
 * Replaces the id of each local company that was joined into a stored one in this workspace, so the data of
 * both is compared. Keeps the id if the content already contains data of the stored company.
 */
export function withJoinedCompanies(content: ArchiveContent, db: ReadDb): ArchiveContent {
  if (!hasJoinedCompany(db)) return content;
  const ids = new Set<string>();
  const text = JSON.stringify(content, (key, value: unknown) => {
    if (key === 'companyId' && typeof value === 'string') ids.add(value);
    return value;
  });
  const joined = joinedIds(db, [...ids].filter(isLocalCompanyId));
  for (const [localId, storedId] of joined) if (ids.has(storedId)) joined.delete(localId);
  if (joined.size === 0) return content;
  const replaced: unknown = JSON.parse(text, (key, value: unknown) =>
    key === 'companyId' && typeof value === 'string' ? (joined.get(value) ?? value) : value,
  );
  return replaced as ArchiveContent;
}
