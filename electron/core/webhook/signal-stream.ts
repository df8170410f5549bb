import type { SignalFilters, SignalRow } from '../../../shared/model/signal.ts';
import type { LibraryRow } from '../../../shared/model/company.ts';
import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';
import { savedSearches } from '../database/queries/yours/saved-searches.ts';
import { missingCompanies } from '../database/queries/cache/company-presence.ts';
import {
  signalsByKey,
  newestSignals,
  type StreamSignal,
  type StoredSignal,
} from '../database/queries/cache/signals.ts';
import {
  newsSeenSince,
  removedIdentities,
  seenIdentities,
  unseenNews,
} from '../database/queries/yours/receiver-and-seen-signals.ts';
import type { ReadDb } from '../database/sql.ts';
import { clip, clipOrNull } from '../foundation/clip-text.ts';
import { fold, foldedWords } from '../../../shared/fold-diacritics.ts';
import { libraryRows } from '../library/library-rows.ts';
import { amountRow } from '../database/queries/cache/company-row.ts';
import { withFit } from '../market/fit-scores.ts';
import { triageMarks } from '../user-data/triage.ts';
import { withOurs } from '../user-data/ours/ours-marks.ts';
import type { TriageMark } from '../../../shared/model/triage.ts';
import { isDoneOrSnoozed } from '../../../shared/triage-marks.ts';
import { DAY_MS } from '../../../shared/durations.ts';

/** Maximum number of events in the stream, which is also the maximum number of stored events. */
const EVENTS_MAX = 10_000;
/** An event is flagged if its sent and received times are more than this many milliseconds apart. */
const ODD_MS = DAY_MS;
const NAMES_MAX = 5;
const KNOWN_EVENT = 'trigger_published';

export interface Files {
  readonly cache: ReadDb;
  readonly yours: ReadDb;
}

/** A new row of a saved search. */
export interface News {
  readonly searchId: number;
  readonly searchName: string;
  readonly rowId: string;
  readonly companyId: string;
}

/** A row of the stream, without its company's data. */
export interface Entry {
  readonly id: string;
  readonly atMs: number;
  /** Like `atMs`, but for a row of several searches, the time at which the first of them returned it. */
  readonly foundAtMs: number;
  /**
   * Whether the signal is no longer new: the user marked the signal as seen, or marked its company as done or
   * snoozed after the signal arrived. The Today screen, the Signals screen and notifications all use this
   * rule.
   */
  readonly seen: boolean;
  readonly event: StreamSignal | null;
  readonly news: readonly News[];
  readonly companyId: string | null;
}

const eventId = (signalKey: number): string => `e${signalKey}`;
/**
 * Returns the key of the webhook event to which a row's id refers. Null if the row comes only from a saved
 * search.
 */
export const keyOfEvent = (id: string): number | null =>
  /^e\d{1,15}$/.test(id) ? Number(id.slice(1)) : null;

/**
 * Returns the webhook events and the new rows of saved searches, newest first. Excludes removed events. If
 * both an event and a search report the same round, the round is returned once.
 *
 * @param nowMs server time, which decides whether a snooze has ended
 * @param seenSinceMs server time; search rows that were marked as seen since then are included. Null excludes
 * all seen search rows
 */
export const signalStream = (files: Files, nowMs: number, seenSinceMs: number | null = null): Entry[] =>
  withHandledSeen(files, entriesOf(files, seenSinceMs), nowMs).toSorted(newestFirst);

/**
 * Returns the done and snoozed marks by company id. Contains only companies with signals that were not marked
 * as seen, and only if the company's mark makes all of these signals count as seen.
 *
 * @param nowMs server time
 */
export function handledMarks(files: Files, nowMs: number): Map<string, TriageMark> {
  const unseen = entriesOf(files, null).filter(({ seen }) => !seen);
  const marks = marksOf(files, unseen, nowMs);
  const left = new Set(
    unseen.filter((entry) => !isHandled(entry, marks, nowMs)).map(({ companyId }) => companyId),
  );
  return new Map([...marks].filter(([companyId]) => !left.has(companyId)));
}

/** Returns the entries of the stream in no particular order, including handled entries. */
function entriesOf(files: Files, seenSinceMs: number | null): Entry[] {
  const news = newsOf(files, seenSinceMs);
  const seen = seenIdentities(files.yours);
  const removed = removedIdentities(files.yours);
  const stored = newestSignals(files.cache, EVENTS_MAX).filter(({ identity }) => !removed.has(identity));
  const events = stored.map((event): Entry => {
    const round =
      event.roundId === null || event.companyId === null ? null : `${event.roundId}/${event.companyId}`;
    const articles = round === null ? undefined : news.get(round);
    if (round !== null) news.delete(round);
    return {
      id: eventId(event.signalKey),
      atMs: event.receivedAtMs,
      foundAtMs: event.receivedAtMs,
      seen: seen.has(event.identity),
      event,
      companyId: event.companyId,
      news: articles?.news ?? [],
    };
  });
  const rows = [...news].map(([rowId, entry]): Entry => ({
    id: `n${rowId}`,
    atMs: entry.atMs,
    foundAtMs: entry.foundAtMs,
    seen: entry.isSeen,
    event: null,
    news: entry.news,
    companyId: entry.news[0]?.companyId ?? null,
  }));
  return [...events, ...rows];
}

