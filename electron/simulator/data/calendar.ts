export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** Returns the last midnight UTC at or before `ms`. */
export const startOfDayMs = (ms: number): number => Math.floor(ms / DAY_MS) * DAY_MS;

/** Returns the UTC date of `ms` as `YYYY-MM-DD`. */
export function dayOf(ms: number): string {
  const day = Math.floor(ms / DAY_MS);
  let text = days.get(day);
  if (text === undefined) {
    text = new Date(ms).toISOString().slice(0, 10);
    days.set(day, text);
  }
  return text;
}
/** Caches the formatted dates by day number, because a world has far more rounds than days. */
const days = new Map<number, string>();

/** Returns the UTC month of `ms` as `YYYY-MM`. */
export const monthOf = (ms: number): string => new Date(ms).toISOString().slice(0, 7);

/** Returns the next midnight UTC after `ms`, when daily budgets reset (spec §8). */
export const nextDayMs = (ms: number): number => startOfDayMs(ms) + DAY_MS;

/** Returns the start of the next UTC month, when monthly budgets reset (spec §8). */
export function nextMonthMs(ms: number): number {
  const date = new Date(ms);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

/**
 * Converts milliseconds to Unix seconds. Rounds up, because a client that waits until that time must not
 * retry too early.
 */
export const unixSeconds = (ms: number): number => Math.ceil(ms / SECOND_MS);

/**
 * Parses `YYYY-MM-DD` as midnight UTC. Returns null for anything else, including dates such as 30 February.
 */
export function parseDay(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const ms = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(ms) || dayOf(ms) !== text ? null : ms;
}
