import { insertChange, isClosingTold } from '../database/queries/cache/company-changes.ts';
import { companyRows } from '../database/queries/cache/companies.ts';
import { transaction, type ReadDb, type WriteDb } from '../database/sql.ts';
import { windowOf } from '../database/queries/cache/company-row.ts';
import { watchedCompanies } from './watched-lists.ts';

/** A window that closes within this many days is about to close; matches the last stage of the window chip. */
export const CLOSING_DAYS = 4;
const DAY_MS = 86_400_000;

/**
 * Records, once per announcement, that a watched company's contact window is about to close. Only time causes
 * this, so call it periodically.
 * @returns how many were recorded
 */
export function noticeClosing(
  { cache, yours }: { readonly cache: WriteDb; readonly yours: ReadDb },
  nowMs: number,
): number {
  const rows = companyRows(cache, [...watchedCompanies(yours).keys()]);
  return transaction(cache, () => {
    let noted = 0;
    for (const { companyId, announcedOn, contacts } of rows.values()) {
      const { state, closesAtMs } = windowOf(announcedOn, contacts, nowMs);
      if (state !== 'open' || closesAtMs === null || announcedOn === null) continue;
      if (closesAtMs - nowMs > CLOSING_DAYS * DAY_MS || isClosingTold(cache, companyId, announcedOn))
        continue;
      const closing = { kind: 'contacts-closing', announcedOn, closesAtMs } as const;
      insertChange(cache, {
        companyId,
        kind: closing.kind,
        told: JSON.stringify(closing),
        fetchedAtMs: nowMs,
      });
      noted += 1;
    }
    return noted;
  });
}
