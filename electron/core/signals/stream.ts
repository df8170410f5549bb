import type { SignalFilters, SignalRow } from '../../../shared/model/signal.ts';
import type { LibraryRow } from '../../../shared/model/company.ts';
import { savedSearches } from '../db/queries/saved-searches.ts';
import { missingCompanies } from '../db/queries/library.ts';
import { signalsByKey, signalsHeard, type HeardSignal, type StoredSignal } from '../db/queries/signals.ts';
import { seenIdentities, unseenNews } from '../db/queries/signals-yours.ts';
import type { ReadDb } from '../db/sql.ts';
import { clip, clipOrNull, fold, foldedWords } from '../library/fold.ts';
import { libraryRows } from '../library/library-list.ts';
import { amountRow } from '../library/rows.ts';
import { withFit } from '../market/fits.ts';

/** Events of a stream; as many as are kept. */
const EVENTS_MAX = 10_000;
/** Sent more than so far from when it came: flagged, never refused [R-WH-10]. */
const ODD_MS = 86_400_000;
const NAMES_MAX = 5;
const KNOWN_EVENT = 'trigger_published';

export interface Files {
  readonly cache: ReadDb;
  readonly yours: ReadDb;
}

/** News of a saved search: a row that came for it and was not seen. */
export interface News {
  readonly searchId: number;
  readonly searchName: string;
  readonly rowId: string;
  readonly companyId: string;
}

/** One row of the stream, before its company is read. */
export interface Entry {
  readonly id: string;
  readonly atMs: number;
  readonly seen: boolean;
  readonly event: HeardSignal | null;
  readonly news: readonly News[];
  readonly companyId: string | null;
}

const eventId = (signalKey: number): string => `e${signalKey}`;
/** A row of a search is told by its company, so it never begins like an event: those are followed by digits alone. */
export const keyOfEvent = (id: string): number | null =>
  /^e\d{1,15}$/.test(id) ? Number(id.slice(1)) : null;

/**
 * Everything that was heard without asking, newest first: each event once, and what came anew for saved searches. A round that
 * both tell of is one row.
 */
export function streamOf(files: Files): Entry[] {
  const news = newsOf(files);
  const seen = seenIdentities(files.yours);
  const events = signalsHeard(files.cache, EVENTS_MAX).map((event): Entry => {
    const round =
      event.roundId === null || event.companyId === null ? null : `${event.roundId}/${event.companyId}`;
    const told = round === null ? undefined : news.get(round);
    if (round !== null) news.delete(round);
    return {
      ...{ id: eventId(event.signalKey), atMs: event.receivedAtMs, seen: seen.has(event.identity) },
      ...{ event, companyId: event.companyId, news: told?.news ?? [] },
    };
  });
  const rows = [...news].map(([rowId, told]): Entry => ({
    ...{ id: `n${rowId}`, atMs: told.atMs, seen: false, event: null, news: told.news },
    companyId: told.news[0]?.companyId ?? null,
  }));
  return [...events, ...rows].toSorted((a, b) => b.atMs - a.atMs);
}

/** By row, which of several searches may share. What is not kept any more is no news. */
function newsOf({ cache, yours }: Files): Map<string, { atMs: number; news: News[] }> {
  const found = new Map<string, { atMs: number; news: News[] }>();
  for (const { searchId, name, questionKey } of savedSearches(yours))
    for (const { rowId, companyId, cameAtMs } of unseenNews(yours, { searchId, questionKey })) {
      const known = found.get(rowId) ?? { atMs: 0, news: [] };
      known.atMs = Math.max(known.atMs, cameAtMs);
      known.news.push({ searchId, searchName: name, rowId, companyId });
      found.set(rowId, known);
    }
  const ids = [...new Set([...found.values()].flatMap(({ news }) => news.map(({ companyId }) => companyId)))];
  const gone = new Set(ids.length === 0 ? [] : missingCompanies(cache, ids));
  for (const [rowId, { news }] of found)
    if (news.some(({ companyId }) => gone.has(companyId))) found.delete(rowId);
  return found;
}

/** The rows that the filters leave, in the same order. */
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
  // The names of a search's rows stand with their companies: read in pages, and only where something was typed.
  const named = namesOf(files, left);
  return left.filter((entry) => {
    const text = ` ${fold(named(entry))}`;
    return words.every((word) => text.includes(` ${word}`));
  });
}

const matchesIcp = (event: HeardSignal | null, icp: number | 'none'): boolean =>
  icp === 'none'
    ? event !== null && event.icpMatch === null
    : event !== null && event.icpMatch !== null && event.icpMatch >= icp;

function namesOf({ cache, yours }: Files, entries: readonly Entry[]): (entry: Entry) => string {
  const ids = entries.flatMap(({ event, companyId }) =>
    event?.name === null || event === null ? (companyId ?? []) : [],
  );
  const rows = new Map<string, LibraryRow>();
  for (let at = 0; at < ids.length; at += 50)
    for (const row of libraryRows(cache, yours, ids.slice(at, at + 50), 0)) rows.set(row.companyId, row);
  return ({ event, companyId }) => {
    const row = companyId === null ? undefined : rows.get(companyId);
    const told = event?.name === undefined || event.name === null ? row : event;
    return [told?.name, told?.countryName, told?.industry].filter(Boolean).join(' ');
  };
}

/** A page of the stream with its companies; an event that is gone since is left out. */
export function streamRows(files: Files, entries: readonly Entry[], nowMs: number): SignalRow[] {
  const keys = entries.flatMap(({ event }) => event?.signalKey ?? []);
  const stored = signalsByKey(files.cache, keys);
  const ids = [...new Set(entries.flatMap(({ companyId }) => companyId ?? []))];
  const companies = new Map(
    withFit(files, libraryRows(files.cache, files.yours, ids, nowMs)).map((row) => [row.companyId, row]),
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
    ...{ id: entry.id, atMs: entry.atMs, seen: entry.seen, searches: searchesOf(entry) },
    sources: [
      event.via === 'paste' ? 'paste' : 'webhook',
      ...(entry.news.length > 0 ? (['search'] as const) : []),
    ],
    ...{ companyId: event.companyId, company, name: clipOrNull(company?.name ?? event.name, 500) },
    countryName: clipOrNull(company?.countryName ?? event.countryName, 200),
    industry: clipOrNull(company?.industry ?? event.industry, 200),
    ...{ event: clip(event.event, 200), known: event.event === KNOWN_EVENT && event.companyId !== null },
    ...{ type: event.type, stage: clipOrNull(event.stage, 100), amount: amountRow(event.amount) },
    announcedOn: clipOrNull(event.announcedOn, 10),
    ...{ icpMatch: event.icpMatch, oddSentAtMs: isOdd ? Math.max(0, event.sentAtMs ?? 0) : null },
    ...{ sample: event.isSample, trackingStatus: event.trackingStatus },
    hasDashboardNote: event.userNote !== null,
  };
}

const newsRow = (entry: Entry, company: LibraryRow): SignalRow => ({
  ...{ id: entry.id, atMs: entry.atMs, seen: entry.seen, searches: searchesOf(entry), sources: ['search'] },
  ...{ companyId: company.companyId, company, name: company.name, countryName: company.countryName },
  ...{ industry: company.industry, event: null, known: true, type: null, stage: company.stage },
  ...{ amount: company.amount, announcedOn: company.announcedOn, icpMatch: null, oddSentAtMs: null },
  ...{ sample: false, trackingStatus: null, hasDashboardNote: false },
});
