import { CLOSING_SOON_DAYS, READY_DAYS } from '../../../shared/model/closing-days.ts';
import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';
import { localDate } from '../../../shared/local-date.ts';
import type { CompanyRow } from '../../../shared/model/company.ts';
import type { FetchedContacts } from '../../../shared/model/plan.ts';
import type { TriageMarks } from '../../../shared/model/triage.ts';
import { companyRows, type StoredCompanyRow } from '../database/queries/cache/companies.ts';
import { contactTimesOf, type ContactTime } from '../database/queries/yours/contact-log.ts';
import { listedCompanies } from '../database/queries/yours/lists.ts';
import type { ReadDb } from '../database/sql.ts';
import { companiesWithContactsSince } from '../database/queries/cache/company-presence.ts';
import { contactsKnownAtMs } from '../database/queries/cache/contact-window.ts';
import { companyRowOf } from '../database/queries/cache/company-row.ts';
import { withFit } from '../market/fit-scores.ts';
import { certainlyOurs } from '../user-data/ours/ours-marks.ts';
import { doneOrSnoozedMarks } from '../user-data/triage.ts';
import { handledMarks } from '../webhook/signal-stream.ts';
import { DAY_MS } from '../../../shared/durations.ts';

const LISTED_MAX = 1_000;
/** Maximum number of companies in the list of companies whose contacts were fetched recently. */
const READY_MAX = 200;

interface ClosingCompany {
  readonly row: CompanyRow;
  /** Null if the contacts were never fetched. A fetch that returned no contacts also counts as a fetch. */
  readonly fetched: FetchedContacts | null;
}

/**
 * The current time by the service's clock and by the computer's clock. The contact log uses the computer's
 * clock.
 */
interface ClosingTimes {
  readonly serverMs: number;
  readonly ownMs: number;
}

/**
 * Returns two kinds of companies, sorted by closing day and then by fit. The first kind is on the user's
 * lists, and its contact window closes soon. The second kind has contacts fetched in the last `READY_DAYS`
 * days, even if the company is on no list or its window has closed. A company of the second kind is returned
 * until the end of the day on which the user logs a contact. If the response contained no contacts, it is
 * returned until the end of the day of the response. Excludes companies that are done, snoozed or among the
 * user's own companies.
 */
export const closingSoon = (files: Files, times: ClosingTimes): ClosingCompany[] =>
  closingOf(files, times, candidates(files, times));

/**
 * Like `closingSoon`, but also returns the companies that Today counts as handled, even after a restart.
 * These are the companies that the user marked as done or snoozed today (local date) and that would otherwise
 * be among the rows or have an unseen signal. `contacted` lists the handled companies that the user contacted
 * today.
 */
export function closingAndHandled(
  files: Files,
  times: ClosingTimes,
): {
  readonly closing: ClosingCompany[];
  readonly handled: TriageMarks;
  readonly contacted: readonly string[];
} {
  const found = candidates(files, times);
  const handled = handledMarks(files, times.serverMs);
  for (const { companyId } of found.stored) {
    const mark = found.marks.get(companyId);
    if (mark !== undefined) handled.set(companyId, mark);
  }
  const handledToday = [...handled]
    .filter(([, mark]) => localDate(mark.setAtMs) === localDate(times.serverMs))
    .map(([companyId, mark]) => ({ companyId, mark }))
    .slice(0, LIST_LIMIT_MAX);
  const ids = handledToday.map(({ companyId }) => companyId);
  const contacts = contactTimesOf(files.yours, ids);
  return {
    closing: closingOf(files, times, found),
    handled: handledToday,
    contacted: ids.filter((id) => isContactedToday(contactsIn(contacts, id), times)),
  };
}

function closingOf(
  files: Files,
  times: ClosingTimes,
  { stored, marks, contacted }: ReturnType<typeof candidates>,
): ClosingCompany[] {
  const fetchedOf = (each: StoredCompanyRow): FetchedContacts | null => {
    const { companyId } = each;
    const atMs = fetchedAtMs(each);
    if (atMs === null) return null;
    const isContacted = isContactedToday(contactsIn(contacted, companyId), times);
    return { companyId, fetchedAtMs: atMs, isEmpty: isEmpty(each), isContacted };
  };
  const closing = stored.filter(({ companyId }) => !marks.has(companyId));
  const fetched = new Map(closing.map((each) => [each.companyId, fetchedOf(each)]));
  const sorted = withFit(
    files,
    closing.map((each) => companyRowOf(each, times.serverMs)),
  ).sort(
    (a, b) =>
      closingDay(a) - closingDay(b) ||
      (b.fit ?? NO_FIT) - (a.fit ?? NO_FIT) ||
      (a.companyId < b.companyId ? -1 : 1),
  );
  return sorted.map((row) => ({ row, fetched: fetched.get(row.companyId) ?? null }));
}