/**
 * If several search rows arrived at the same time, they are sorted by id, so a row keeps its place when it is
 * marked as seen.
 */
function newestFirst(a: Entry, b: Entry): number {
  if (a.atMs !== b.atMs) return b.atMs - a.atMs;
  if (a.event !== null || b.event !== null) return Number(a.event === null) - Number(b.event === null);
  return a.id < b.id ? -1 : 1;
}

function withHandledSeen(files: Files, entries: readonly Entry[], nowMs: number): Entry[] {
  const marks = marksOf(
    files,
    entries.filter(({ seen }) => !seen),
    nowMs,
  );
  return entries.map((entry) => (isHandled(entry, marks, nowMs) ? { ...entry, seen: true } : entry));
}

const marksOf = ({ yours }: Files, entries: readonly Entry[], nowMs: number): Map<string, TriageMark> =>
  triageMarks(yours, [...new Set(entries.flatMap(({ companyId }) => companyId ?? []))], nowMs);

function isHandled(
  { companyId, foundAtMs }: Entry,
  marks: ReadonlyMap<string, TriageMark>,
  nowMs: number,
): boolean {
  return companyId !== null && isDoneOrSnoozed(marks.get(companyId) ?? null, nowMs, foundAtMs);
}

/** A round found by one or more saved searches. */
interface FoundNews {
  atMs: number;
  readonly foundAtMs: number;
  /** Whether the round is marked as seen in every search that found it. */
  isSeen: boolean;
  readonly news: News[];
}
interface RowsRequest {
  readonly searchId: number;
  readonly questionKey: string;
  readonly seenSinceMs: number | null;
}
function rowsOf(yours: ReadDb, { searchId, questionKey, seenSinceMs }: RowsRequest) {
  const search = { searchId, questionKey };
  const seen = seenSinceMs === null ? [] : newsSeenSince(yours, { ...search, sinceMs: seenSinceMs });
  return [
    ...unseenNews(yours, search).map((row) => ({ ...row, isSeen: false })),
    ...seen.map((row) => ({ ...row, isSeen: true })),
  ];
}

/**
 * Returns the new rows of all saved searches by row id. A row found by several searches is returned once.
 * Excludes rows of companies that are no longer stored.
 */
function newsOf({ cache, yours }: Files, seenSinceMs: number | null): Map<string, FoundNews> {
  const found = new Map<string, FoundNews>();
  for (const { searchId, name, questionKey } of savedSearches(yours))
    for (const { rowId, companyId, arrivedAtMs, foundAtMs, isSeen } of rowsOf(yours, {
      searchId,
      questionKey,
      seenSinceMs,
    })) {
      const known = found.get(rowId) ?? { atMs: 0, foundAtMs, isSeen: true, news: [] };
      known.isSeen &&= isSeen;
      known.atMs = Math.max(known.atMs, arrivedAtMs);
      known.news.push({ searchId, searchName: name, rowId, companyId });
      found.set(rowId, known);
    }
  const ids = [...new Set([...found.values()].flatMap(({ news }) => news.map(({ companyId }) => companyId)))];
  const missing = new Set(ids.length === 0 ? [] : missingCompanies(cache, ids));
  for (const [rowId, { news }] of found)
    if (news.some(({ companyId }) => missing.has(companyId))) found.delete(rowId);
  return found;
}

/** Returns the rows that match all filters except the fit filter, in their original order. */
export function filtered(files: Files, entries: readonly Entry[], filters: SignalFilters): Entry[] {
  const { from, unseen, icp } = filters;
  const words = foldedWords(filters.text);
  const left = entries.filter(({ seen, event, news }) => {
    if (unseen && seen) return false;
    if (from !== null && (from === 'event') !== (event !== null) && !(from === 'search' && news.length > 0))
      return false;
    return icp === null || matchesIcp(event, icp);
  });
  if (words.length === 0) return left;
  // The rows of saved searches contain no company names. The names are therefore read from the library, but
  // only if there is text to search for.
  const named = namesOf(files, left);
  return left.filter((entry) => {
    const text = ` ${fold(named(entry))}`;
    return words.every((word) => text.includes(` ${word}`));
  });
}

const matchesIcp = (event: StreamSignal | null, icp: number | 'none'): boolean =>
  icp === 'none'
    ? event !== null && event.icpMatch === null
    : event !== null && event.icpMatch !== null && event.icpMatch >= icp;

