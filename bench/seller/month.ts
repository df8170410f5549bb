/*
 * The simulated month: June 2027 has 30 days and 22 working days, and lies within one month of every budget
 * (spec §8). The data set's "today" is its end, because the simulator's rounds are dense in the 60 days before
 * it; the clock starts at its beginning. Rounds are published 0–14 days after their announcement (6 of 10 at
 * least a day later), which causes late rounds.
 */

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

export const START_MS = Date.UTC(2027, 5, 1);
export const END_MS = Date.UTC(2027, 6, 1);
/** Gives about 110 rounds a day over all countries, as in the earlier simulation. */
export const COMPANIES = 22_000;

/** UTC, as the service counts days. */
const SESSION_HOURS: readonly number[] = [9, 14];

export const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Counts from 1. */
export const dayOfMonth = (ms: number): number => new Date(ms).getUTCDate();

const isWorkday = (ms: number): boolean => ![0, 6].includes(new Date(ms).getUTCDay());

/** The start times of sessions: two on every working day. */
export function sessionStarts(): number[] {
  const starts: number[] = [];
  for (let dayMs = START_MS; dayMs < END_MS; dayMs += DAY_MS)
    if (isWorkday(dayMs)) starts.push(...SESSION_HOURS.map((hour) => dayMs + hour * HOUR_MS));
  return starts;
}
