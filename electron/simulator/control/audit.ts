import { dayOf, HOUR_MS, MINUTE_MS } from '../data/calendar.ts';
import { BASE_PATH } from '../service/handle-request.ts';
import { matchOperation } from '../service/operations.ts';
import type { TranscriptEntry } from '../service/transcript.ts';

/**
 * Statistics on how a client uses the service. They show whether the client fetches only the data it needs or
 * copies the entire data set.
 */
export interface Audit {
  readonly calls: number;
  /**
   * Number of requests by operation name, as in /stats; `unknown` is the number of requests to other paths.
   */
  readonly byOperation: Readonly<Record<string, number>>;
  /** Number of requests by HTTP status; 0 is used for requests that never reached the service. */
  readonly byStatus: Readonly<Record<string, number>>;
  /** UTC days with requests, oldest first. */
  readonly days: readonly AuditDay[];
  readonly maxCompaniesPerDay: number;
  /** Highest number of distinct companies for which requests succeeded within one UTC hour. */
  readonly maxCompaniesPerHour: number;
  readonly maxRowsPerDay: number;
  readonly longestWalk: Walk | null;
  /** The 60 seconds with the most requests; they need not start on a full minute. */
  readonly busiestMinute: { readonly calls: number; readonly fromMs: number } | null;
  /** URLs that were requested again within 60 s. */
  readonly repeats: readonly Repeat[];
}

interface AuditDay {
  readonly day: string;
  readonly calls: number;
  readonly rows: number;
  readonly companies: number;
}

/** Consecutive pages of one query that a client fetched in order. */
interface Walk {
  readonly pages: number;
  readonly rows: number;
  readonly path: string;
  /** The query string without `offset`. */
  readonly query: string;
}

interface Repeat {
  readonly path: string;
  readonly query: string;
  readonly times: number;
}

export function audit(entries: readonly TranscriptEntry[]): Audit {
  const days = auditDays(entries);
  const hours = groupBy(entries, ({ atMs }) => String(Math.floor(atMs / HOUR_MS)));
  return {
    calls: entries.length,
    byOperation: countBy(entries, (entry) => operationOf(entry)?.operation.name ?? 'unknown'),
    byStatus: countBy(entries, ({ status }) => String(status)),
    days,
    maxCompaniesPerDay: Math.max(0, ...days.map(({ companies }) => companies)),
    maxCompaniesPerHour: Math.max(0, ...[...hours.values()].map(countCompanies)),
    maxRowsPerDay: Math.max(0, ...days.map(({ rows }) => rows)),
    longestWalk: longestWalk(entries),
    busiestMinute: busiestMinute(entries),
    repeats: findRepeats(entries),
  };
}

const operationOf = ({ path }: TranscriptEntry) =>
  path.startsWith(`${BASE_PATH}/`) ? matchOperation(path.slice(BASE_PATH.length)) : null;

const isAnswered = ({ status }: TranscriptEntry): boolean => status >= 200 && status < 300;

function auditDays(entries: readonly TranscriptEntry[]): AuditDay[] {
  const byDay = groupBy(entries, ({ atMs }) => dayOf(atMs));
  return [...byDay]
    .map(([day, calls]) => ({
      day,
      calls: calls.length,
      rows: calls.reduce((sum, { rows }) => sum + rows, 0),
      companies: countCompanies(calls),
    }))
    .sort((a, b) => (a.day < b.day ? -1 : 1));
}

function countCompanies(entries: readonly TranscriptEntry[]): number {
  const ids = entries.filter(isAnswered).map((entry) => operationOf(entry)?.companyId ?? '');
  return new Set(ids.filter((id) => id !== '')).size;
}

function longestWalk(entries: readonly TranscriptEntry[]): Walk | null {
  const current = new Map<string, { walk: Walk; nextOffset: number }>();
  let longest: Walk | null = null;
  for (const entry of entries.filter(isAnswered)) {
    const name = operationOf(entry)?.operation.name ?? '';
    if (!name.startsWith('list_')) continue;
    const { path, rows } = entry;
    const params = new URLSearchParams(entry.query);
    const offset = Number(params.get('offset') ?? 0);
    params.delete('offset');
    params.sort();
    const query = params.toString();
    const previous = current.get(`${path}?${query}`);
    // A walk is a series of consecutive pages. A request continues the walk if it starts where the previous
    // page ended; otherwise, it begins a new walk.
    const isNext = previous !== undefined && offset > 0 && offset === previous.nextOffset;
    const walk = isNext
      ? { ...previous.walk, pages: previous.walk.pages + 1, rows: previous.walk.rows + rows }
      : { pages: 1, rows, path, query };
    current.set(`${path}?${query}`, { walk, nextOffset: offset + rows });
    if (longest === null || walk.pages > longest.pages) longest = walk;
  }
  return longest;
}

function busiestMinute(entries: readonly TranscriptEntry[]): Audit['busiestMinute'] {
  const times = entries.map(({ atMs }) => atMs).sort((a, b) => a - b);
  let busiest: Audit['busiestMinute'] = null;
  let start = 0;
  times.forEach((atMs, end) => {
    while ((times[start] ?? atMs) <= atMs - MINUTE_MS) start += 1;
    const calls = end - start + 1;
    if (calls > (busiest?.calls ?? 0)) busiest = { calls, fromMs: times[start] ?? atMs };
  });
  return busiest;
}

function findRepeats(entries: readonly TranscriptEntry[]): Repeat[] {
  const repeats: Repeat[] = [];
  for (const calls of groupBy(entries, ({ path, query }) => `${path}?${query}`).values()) {
    const times = calls.filter(
      ({ atMs }, index) => index > 0 && atMs - (calls[index - 1]?.atMs ?? -Infinity) < MINUTE_MS,
    ).length;
    const first = calls[0];
    if (first && times > 0) repeats.push({ path: first.path, query: first.query, times });
  }
  return repeats.sort((a, b) => b.times - a.times);
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

const countBy = <T>(items: readonly T[], keyOf: (item: T) => string): Record<string, number> =>
  Object.fromEntries([...groupBy(items, keyOf)].map(([key, group]) => [key, group.length]));
