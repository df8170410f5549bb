import { ABOUT_TO_CLOSE_DAYS } from '../../../shared/model/closing-days.ts';
import { insertChange, hasClosingChange } from '../database/queries/cache/company-changes.ts';
import { companyRows } from '../database/queries/cache/companies.ts';
import { transaction, type ReadDb, type WriteDb } from '../database/sql.ts';
import { windowOf } from '../database/queries/cache/contact-window.ts';
import { watchedCompanies } from './watched-lists.ts';
import { DAY_MS } from '../../../shared/durations.ts';

/**
 * Records one change per round for each watched company whose contact window is about to close and whose
 * contacts have not been fetched. Must be called regularly, because no event signals that a window is about
 * to close.
 * @returns the number of recorded changes
 */
export function noticeClosing(
  { cache, yours }: { readonly cache: WriteDb; readonly yours: ReadDb },
  nowMs: number,
): number {
  const rows = companyRows(cache, [...watchedCompanies(yours).keys()]);
  return transaction(cache, () => {
    let noted = 0;
    for (const { companyId, announcedOn, contacts } of rows.values()) {
      const { state, closesAtMs, contacts: fetched } = windowOf(announcedOn, contacts, nowMs);
      if (state !== 'open' || closesAtMs === null || announcedOn === null || fetched !== undefined) continue;
      if (
        closesAtMs - nowMs > ABOUT_TO_CLOSE_DAYS * DAY_MS ||
        hasClosingChange(cache, companyId, announcedOn)
      )
        continue;
      const closing = { kind: 'contacts-closing', announcedOn, closesAtMs } as const;
      insertChange(cache, {
        companyId,
        kind: closing.kind,
        changeJson: JSON.stringify(closing),
        fetchedAtMs: nowMs,
      });
      noted += 1;
    }
    return noted;
  });
}