export function companiesOf({ cache, yours }: Files, ids: readonly string[]): Map<string, LibraryRow> {
  const rows = new Map<string, LibraryRow>();
  for (let at = 0; at < ids.length; at += LIST_LIMIT_MAX)
    for (const row of libraryRows(cache, yours, ids.slice(at, at + LIST_LIMIT_MAX), 0))
      rows.set(row.companyId, row);
  return rows;
}

function namesOf({ cache, yours }: Files, entries: readonly Entry[]): (entry: Entry) => string {
  const rows = companiesOf(
    { cache, yours },
    entries.flatMap(({ event, companyId }) => (event?.name == null ? (companyId ?? []) : [])),
  );
  return ({ event, companyId }) => {
    const row = companyId === null ? undefined : rows.get(companyId);
    if (event !== null && event.name !== null)
      return [event.name, event.countryName, event.industry].filter(Boolean).join(' ');
    return row === undefined ? '' : [row.name, countryOf(row), row.industry].filter(Boolean).join(' ');
  };
}

/** Created on first use, because creating it takes longer than reading a page of rows. */
const countryNames: { instance?: Intl.DisplayNames } = {};
/**
 * Returns the country's name. If only the country code is stored, as for some search results, derives the
 * name from the code.
 */
function countryOf({ countryName, countryCode }: Pick<LibraryRow, 'countryName' | 'countryCode'>) {
  if (countryName !== null || countryCode === null || !/^[A-Z]{2}$/.test(countryCode))
    return countryName ?? countryCode;
  countryNames.instance ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });
  return countryNames.instance.of(countryCode) ?? countryCode;
}

/**
 * Returns the rows of these entries with the data of their companies. Omits events that were deleted after
 * `entries` was read, and rows of saved searches whose company is no longer stored.
 */
export function streamRows(files: Files, entries: readonly Entry[], nowMs: number): SignalRow[] {
  const keys = entries.flatMap(({ event }) => event?.signalKey ?? []);
  const stored = signalsByKey(files.cache, keys);
  const ids = [...new Set(entries.flatMap(({ companyId }) => companyId ?? []))];
  const companies = new Map(
    withOurs(files, withFit(files, libraryRows(files.cache, files.yours, ids, nowMs))).map((row) => [
      row.companyId,
      row,
    ]),
  );
  return entries.flatMap((entry) => {
    const company = (entry.companyId === null ? null : companies.get(entry.companyId)) ?? null;
    if (entry.event === null) return company === null ? [] : [newsRow(entry, company)];
    const event = stored.get(entry.event.signalKey);
    return event === undefined ? [] : [eventRow(entry, event, company)];
  });
}

const searchesOf = ({ news }: Entry): string[] =>
  [...new Set(news.map(({ searchName }) => searchName))].slice(0, NAMES_MAX);

function eventRow(entry: Entry, event: StoredSignal, company: LibraryRow | null): SignalRow {
  const isOdd = event.sentAtMs !== null && Math.abs(event.sentAtMs - event.receivedAtMs) > ODD_MS;
  return {
    id: entry.id,
    atMs: entry.atMs,
    seen: entry.seen,
    searches: searchesOf(entry),
    sources: [
      event.via === 'paste' ? 'paste' : 'webhook',
      ...(entry.news.length > 0 ? (['search'] as const) : []),
    ],
    companyId: event.companyId,
    company,
    name: clipOrNull(company?.name ?? event.name, 500),
    countryName: clipOrNull((company && countryOf(company)) ?? event.countryName, 200),
    industry: clipOrNull(company?.industry ?? event.industry, 200),
    event: clip(event.event, 200),
    known: event.event === KNOWN_EVENT && event.companyId !== null,
    type: event.type,
    stage: clipOrNull(event.stage, 100),
    amount: amountRow(event.amount),
    announcedOn: clipOrNull(event.announcedOn, 10),
    icpMatch: event.icpMatch,
    oddSentAtMs: isOdd ? Math.max(0, event.sentAtMs ?? 0) : null,
    sample: event.isSample,
    trackingStatus: event.trackingStatus,
    hasDashboardNote: event.userNote !== null,
  };
}

const newsRow = (entry: Entry, company: LibraryRow): SignalRow => ({
  id: entry.id,
  atMs: entry.atMs,
  seen: entry.seen,
  searches: searchesOf(entry),
  sources: ['search'],
  companyId: company.companyId,
  company,
  name: company.name,
  countryName: countryOf(company),
  industry: company.industry,
  event: null,
  known: true,
  type: null,
  stage: company.stage,
  amount: company.amount,
  announcedOn: company.announcedOn,
  icpMatch: null,
  oddSentAtMs: null,
  sample: false,
  trackingStatus: null,
  hasDashboardNote: false,
});
