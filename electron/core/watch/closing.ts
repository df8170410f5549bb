import { insertChange, isClosingTold } from '../db/queries/changes.ts';
import { companyRows } from '../db/queries/companies.ts';
import { transaction, type ReadDb, type WriteDb } from '../db/sql.ts';
import { windowOf } from '../library/rows.ts';
import { watchedCompanies } from './watched.ts';

/** A window that closes within so many days is about to close: the last stretch of the countdown (design: window chip). */
export const CLOSING_DAYS = 4;
const DAY_MS = 86_400_000;

/**
 * Notes, once for each announcement, that the contacts of a watched company can be had for a few more days only. Time alone
 * changes that, no answer does: to be called now and then. @returns how many were noted
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
      const told = { kind: 'contacts-closing', announcedOn, closesAtMs } as const;
      insertChange(cache, { companyId, kind: told.kind, told: JSON.stringify(told), fetchedAtMs: nowMs });
      noted += 1;
    }
    return noted;
  });
}
