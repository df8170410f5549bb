import { utcDate } from '../../../shared/search-date-ranges.ts';
import { calendarLongText } from '../../lib/format.ts';

const SECOND = 1_000;
/** Latest time that a JavaScript date can represent, in ms. */
const TIME_MAX = 8.64e15;

/**
 * Formats the date in a `Deprecation` or `Sunset` header. The header contains either a Unix time, such as
 * `@1767225600` (RFC 9745), or an HTTP date (RFC 8594). Returns a text such as `1 Jan 2026`; null if the
 * header contains no valid date.
 */
export function headerDateText(header: string): string | null {
  const text = header.trim();
  const seconds = /^@(-?\d{1,15})$/.exec(text)?.[1];
  const isHttpDate = /^[A-Z][a-z]+, .+ GMT$/.test(text);
  const atMs = seconds !== undefined ? Number(seconds) * SECOND : isHttpDate ? Date.parse(text) : NaN;
  return Number.isNaN(atMs) || Math.abs(atMs) > TIME_MAX ? null : calendarLongText(utcDate(atMs));
}
