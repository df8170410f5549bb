import type { CompanyRow } from '../../../shared/model/company.ts';
import { companyRows } from '../db/queries/companies.ts';
import { listedCompanies } from '../db/queries/plan-facts.ts';
import type { ReadDb } from '../db/sql.ts';
import { companyRowOf } from '../library/rows.ts';
import { withFit } from '../market/fits.ts';

/** A window that is open for longer is not closing soon. */
const SOON_MS = 10 * 86_400_000;
const LISTED_MAX = 1_000;

/** Companies on lists whose contacts can be had for a few days at most and were not fetched, the soonest first. */
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
