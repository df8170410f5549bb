import type { CompanyRow } from '../../../shared/model/company.ts';
import { companyRows } from '../database/queries/cache/companies.ts';
import { listedCompanies } from '../database/queries/yours/lists.ts';
import type { ReadDb } from '../database/sql.ts';
import { companyRowOf } from '../database/queries/cache/company-row.ts';
import { withFit } from '../market/fit-scores.ts';

const DAY_MS = 86_400_000;
/** A contact window closes soon if it ends within this many milliseconds. */
const SOON_MS = 10 * DAY_MS;
const LISTED_MAX = 1_000;

/**
 * Returns listed companies without fetched contacts whose contact window closes soon. They are sorted by
 * closing day, and by fit among those that close on the same day.
 */
export function closingSoon(
  files: { readonly cache: ReadDb; readonly yours: ReadDb },
  nowMs: number,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): { rows: CompanyRow[]; total: number } {
  const ids = [...new Set(listedCompanies(files.yours, LISTED_MAX).map(({ companyId }) => companyId))];
  const closing = [...companyRows(files.cache, ids).values()]
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

/** Sorts companies without a fit after those whose fit is 0. */
const NO_FIT = -1;
const closingDay = ({ window }: CompanyRow): number => Math.floor((window.closesAtMs ?? 0) / DAY_MS);

const isSoon = (closesAtMs: number | null, nowMs: number): boolean =>
  closesAtMs !== null && closesAtMs - nowMs <= SOON_MS;
