export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** Midnight UTC at or before `ms`. */
export const startOfDayMs = (ms: number): number => Math.floor(ms / DAY_MS) * DAY_MS;

/** `YYYY-MM-DD` of `ms` in UTC. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** `YYYY-MM` of `ms` in UTC. */
export const monthOf = (ms: number): string => new Date(ms).toISOString().slice(0, 7);

/** The midnight UTC after `ms`: the reset of daily budgets (spec §8). */
export const nextDayMs = (ms: number): number => startOfDayMs(ms) + DAY_MS;

/** 00:00 UTC on the 1st of the month after `ms`: the reset of monthly budgets (spec §8). */
export function nextMonthMs(ms: number): number {
  const date = new Date(ms);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

/** Unix seconds, rounded up: a client that waits until then does not retry too early. */
export const unixSeconds = (ms: number): number => Math.ceil(ms / SECOND_MS);

/** Midnight UTC of a valid calendar date `YYYY-MM-DD`, otherwise null: 30 February is not a date. */
export function parseDay(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const ms = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(ms) || dayOf(ms) !== text ? null : ms;
}
