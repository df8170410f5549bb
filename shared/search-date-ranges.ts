import type { ListQuery } from './model/query.ts';
import type { SavedQuery, SearchDates } from './model/saved-search.ts';
import { DAY_MS } from './durations.ts';

/*
 * Computes a saved search's dates and query for a given day. This is a separate file so the renderer can
 * use it without loading the schemas.
 */

/** Returns the UTC date of a time, such as `2026-05-14`. */
export const utcDate = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);

/**
 * Returns the first and last announcement dates (inclusive) that a search covers if it runs at `nowMs`. They
 * are UTC dates, like the service's dates (spec §8).
 */
const datesAt = (dates: SearchDates, nowMs: number): { start: string; end: string } =>
  dates.kind === 'between' ? { start: dates.start, end: dates.end } : lastDays(dates.days, nowMs);

/** Returns the first and last of the most recent `days` UTC dates, including today. */
export const lastDays = (days: number, nowMs: number): { start: string; end: string } => ({
  start: utcDate(nowMs - (days - 1) * DAY_MS),
  end: utcDate(nowMs),
});

/** Returns the query for the first page of a saved search that runs at `nowMs`. */
export function questionAt({ list, dates, query }: SavedQuery, nowMs: number): ListQuery {
  const { start, end } = datesAt(dates, nowMs);
  const page = { fundingDateStart: start, fundingDateEnd: end, offset: 0 };
  // The branches look the same, but TypeScript needs both, because the queries of the two lists have
  // different types.
  return list === 'fundings'
    ? { list, query: { ...query, ...page } }
    : { list, query: { ...query, ...page } };
}

/** Returns the query as it is saved: without its page position, and with the dates as the user chose them. */
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
 * Returns a token that is the same for equal queries. Queries count as equal if they differ only in the page
 * size, in the order of keys or values, or in the notation of amounts.
 * @param amountOf parses an amount typed by the user; returns null if the text is not an amount
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

/** Whether a value affects a query. Empty and false values have no effect. */
const hasEffect = (value: unknown): boolean =>
  value !== undefined && value !== false && value !== '' && !(Array.isArray(value) && value.length === 0);

function normaliseValue(key: string, value: unknown, amountOf: (text: string) => number | null): unknown {
  if (Array.isArray(value)) return [...new Set(value.map(String))].sort();
  return AMOUNTS.includes(key) && typeof value === 'string' ? (amountOf(value) ?? value) : value;
}
