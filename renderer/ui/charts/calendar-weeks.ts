import { DAY_MS } from '../../../shared/durations.ts';

const DAYS = 7;
const timeOf = (date: string): number => Date.parse(`${date}T00:00:00Z`);

/** Returns the weekday of a date such as `2026-05-14`: 0 for Monday to 6 for Sunday. */
export const weekdayOf = (date: string): number => (new Date(timeOf(date)).getUTCDay() + 6) % DAYS;

/** Returns midnight UTC of the Monday on or before a date. */
export const mondayOf = (date: string): number => timeOf(date) - weekdayOf(date) * DAY_MS;

/** Divides consecutive days into weeks that start on Monday. The first and the last week may be shorter. */
export function weeksOf<Day extends { readonly date: string }>(
  days: readonly Day[],
): readonly (readonly Day[])[] {
  const before = days[0] === undefined ? 0 : weekdayOf(days[0].date);
  return Array.from({ length: Math.ceil((before + days.length) / DAYS) }, (_, week) =>
    days.slice(Math.max(0, week * DAYS - before), (week + 1) * DAYS - before),
  );
}
