/*
 * The simulated month: June 2027, which has 30 days and 22 working days. Every monthly budget covers exactly
 * this month (spec §8), and the clock starts at the beginning of the month. The simulator creates most rounds
 * in the 60 days before a given date. This date is set to the end of the month, so the month has enough
 * rounds. 60% of the rounds are published 1 to 14 days after their announcement, so some rounds arrive late.
 */

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

export const START_MS = Date.UTC(2027, 5, 1);
export const END_MS = Date.UTC(2027, 6, 1);
/** Number of companies. They have about 110 rounds a day in total, as in an earlier simulation. */
export const COMPANIES = 22_000;

/** Hours at which sessions start, in UTC like the service's days. */
const SESSION_HOURS: readonly number[] = [9, 14];

export const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

export const dayOfMonth = (ms: number): number => new Date(ms).getUTCDate();

const isWorkday = (ms: number): boolean => ![0, 6].includes(new Date(ms).getUTCDay());

/** Returns the start times of the sessions: two on every working day. */
export function sessionStarts(): number[] {
  const starts: number[] = [];
  for (let dayMs = START_MS; dayMs < END_MS; dayMs += DAY_MS)
    if (isWorkday(dayMs)) starts.push(...SESSION_HOURS.map((hour) => dayMs + hour * HOUR_MS));
  return starts;
}
