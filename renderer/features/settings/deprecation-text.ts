import { SECOND_MS } from '../../../shared/durations.ts';
import type { ServiceState } from '../../../shared/model/workspace.ts';
import { safeLine } from '../../lib/safe-text.ts';
import { settings } from './strings.ts';
import { utcDate } from '../../../shared/search-date-ranges.ts';
import { calendarLongText } from '../../lib/format.ts';

/** Latest time that a JavaScript date can represent, in ms. */
const TIME_MAX = 8.64e15;

/**
 * Describes the service's `Deprecation` and `Sunset` headers. A header without a valid date is shown as
 * received.
 */
export function deprecationText({
  deprecation,
  sunset,
}: Pick<NonNullable<ServiceState['deprecation']>, 'deprecation' | 'sunset'>): string {
  const words = settings.service;
  const describe = (
    header: string | null,
    dated: (date: string) => string,
    received: (text: string) => string,
  ): readonly string[] => {
    if (header === null || header === '') return [];
    const date = headerDateText(header);
    return [date === null ? received(safeLine(header, 100)) : dated(date)];
  };
  return [
    ...describe(deprecation, words.deprecatedOn, words.deprecation),
    ...describe(sunset, words.sunsetOn, words.sunset),
  ].join(', ');
}

/**
 * Formats the date in a `Deprecation` or `Sunset` header. The header contains either a Unix time, such as
 * `@1767225600` (RFC 9745), or an HTTP date (RFC 8594). Returns a text such as `1 Jan 2026`; null if the
 * header contains no valid date.
 */
export function headerDateText(header: string): string | null {
  const text = header.trim();
  const seconds = /^@(-?\d{1,15})$/.exec(text)?.[1];
  const isHttpDate = /^[A-Z][a-z]+, .+ GMT$/.test(text);
  const atMs = seconds !== undefined ? Number(seconds) * SECOND_MS : isHttpDate ? Date.parse(text) : NaN;
  return Number.isNaN(atMs) || Math.abs(atMs) > TIME_MAX ? null : calendarLongText(utcDate(atMs));
}
