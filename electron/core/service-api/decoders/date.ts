import { calendarDateSchema } from '../../../../shared/model/query.ts';
import { text } from './values.ts';

export interface DecodedDate {
  /** Calendar date `YYYY-MM-DD` as received, not converted to another time zone. Null if it is not a date. */
  readonly on: string | null;
  /** The received text if it differs from `on`, otherwise null. */
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
 * `SECONDS_MAX` are taken as milliseconds. Null if the value is not a time.
 */
export function unixTimeMs(value: unknown): number | null {
  const time = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value;
  if (typeof time !== 'number' || !Number.isFinite(time) || time <= 0 || time > 8.64e15) return null;
  return time > SECONDS_MAX ? Math.trunc(time) : Math.trunc(time * 1_000);
}
