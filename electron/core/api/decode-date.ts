import { calendarDateSchema } from '../../../shared/model/query.ts';
import { text } from './decode-values.ts';

export interface DecodedDate {
  /** `YYYY-MM-DD` as stated, in the offset it was stated in. */
  readonly on: string | null;
  /** What was received, where that was more than the calendar date. */
  readonly text: string | null;
}

const TEXT_MAX = 80;
/** A date, alone or before a time. */
const STATED = /^(\d{4}-\d{2}-\d{2})(?:[Tt ]\d{2}:?\d{2}.*)?$/;

/**
 * The calendar date of a date or date-time, taken as written. It never goes through a clock: in the Americas a shifted
 * date is the day before [R-2-8, R-2-27].
 */
export function decodeDate(value: unknown): DecodedDate {
  const received = text(value, TEXT_MAX);
  if (received === null) return { on: null, text: null };
  const stated = STATED.exec(received)?.[1] ?? null;
  const on = stated !== null && calendarDateSchema.safeParse(stated).success ? stated : null;
  return { on, text: received === on ? null : received };
}

/** Above this, a Unix time can only be in milliseconds: as seconds it would be the year 5138. */
const SECONDS_MAX = 100_000_000_000;

/** A Unix time in seconds, as milliseconds [§2.12, §4.12]; a time in milliseconds is recognised by its size [R-8-15]. */
export function unixTimeMs(value: unknown): number | null {
  const time = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value;
  if (typeof time !== 'number' || !Number.isFinite(time) || time <= 0 || time > 8.64e15) return null;
  return time > SECONDS_MAX ? Math.trunc(time) : Math.trunc(time * 1_000);
}
