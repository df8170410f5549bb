import type { DayUse } from '../../../shared/model/budget.ts';
import { DAY } from '../../lib/format.ts';

/** A forecast of how long this month's records last if use continues at the recent rate. */
export interface Forecast {
  /** Records used per day by all devices, rounded. */
  readonly usedPerDay: number;
  /** The number of records per day at which the budget lasts exactly until the reset. */
  readonly evenPerDay: number;
  /** When the last record will be used, in Unix ms; null if the records last until the reset. */
  readonly runsOutAtMs: number | null;
  /** Whole days from `runsOutAtMs` to the reset; 0 if the records last. */
  readonly daysEarly: number;
}

/** This month's record budget. Times are by the service's clock. */
export interface RecordBudget {
  readonly left: number;
  readonly resetsAtMs: number;
  readonly nowMs: number;
}

/** Number of past days on which the forecast is based. Today is not included. */
const LOOKBACK_DAYS = 7;
/** There is no forecast until this many whole days have passed, starting with the first day of use. */
const MIN_DAYS_OF_USE = 3;

export const recordsOn = ({ own, others }: DayUse): number => own + others;

/**
 * Divides the records that are left by the days until the reset, and returns at least one. Today counts as a
 * whole day, even if some records were already used today.
 */
export function sustainablePace({ left, resetsAtMs, nowMs }: RecordBudget): number {
  const daysLeft = Math.max(1, Math.ceil((resetsAtMs - nowMs) / DAY));
  return Math.max(1, Math.floor(left / daysLeft));
}

/** Returns the forecast; null if no records were used before today, or if the first use is too recent. */
export function forecastOf(
  days: readonly DayUse[],
  { left, resetsAtMs, nowMs }: RecordBudget,
): Forecast | null {
  const past = days.filter(({ startMs }) => startMs + DAY <= nowMs);
  const firstUse = past.findIndex((day) => recordsOn(day) > 0);
  if (firstUse === -1) return null;
  const recent = past.slice(Math.max(firstUse, past.length - LOOKBACK_DAYS));
  if (recent.length < MIN_DAYS_OF_USE) return null;
  const rate = recent.reduce((sum, day) => sum + recordsOn(day), 0) / recent.length;
  const evenPerDay = sustainablePace({ left, resetsAtMs, nowMs });
  const runsOutAtMs = rate === 0 ? null : nowMs + (left / rate) * DAY;
  const isEarly = runsOutAtMs !== null && runsOutAtMs < resetsAtMs;
  return {
    usedPerDay: Math.round(rate),
    evenPerDay,
    runsOutAtMs: isEarly ? runsOutAtMs : null,
    daysEarly: isEarly ? Math.floor((resetsAtMs - runsOutAtMs) / DAY) : 0,
  };
}

/**
 * Returns the highest daily cap at which the records last until the reset. Returns null if no new cap is
 * necessary, if no records are left, or if the current cap is already as low.
 *
 * @param cap the current daily cap; null if there is none
 */
export function capToOffer(forecast: Forecast | null, left: number, cap: number | null): number | null {
  if (forecast === null || forecast.runsOutAtMs === null || left === 0) return null;
  return cap === null || cap > forecast.evenPerDay ? forecast.evenPerDay : null;
}

/** A point in the burn-down chart. `atMs` is a time by the service's clock. */
export interface BurnDownPoint {
  readonly atMs: number;
  readonly left: number;
}

/**
 * Returns how many records were left at the start of each UTC day of this month, and how many are left now.
 * Each day's number is the next day's number plus the day's use, so the line ends exactly at `left`.
 */
export function burnDown(
  days: readonly DayUse[],
  {
    left,
    monthStartMs,
    nowMs,
  }: { readonly left: number; readonly monthStartMs: number; readonly nowMs: number },
): BurnDownPoint[] {
  const ofMonth = days.filter(({ startMs }) => startMs >= monthStartMs && startMs <= nowMs);
  let after = left;
  const points: BurnDownPoint[] = [{ atMs: nowMs, left }];
  for (const day of ofMonth.toReversed()) {
    after += recordsOn(day);
    points.unshift({ atMs: day.startMs, left: after });
  }
  return points;
}

/** Returns a scale from 0 to a round number that is at least `most`, with its grid lines. */
export function chartScale(most: number): { readonly top: number; readonly lines: readonly number[] } {
  const step = roundStep(Math.max(1, most) / 3);
  const top = step * Math.max(1, Math.ceil(Math.max(1, most) / step));
  return { top, lines: Array.from({ length: Math.round(top / step) + 1 }, (_, at) => at * step) };
}

/** Rounds up to the next number that is 1, 2 or 5 times a power of ten. */
function roundStep(least: number): number {
  const ten = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  const wanted = [1, 2, 5, 10].find((each) => each * ten >= least) ?? 10;
  return wanted * ten;
}
