import type { ReadDb } from '../../database/sql.ts';
import { hasJoinedCompany } from '../../database/queries/yours/local-companies.ts';
import { isLocalCompanyId } from '../../foundation/local-company-id.ts';
import { joinedIds } from '../local-companies/local-companies.ts';
import type { ArchiveContent } from './content.ts';

/**
 * Replaces the ids of local companies that were joined into stored ones here, so that their data is compared
 * with the data of these companies. An id stays if the content already has data of the stored company.
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
