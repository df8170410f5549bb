import type { DayUse } from '../../../shared/model/budget.ts';
import { DAY_MS, daysUntil } from '../../../shared/durations.ts';
import { usualDays } from '../../../shared/usual-days.ts';

/** A forecast of how long this month's records will last at the recent rate of use. */
export interface Forecast {
  /** Average number of records used per day by all devices; not a whole number. */
  readonly usedPerDay: number;
  /** Number of most recent days over which `usedPerDay` is averaged. */
  readonly averagedDays: number;
  /** The number of records per day at which the budget lasts exactly until the reset. */
  readonly evenPerDay: number;
  /** When the last record will be used, in Unix ms; null if the records last until the reset. */
  readonly runsOutAtMs: number | null;
  /** Number of whole days between `runsOutAtMs` and the reset; 0 if the records last until the reset. */
  readonly daysEarly: number;
  /** Number of records left at the reset; 0 if they run out earlier. */
  readonly leftAtReset: number;
  /** Whether the records will last until the reset, but only because the daily cap limits their use. */
  readonly isHeldByCap: boolean;
}

/** This month's record budget. Its times are server times. */
export interface RecordBudget {
  readonly left: number;
  readonly resetsAtMs: number;
  readonly nowMs: number;
}

export const recordsOn = ({ own, others }: DayUse): number => own + others;

/**
 * Returns how many records can be used per day until the reset; at least 1, even if there are fewer records
 * than days. Today counts as a whole day, even if some records were already used today.
 */
export function sustainablePace(budget: RecordBudget): number {
  return Math.max(1, Math.floor(budget.left / daysLeftIn(budget)));
}

/** Returns whether there is at least one record for each day until the reset. */
export const lastsAtOneADay = (budget: RecordBudget): boolean => budget.left >= daysLeftIn(budget);

const daysLeftIn = ({ resetsAtMs, nowMs }: RecordBudget): number => Math.max(1, daysUntil(resetsAtMs, nowMs));

/**
 * Returns the forecast; null if no records have been used yet, or if they were first used too recently for a
 * forecast.
 *
 * @param cap the current daily cap, which limits only this device; null if there is none
 */
export function forecastOf(
  days: readonly DayUse[],
  budget: RecordBudget,
  cap: number | null = null,
): Forecast | null {
  const { left, resetsAtMs, nowMs } = budget;
  const usual = usualDays(
    days.map((day) => ({ startMs: day.startMs, records: recordsOn(day) })),
    nowMs,
  );
  if (usual === null) return null;
  const today = days.find(({ startMs }) => startMs <= nowMs && nowMs < startMs + DAY_MS);
  const counted = days.filter(
    (day) => day.startMs >= usual.fromMs && day.startMs <= nowMs && (usual.includesToday || day !== today),
  );
  const average = averageOf(counted, usual.days);
  const daysLeft = (resetsAtMs - nowMs) / DAY_MS;
  const usedByReset = average.total * daysLeft;
  const cappedByReset =
    cap === null
      ? usedByReset
      : Math.min(average.own * daysLeft, allowedByReset(cap, today?.own ?? 0, budget)) +
        average.others * daysLeft;
  const rate = Math.min(average.own, cap ?? average.own) + average.others;
  const emptyAtMs = nowMs + (left / rate) * DAY_MS;
  const isEarly = cappedByReset > left && emptyAtMs < resetsAtMs;
  return {
    usedPerDay: average.total,
    averagedDays: usual.days,
    evenPerDay: sustainablePace(budget),
    runsOutAtMs: isEarly ? emptyAtMs : null,
    daysEarly: isEarly ? Math.floor((resetsAtMs - emptyAtMs) / DAY_MS) : 0,
    leftAtReset: Math.max(0, left - cappedByReset),
    isHeldByCap: !isEarly && usedByReset > left,
  };
}

function averageOf(days: readonly DayUse[], count: number): { own: number; others: number; total: number } {
  const average = (records: (day: DayUse) => number): number =>
    days.reduce((sum, day) => sum + records(day), 0) / count;
  return {
    own: average(({ own }) => own),
    others: average(({ others }) => others),
    total: average(recordsOn),
  };
}

/** Returns how many records a daily cap still allows until the reset. The cap applies to UTC days. */
function allowedByReset(cap: number, usedToday: number, { resetsAtMs, nowMs }: RecordBudget): number {
  const dayEndMs = Math.floor(nowMs / DAY_MS) * DAY_MS + DAY_MS;
  const laterDays = Math.max(0, daysUntil(resetsAtMs, dayEndMs));
  return Math.max(0, cap - usedToday) + cap * laterDays;
}

/**
 * Returns the highest daily cap at which the records last until the reset. Returns null if the records last
 * without a new cap, if none are left, or if the current cap is already that low.
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
 * The numbers are calculated backward from `left`, so the line ends exactly at this number.
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
