import { calendarDateSchema } from '../../../../shared/model/query.ts';
import { text } from './values.ts';

export interface DecodedDate {
  /** `YYYY-MM-DD` as stated, in its stated offset. */
  readonly on: string | null;
  /** The received text if it contains more than the calendar date. */
  readonly text: string | null;
}

const TEXT_MAX = 80;
/** A date, alone or followed by a time. */
const STATED = /^(\d{4}-\d{2}-\d{2})(?:[Tt ]\d{2}:?\d{2}.*)?$/;

/**
 * Calendar date of a date or date-time, taken as written. Time zone conversion would shift it to the previous
 * day in the Americas.
 */
export function decodeDate(value: unknown): DecodedDate {
  const received = text(value, TEXT_MAX);
  if (received === null) return { on: null, text: null };
  const stated = STATED.exec(received)?.[1] ?? null;
  const on = stated !== null && calendarDateSchema.safeParse(stated).success ? stated : null;
  return { on, text: received === on ? null : received };
}

/** Larger Unix times must be in milliseconds: as seconds this is the year 5138. */
const SECONDS_MAX = 100_000_000_000;

/**
 * Unix time in seconds, converted to milliseconds (spec §2.12, §4.12); a time in milliseconds is recognised
 * by its size.
 */
export function unixTimeMs(value: unknown): number | null {
  const time = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value;
  if (typeof time !== 'number' || !Number.isFinite(time) || time <= 0 || time > 8.64e15) return null;
  return time > SECONDS_MAX ? Math.trunc(time) : Math.trunc(time * 1_000);
}
