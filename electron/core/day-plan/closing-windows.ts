import type { CompanyRow } from '../../../shared/model/company.ts';
import { companyRows } from '../database/queries/cache/companies.ts';
import { listedCompanies } from '../database/queries/yours/lists.ts';
import type { ReadDb } from '../database/sql.ts';
import { companyRowOf } from '../database/queries/cache/company-row.ts';
import { withFit } from '../market/fit-scores.ts';

/** A contact window closes soon if it ends within this many milliseconds. */
const SOON_MS = 10 * 86_400_000;
const LISTED_MAX = 1_000;

/** Returns listed companies without fetched contacts whose contact window closes soon, soonest first. */
export function closingSoon(
  files: { readonly cache: ReadDb; readonly yours: ReadDb },
  nowMs: number,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): { rows: CompanyRow[]; total: number } {
  const ids = [...new Set(listedCompanies(files.yours, LISTED_MAX).map(({ companyId }) => companyId))];
  const closing = [...companyRows(files.cache, ids).values()]
    .filter(({ contacts }) => (contacts?.fetchedAtMs ?? null) === null)
    .map((stored) => companyRowOf(stored, nowMs))
    .filter(({ window }) => window.state === 'open' && isSoon(window.closesAtMs, nowMs))
    .sort(
      (a, b) =>
        (a.window.closesAtMs ?? 0) - (b.window.closesAtMs ?? 0) || (a.companyId < b.companyId ? -1 : 1),
    );
  return { rows: withFit(files, closing.slice(offset, offset + limit)), total: closing.length };
}

const isSoon = (closesAtMs: number | null, nowMs: number): boolean =>
  closesAtMs !== null && closesAtMs - nowMs <= SOON_MS;