interface Files {
  readonly cache: ReadDb;
  readonly yours: ReadDb;
}

/**
 * Returns the companies from which `closingSoon` chooses, unsorted. They include done and snoozed companies.
 */
function candidates(files: Files, times: ClosingTimes) {
  const nowMs = times.serverMs;
  const onLists = new Set(listedCompanies(files.yours, LISTED_MAX).map(({ companyId }) => companyId));
  const fetchedSince = nowMs - READY_DAYS * DAY_MS;
  const ids = [...new Set([...onLists, ...companiesWithContactsSince(files.cache, fetchedSince, READY_MAX)])];
  const marks = doneOrSnoozedMarks(files, ids, nowMs);
  const ours = certainlyOurs(files, ids);
  const listed = companyRows(files.cache, ids);
  const contacted = contactTimesOf(files.yours, [...listed.values()].filter(isFetched).map(idOf));
  const stored = [...listed.values()]
    .filter(({ companyId }) => !ours.has(companyId))
    .filter((each) => remains(each, contactsIn(contacted, each.companyId), times))
    .filter((each) => {
      if (isReady(each, fetchedSince)) return true;
      const { window } = companyRowOf(each, nowMs);
      return onLists.has(each.companyId) && window.state === 'open' && isSoon(window.closesAtMs, nowMs);
    });
  return { stored, marks, contacted };
}

type StoredTimes = ReturnType<typeof contactTimesOf>;
const contactsIn = (stored: StoredTimes, companyId: string): readonly ContactTime[] =>
  stored.get(companyId) ?? [];
const isContactedToday = (contacts: readonly ContactTime[], { ownMs }: ClosingTimes): boolean =>
  contacts.some(({ happenedOn }) => happenedOn === localDate(ownMs));
const idOf = ({ companyId }: StoredCompanyRow): string => companyId;
const fetchedAtMs = ({ announcedOn, contacts }: StoredCompanyRow): number | null =>
  contactsKnownAtMs(announcedOn, contacts);
const isFetched = (stored: StoredCompanyRow): boolean => fetchedAtMs(stored) !== null;
const isReady = (stored: StoredCompanyRow, sinceMs: number): boolean =>
  !isEmpty(stored) && (fetchedAtMs(stored) ?? 0) >= sinceMs;
const isEmpty = ({ contacts }: StoredCompanyRow): boolean => contacts?.state === 'told-none';

/**
 * Returns whether the company is still shown. It stays until its contacts have been fetched and the user has
 * written to one of them, and then for the rest of that day.
 */
function remains(
  stored: StoredCompanyRow,
  contacted: readonly ContactTime[],
  { serverMs, ownMs }: ClosingTimes,
): boolean {
  const atMs = fetchedAtMs(stored);
  if (atMs === null || localDate(atMs) === localDate(serverMs)) return true;
  if (isEmpty(stored)) return false;
  // Log entries use the computer's clock, so the fetch time is converted to it. The date alone is not enough,
  // because an entry from the same day may have been made before the fetch.
  const fetchedOwnMs = atMs - (serverMs - ownMs);
  const since = contacted.filter(
    ({ happenedOn, createdAtMs }) => happenedOn >= localDate(fetchedOwnMs) && createdAtMs >= fetchedOwnMs,
  );
  return since.every(({ happenedOn }) => happenedOn === localDate(ownMs));
}

/**
 * Sort value of companies without a fit. It is below 0, so these companies come after those with a fit of 0.
 */
const NO_FIT = -1;
/** Companies without a date come last. */
const closingDay = ({ window }: CompanyRow): number =>
  Math.floor((window.closesAtMs ?? Number.MAX_SAFE_INTEGER) / DAY_MS);

const isSoon = (closesAtMs: number | null, nowMs: number): boolean =>
  closesAtMs !== null && closesAtMs - nowMs <= CLOSING_SOON_DAYS * DAY_MS;
