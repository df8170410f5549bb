import type { DayUse } from '../../../shared/model/budget.ts';
import { DAY } from '../../lib/format.ts';

/** How long the records of this month last, if the days to come are like the last ones. */
export interface Forecast {
  /** Records a day, this device and others together, rounded. */
  readonly usedADay: number;
  /** Records a day that last exactly to the reset. */
  readonly evenADay: number;
  /** When nothing is left; null where they last to the reset. */
  readonly runsOutAtMs: number | null;
  /** Whole days between then and the reset; 0 where they last. */
  readonly daysEarly: number;
}

/** How the records of this month stand; times are server time. */
export interface Standing {
  readonly left: number;
  readonly resetsAtMs: number;
  readonly nowMs: number;
}

/** Days that are looked back at, today not among them. */
const LOOK_BACK = 7;
/** With fewer days of use nothing is foretold. */
const DAYS_MIN = 3;

export const requestsOn = ({ own, others }: DayUse): number => own + others;

/**
 * What may be used each day, today and what was used of it included, so that it lasts to the reset; at least one. The
 * governor holds the background to the same share. Pure.
 */
export function sustainablePace(days: readonly DayUse[], { left, resetsAtMs, nowMs }: Standing): number {
  const today = days.at(-1);
  const usedToday = today === undefined || today.startMs + DAY <= nowMs ? 0 : requestsOn(today);
  const daysLeft = Math.max(1, Math.ceil((resetsAtMs - nowMs) / DAY));
  return Math.max(1, Math.floor((left + usedToday) / daysLeft));
}

/** Null while there are too few days of use to tell. Pure. */
export function forecastOf(days: readonly DayUse[], { left, resetsAtMs, nowMs }: Standing): Forecast | null {
  const past = days.filter(({ startMs }) => startMs + DAY <= nowMs);
  const firstUse = past.findIndex((day) => requestsOn(day) > 0);
  if (firstUse === -1) return null;
  const lately = past.slice(Math.max(firstUse, past.length - LOOK_BACK));
  if (lately.length < DAYS_MIN) return null;
  const rate = lately.reduce((sum, day) => sum + requestsOn(day), 0) / lately.length;
  const evenADay = sustainablePace(days, { left, resetsAtMs, nowMs });
  const runsOutAtMs = rate === 0 ? null : nowMs + (left / rate) * DAY;
  const isEarly = runsOutAtMs !== null && runsOutAtMs < resetsAtMs;
  return {
    usedADay: Math.round(rate),
    evenADay,
    runsOutAtMs: isEarly ? runsOutAtMs : null,
    daysEarly: isEarly ? Math.floor((resetsAtMs - runsOutAtMs) / DAY) : 0,
  };
}

/** A point of the burn-down: server time and what was left then. */
export interface BurnDownPoint {
  readonly atMs: number;
  readonly left: number;
}

/**
 * What was left at the start of each UTC day of this month, and now: counted back from what is left now, so that the line
 * ends where the budget stands. Pure.
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
    after += requestsOn(day);
    points.unshift({ atMs: day.startMs, left: after });
  }
  return points;
}

/** Height of a scale that holds `most`: a round figure, and the two lines below it. Pure. */
export function scaleOf(most: number): { readonly top: number; readonly lines: readonly number[] } {
  const step = niceStep(Math.max(1, most) / 3);
  const top = step * Math.max(1, Math.ceil(Math.max(1, most) / step));
  return { top, lines: Array.from({ length: Math.round(top / step) + 1 }, (_, at) => at * step) };
}

/** 1, 2, 5 and their tenfolds, at least one. */
function niceStep(least: number): number {
  const ten = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  const wanted = [1, 2, 5, 10].find((each) => each * ten >= least) ?? 10;
  return wanted * ten;
}
