import type { ListQuery } from './model/query.ts';
import type { SavedQuery, SearchDates } from './model/saved-search.ts';

/* Dates of a saved search and its query on a given day. Separate from the schemas, for the renderer. */

const DAY_MS = 86_400_000;
/** The UTC calendar date of a time: `2026-05-14`. */
export const utcDate = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);

/** The announcement dates at this time, inclusive, in UTC like the service's days (spec §8). */
export const datesAt = (dates: SearchDates, nowMs: number): { start: string; end: string } =>
  dates.kind === 'between' ? { start: dates.start, end: dates.end } : lastDays(dates.days, nowMs);

/** The last `days` UTC dates, including today. */
export const lastDays = (days: number, nowMs: number): { start: string; end: string } => ({
  start: utcDate(nowMs - (days - 1) * DAY_MS),
  end: utcDate(nowMs),
});

/** The first page of a saved search at this time. */
export function questionAt({ list, dates, query }: SavedQuery, nowMs: number): ListQuery {
  const { start, end } = datesAt(dates, nowMs);
  const page = { fundingDateStart: start, fundingDateEnd: end, offset: 0 };
  // Two branches, because the lists' queries have different types.
  return list === 'fundings'
    ? { list, query: { ...query, ...page } }
    : { list, query: { ...query, ...page } };
}

/** The part of a query that is saved, with its dates as chosen. */
export function toSavedQuery(question: ListQuery, dates: SearchDates): SavedQuery {
  if (question.list === 'fundings') {
    const { fundingDateStart: _start, fundingDateEnd: _end, offset: _offset, ...query } = question.query;
    return { list: question.list, dates, query };
  }
  const { fundingDateStart: _start, fundingDateEnd: _end, offset: _offset, ...query } = question.query;
  return { list: question.list, dates, query };
}

const AMOUNTS = ['minAmount', 'maxAmount', 'minFunding', 'maxFunding'];

/**
 * Returns equal tokens for equal queries: sorted keys and values without duplicates, no page size, amounts by
 * value.
 * @param amountOf parses a typed amount; null if it is none
 */
export function searchToken(
  { list, dates, query }: SavedQuery,
  amountOf: (text: string) => number | null,
): string {
  const entries = Object.entries(query)
    .filter(([key, value]) => key !== 'limit' && hasEffect(value))
    .map(([key, value]): [string, unknown] => [key, normaliseValue(key, value, amountOf)])
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const range = dates.kind === 'last' ? ['last', dates.days] : ['between', dates.start, dates.end];
  return JSON.stringify([list, range, entries]);
}

/** Empty and false values have no effect on a query. */
const hasEffect = (value: unknown): boolean =>
  value !== undefined && value !== false && value !== '' && !(Array.isArray(value) && value.length === 0);

function normaliseValue(key: string, value: unknown, amountOf: (text: string) => number | null): unknown {
  if (Array.isArray(value)) return [...new Set(value.map(String))].sort();
  return AMOUNTS.includes(key) && typeof value === 'string' ? (amountOf(value) ?? value) : value;
}
