import { calendarDateSchema } from '../../../../shared/model/query.ts';
import { text } from './values.ts';

interface DecodedDate {
  /** Calendar date `YYYY-MM-DD` as received, not converted to another time zone. Null if it is not a date. */
  readonly on: string | null;
  /**
   * The received text, if it differs from the date in `on`, for example because it also contains a time;
   * otherwise null.
   */
  readonly text: string | null;
}

const TEXT_MAX = 80;
/** A date, alone or followed by a time. */
const STATED = /^(\d{4}-\d{2}-\d{2})(?:[Tt ]\d{2}:?\d{2}.*)?$/;

/**
 * Decodes the calendar date of a date or date-time exactly as written. If the date were converted to the
 * local time zone, users in the Americas would see the previous day.
 */
export function decodeDate(value: unknown): DecodedDate {
  const received = text(value, TEXT_MAX);
  if (received === null) return { on: null, text: null };
  const stated = STATED.exec(received)?.[1] ?? null;
  const on = stated !== null && calendarDateSchema.safeParse(stated).success ? stated : null;
  return { on, text: received === on ? null : received };
}

/** A Unix time above this value must be in milliseconds: in seconds, it would be after the year 5138. */
const SECONDS_MAX = 100_000_000_000;

/**
 * Converts a Unix time to milliseconds. The documented unit is seconds (spec §2.12, §4.12), but numbers above
 * `SECONDS_MAX` are read as milliseconds. Null if the value is not a time.
 */
export function unixTimeMs(value: unknown): number | null {
  const time = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value;
  if (typeof time !== 'number' || !Number.isFinite(time) || time <= 0 || time > 8.64e15) return null;
  return time > SECONDS_MAX ? Math.trunc(time) : Math.trunc(time * 1_000);
}

/** A date with a time and an optional UTC offset. */
const INSTANT = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)\s?(Z|z|[+-]\d{2}:?\d{2})?$/;

/**
 * Decodes an ISO 8601 time (spec §2.8–2.10) or a Unix time to milliseconds since the epoch; null if the value
 * is neither. A time without an offset is read as UTC, and a date without a time as midnight UTC.
 */
export function decodeInstant(value: unknown): number | null {
  if (typeof value === 'number') return unixTimeMs(value);
  if (typeof value !== 'string' || value.length > 80) return null;
  const text = value.trim();
  if (/^\d{1,16}$/.test(text)) return unixTimeMs(text);
  const [, date = text, time = '00:00', zone] = INSTANT.exec(text) ?? [];
  // Without this check, `Date.parse` would accept 30 February as 2 March.
  if (!calendarDateSchema.safeParse(date).success) return null;
  const atMs = Date.parse(`${date}T${time}${zoneOf(zone)}`);
  return Number.isNaN(atMs) ? null : atMs;
}

const zoneOf = (zone: string | undefined): string => {
  if (zone === undefined || zone.toUpperCase() === 'Z') return 'Z';
  return zone.includes(':') ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`;
};
