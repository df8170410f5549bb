import { DAY_MS } from './durations.ts';

/** How many records were used on one UTC day. */
interface DayRecords {
  readonly startMs: number;
  readonly records: number;
}
export interface UsualDays {
  /** Start of the first day that is averaged. */
  readonly fromMs: number;
  /** Number of days that are averaged, including today if `includesToday` is true. */
  readonly days: number;
  readonly includesToday: boolean;
}

/** The average covers at most this many whole days. */
const LOOKBACK_DAYS = 7;
/** The pace is unknown until this many whole days have passed, counted from the first day of use. */
const MIN_DAYS_OF_USE = 3;

/**
 * Returns the UTC days whose average use is the usual pace. Today is not over, so today is included only if
 * it raises the average. Returns null if too few days have passed since records were first used, or if none
 * were used.
 */
export function usualDays(uses: readonly DayRecords[], nowMs: number): UsualDays | null {
  const todayMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
  const used = uses.filter(({ startMs, records }) => startMs < todayMs && records > 0);
  if (used.length === 0) return null;
  const firstMs = Math.min(...used.map(({ startMs }) => startMs));
  const fromMs = Math.max(firstMs, todayMs - LOOKBACK_DAYS * DAY_MS);
  const whole = Math.round((todayMs - fromMs) / DAY_MS);
  if (whole < MIN_DAYS_OF_USE) return null;
  const sum = (isCounted: (startMs: number) => boolean): number =>
    uses.reduce((total, { startMs, records }) => total + (isCounted(startMs) ? records : 0), 0);
  const before = sum((startMs) => startMs >= fromMs && startMs < todayMs);
  const includesToday = sum((startMs) => startMs === todayMs) * whole > before;
  return { fromMs, days: whole + (includesToday ? 1 : 0), includesToday };
}
