import type { Candidate } from '../decide-plan.ts';
import { bestSet, soonestFirst } from '../knapsack.ts';
import { amountOf, EXACT_MAX, exactMonth } from './exact-month.ts';
import { mostBy, type MonthOutlook } from './month-limits.ts';
import { createSchedule, type Schedule } from './schedule.ts';

export interface MonthChoice<C> {
  /** The requests of each day, starting with today. */
  readonly days: readonly (readonly C[])[];
  /** Whether no other set of requests is worth more. */
  readonly isBest: boolean;
  /** An upper bound for the value of any set of requests. */
  readonly ceiling: number;
}

/**
 * Chooses the set of requests with the largest total value that fits within all limits until the reset. Also
 * chooses the day of each request. Records left at the reset expire, so none are held back for later
 * requests.
 *
 * For up to `EXACT_MAX` requests, the result is exact. For more requests, the best set is computed for each
 * limit alone (`bestSet`), which gives an upper bound. If one of these sets also respects all other limits,
 * it is the best one. Otherwise, the plan takes the best of several schedules and improves it by swaps.
 */
export function chooseMonth<C extends Candidate>(
  candidates: readonly C[],
  outlook: MonthOutlook,
): MonthChoice<C> {
  const able = candidates.filter((each) => fitsAlone(each, outlook));
  if (able.length <= EXACT_MAX) {
    const days = exactMonth(able, outlook);
    return { days: sorted(days), isBest: true, ceiling: valueOf(days.flat()) };
  }
  const relaxed = relaxedSets(able, outlook);
  const ceiling = Math.min(valueOf(able), ...relaxed.map(valueOf));
  const orders = [
    ...relaxed.map((set) => [...soonestFirst(set), ...byWeight(able, outlook)]),
    byWeight(able, outlook),
    [...able].sort((a, b) => b.value - a.value || compareKeys(a, b)),
  ];
  let best = createSchedule<C>(outlook);
  for (const order of orders) {
    const schedule = scheduled(order, outlook);
    if (schedule.value() > best.value()) best = schedule;
    if (isAtCeiling(best.value(), ceiling)) break;
  }
  if (!isAtCeiling(best.value(), ceiling)) improve(best, byWeight(able, outlook));
  return { days: sorted(best.days()), isBest: isAtCeiling(best.value(), ceiling), ceiling };
}

/** Returns whether the limits allow a plan that contains only this request. */
export const fitsAlone = (candidate: Candidate, outlook: MonthOutlook): boolean =>
  createSchedule(outlook).add(candidate);

/**
 * Allows for rounding: the sum of floating-point numbers depends slightly on the order in which they are
 * added.
 */
const TOLERANCE = 1e-9;
const isAtCeiling = (value: number, ceiling: number): boolean => value >= ceiling - TOLERANCE * ceiling;

const valueOf = (candidates: readonly Candidate[]): number =>
  candidates.reduce((sum, { value }) => sum + value, 0);
const compareKeys = (a: Candidate, b: Candidate): number => (a.key < b.key ? -1 : 1);
const sorted = <C extends Candidate>(days: readonly (readonly C[])[]): C[][] =>
  days.map((day) => [...day].sort((a, b) => a.lastDay - b.lastDay || compareKeys(a, b)));

function scheduled<C extends Candidate>(order: readonly C[], outlook: MonthOutlook): Schedule<C> {
  const schedule = createSchedule<C>(outlook);
  for (const each of order) if (!schedule.has(each)) schedule.add(each);
  return schedule;
}

/**
 * For each limit that does not allow all requests, returns the requests with the greatest value under this
 * limit alone.
 */
function relaxedSets<C extends Candidate>(able: readonly C[], { days, limits }: MonthOutlook): C[][] {
  return limits.flatMap((limit) => {
    const counted = able.filter((each) => amountOf(limit, each) > 0);
    const demand = counted.reduce((sum, each) => sum + amountOf(limit, each), 0);
    if (demand <= mostBy(limit, 0)) return [];
    const byDay = Array.from({ length: days }, (_, day) => mostBy(limit, day));
    const asRecords = counted.map((each) => ({
      ...each,
      candidate: each,
      lastDay: Math.min(each.lastDay, days - 1),
      cost: { ...each.cost, records: amountOf(limit, each) },
    }));
    const best = bestSet(asRecords, (day) => Math.floor(byDay[Math.min(day, days - 1)] ?? 0));
    const uncounted = able.filter((each) => amountOf(limit, each) === 0);
    return [[...best.map(({ candidate }) => candidate), ...uncounted]];
  });
}

/**
 * Sorts requests by their value relative to the share of the scarce limits that they use, highest first. A
 * limit is scarce if it has no room for all requests.
 */
function byWeight<C extends Candidate>(able: readonly C[], { days, limits }: MonthOutlook): C[] {
  const scarce = limits
    .map((limit) => ({
      limit,
      most: mostBy(limit, days - 1),
      demand: able.reduce((sum, each) => sum + amountOf(limit, each), 0),
    }))
    .filter(({ demand, most }) => demand > most && most > 0);
  const weightOf = (each: C): number =>
    scarce.reduce((sum, { limit, most }) => sum + amountOf(limit, each) / most, 0);
  const keyed = able.map((each) => ({ each, worth: each.value / Math.max(1e-6, weightOf(each)) }));
  keyed.sort((a, b) => b.worth - a.worth || compareKeys(a.each, b.each));
  return keyed.map(({ each }) => each);
}

/** Maximum number of swaps that `improve` tries. */
const SWAPS_TRIED_MAX = 20_000;

/**
 * Repeatedly replaces a scheduled request with waiting requests that fit in its place, as long as this raises
 * the total value.
 */
function improve<C extends Candidate>(schedule: Schedule<C>, order: readonly C[]): void {
  let tried = 0;
  for (let isBetter = true; isBetter && tried < SWAPS_TRIED_MAX;) {
    isBetter = false;
    for (const out of schedule
      .days()
      .flat()
      .sort((a, b) => a.value - b.value)) {
      const waiting = order.filter((each) => !schedule.has(each));
      tried += waiting.length + 1;
      if (tried > SWAPS_TRIED_MAX) return;
      const before = schedule.value();
      const saved = schedule.save();
      schedule.remove(out);
      for (const each of waiting) schedule.add(each);
      schedule.add(out);
      if (schedule.value() > before + TOLERANCE) isBetter = true;
      else schedule.restore(saved);
    }
  }
}
