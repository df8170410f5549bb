import { CLOSING_SOON_DAYS } from '../../../shared/model/closing-days.ts';
import type { CompanyRow } from '../../../shared/model/company.ts';
import { companyRows } from '../database/queries/cache/companies.ts';
import { listedCompanies } from '../database/queries/yours/lists.ts';
import type { ReadDb } from '../database/sql.ts';
import { companyRowOf } from '../database/queries/cache/company-row.ts';
import { withFit } from '../market/fit-scores.ts';
import { doneOrSnoozedMarks } from '../user-data/triage.ts';
import { DAY_MS } from '../../../shared/durations.ts';

const LISTED_MAX = 1_000;

/**
 * Returns the listed companies whose contact window closes soon and whose contacts have not been fetched.
 * Leaves out those that the user marked as done or snoozed. The companies are sorted by the closing day of
 * the window, and for the same day by fit.
 */
export function closingSoon(
  files: { readonly cache: ReadDb; readonly yours: ReadDb },
  nowMs: number,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): { rows: CompanyRow[]; total: number } {
  const ids = [...new Set(listedCompanies(files.yours, LISTED_MAX).map(({ companyId }) => companyId))];
  const marks = doneOrSnoozedMarks(files, ids, nowMs);
  const closing = [...companyRows(files.cache, ids).values()]
    .filter(({ companyId }) => !marks.has(companyId))
    .filter(({ contacts }) => (contacts?.fetchedAtMs ?? null) === null)
    .map((stored) => companyRowOf(stored, nowMs))
    .filter(({ window }) => window.state === 'open' && isSoon(window.closesAtMs, nowMs));
  const sorted = withFit(files, closing).sort(
    (a, b) =>
      closingDay(a) - closingDay(b) ||
      (b.fit ?? NO_FIT) - (a.fit ?? NO_FIT) ||
      (a.companyId < b.companyId ? -1 : 1),
  );
  return { rows: sorted.slice(offset, offset + limit), total: sorted.length };
}

/**
 * Sort value of companies without a fit. It is below 0, so these companies come after those with a fit of 0.
 */
const NO_FIT = -1;
const closingDay = ({ window }: CompanyRow): number => Math.floor((window.closesAtMs ?? 0) / DAY_MS);

const isSoon = (closesAtMs: number | null, nowMs: number): boolean =>
  closesAtMs !== null && closesAtMs - nowMs <= CLOSING_SOON_DAYS * DAY_MS;
