import { CLOSING_SOON_DAYS } from '../../../shared/model/closing-days.ts';
import { localDate } from '../../../shared/local-date.ts';
import type { CompanyRow } from '../../../shared/model/company.ts';
import type { FetchedContacts } from '../../../shared/model/plan.ts';
import { companyRows, type StoredCompanyRow } from '../database/queries/cache/companies.ts';
import { contactTimesOf } from '../database/queries/yours/contact-log.ts';
import { listedCompanies } from '../database/queries/yours/lists.ts';
import type { ReadDb } from '../database/sql.ts';
import { companyRowOf } from '../database/queries/cache/company-row.ts';
import { withFit } from '../market/fit-scores.ts';
import { doneOrSnoozedMarks } from '../user-data/triage.ts';
import { DAY_MS } from '../../../shared/durations.ts';

const LISTED_MAX = 1_000;

interface ClosingPage {
  readonly rows: CompanyRow[];
  readonly total: number;
  /** The companies in `rows` whose contacts were fetched today. */
  readonly fetched: FetchedContacts[];
}

/** The current time by the service's clock and by the computer's clock, which dates the contact log. */
interface ClosingTimes {
  readonly serverMs: number;
  readonly ownMs: number;
}

/**
 * Returns the listed companies whose contact window closes soon and whose contacts were not fetched before
 * today. A company whose contacts were fetched today remains until the local day ends, because the user may
 * not have written to the contacts yet. Leaves out companies that the user marked as done or snoozed. The
 * companies are sorted by the closing day of the window, and for the same day by fit.
 */
export function closingSoon(
  files: { readonly cache: ReadDb; readonly yours: ReadDb },
  { serverMs: nowMs, ownMs }: ClosingTimes,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): ClosingPage {
  const ids = [...new Set(listedCompanies(files.yours, LISTED_MAX).map(({ companyId }) => companyId))];
  const marks = doneOrSnoozedMarks(files, ids, nowMs);
  const listed = companyRows(files.cache, ids);
  const closing = [...listed.values()]
    .filter(({ companyId }) => !marks.has(companyId))
    .filter((stored) => !isFetched(stored) || isFetchedToday(stored, nowMs))
    .map((stored) => companyRowOf(stored, nowMs))
    .filter(({ window }) => window.state === 'open' && isSoon(window.closesAtMs, nowMs));
  const sorted = withFit(files, closing).sort(
    (a, b) =>
      closingDay(a) - closingDay(b) ||
      (b.fit ?? NO_FIT) - (a.fit ?? NO_FIT) ||
      (a.companyId < b.companyId ? -1 : 1),
  );
  const rows = sorted.slice(offset, offset + limit);
  const times = contactTimesOf(
    files.yours,
    rows.map(({ companyId }) => companyId),
  );
  const today = localDate(ownMs);
  const fetched = rows.flatMap(({ companyId }): FetchedContacts[] => {
    const stored = listed.get(companyId);
    if (stored === undefined || !isFetched(stored)) return [];
    const isContacted = (times.get(companyId) ?? []).some(({ happenedOn }) => happenedOn === today);
    return [{ companyId, isEmpty: stored.contacts?.state === 'told-none', isContacted }];
  });
  return { rows, total: sorted.length, fetched };
}

const fetchedAtMs = ({ contacts }: StoredCompanyRow): number | null => contacts?.fetchedAtMs ?? null;
const isFetched = (stored: StoredCompanyRow): boolean => fetchedAtMs(stored) !== null;
const isFetchedToday = (stored: StoredCompanyRow, nowMs: number): boolean => {
  const atMs = fetchedAtMs(stored);
  return atMs !== null && localDate(atMs) === localDate(nowMs);
};

/**
 * Sort value of companies without a fit. It is below 0, so these companies come after those with a fit of 0.
 */
const NO_FIT = -1;
const closingDay = ({ window }: CompanyRow): number => Math.floor((window.closesAtMs ?? 0) / DAY_MS);

const isSoon = (closesAtMs: number | null, nowMs: number): boolean =>
  closesAtMs !== null && closesAtMs - nowMs <= CLOSING_SOON_DAYS * DAY_MS;
