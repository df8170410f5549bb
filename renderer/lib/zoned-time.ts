/*
 * Dates and times of day in the language of the words, written out here: the first use of Intl has a browser look through all
 * the languages it knows, as long as a tenth of what the first view takes (docs/adr/0039). A test holds them against Intl.
 */

export interface ZonedTime {
  /** Absent: where this laptop is. */
  readonly timeZone?: string;
}

export interface Moment {
  readonly year: number;
  /** January is 0. */
  readonly month: number;
  readonly day: number;
  /** Sunday is 0. */
  readonly weekday: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/** @param atMs Unix time, ms @throws RangeError where that is no time, or the zone is none */
export function momentOf(atMs: number, { timeZone }: ZonedTime = {}): Moment {
  const at = new Date(atMs);
  if (Number.isNaN(at.getTime())) throw new RangeError('not a time');
  if (timeZone === undefined)
    return {
      year: at.getFullYear(),
      month: at.getMonth(),
      day: at.getDate(),
      weekday: at.getDay(),
      hour: at.getHours(),
      minute: at.getMinutes(),
      second: at.getSeconds(),
    };
  return utcMoment(timeZone === 'UTC' ? at : new Date(atMs + offsetMs(at, timeZone)));
}

const utcMoment = (at: Date): Moment => ({
  year: at.getUTCFullYear(),
  month: at.getUTCMonth(),
  day: at.getUTCDate(),
  weekday: at.getUTCDay(),
  hour: at.getUTCHours(),
  minute: at.getUTCMinutes(),
  second: at.getUTCSeconds(),
});

/** Of another zone than this laptop's. Only Intl knows those. */
function offsetMs(at: Date, timeZone: string): number {
  const shape = { hourCycle: 'h23', era: 'short' } as const;
  const numbers = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
  const clock = { hour: 'numeric', minute: 'numeric', second: 'numeric' } as const;
  const parts = new Intl.DateTimeFormat('en-GB', { ...shape, ...numbers, ...clock, timeZone }).formatToParts(
    at,
  );
  const of = (name: string): number => Number(parts.find(({ type }) => type === name)?.value);
  const there = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
  return there - Math.floor(at.getTime() / 1_000) * 1_000;
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
/** British English writes three letters of a month, and four of September. */
const SHORT_MONTHS = MONTHS.map((name) => name.slice(0, name === 'September' ? 4 : 3));

/** `Thursday` */
export const weekdayName = ({ weekday }: Moment): string => WEEKDAYS[weekday] ?? '';
/** `Thu` */
export const shortWeekday = (at: Moment): string => weekdayName(at).slice(0, 3);
/** `May` */
export const monthName = ({ month }: Moment): string => MONTHS[month] ?? '';
/** `1 Jun` */
export const dayMonth = ({ day, month }: Moment): string => `${day} ${SHORT_MONTHS[month] ?? ''}`;

const two = (value: number): string => String(value).padStart(2, '0');
/** `09:40` */
export const hourMinute = ({ hour, minute }: Moment): string => `${two(hour)}:${two(minute)}`;
/** `09:40:30` */
export const hourMinuteSecond = (at: Moment): string => `${hourMinute(at)}:${two(at.second)}`;
