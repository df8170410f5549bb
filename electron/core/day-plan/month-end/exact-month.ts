import { FREE } from '../../../../shared/add-costs.ts';
import type { Candidate } from '../decide-plan.ts';
import { roomOn, type MonthLimit, type MonthOutlook } from './month-limits.ts';

/** Up to this number of requests, the plan tries every set of requests on every day. */
export const EXACT_MAX = 10;

/**
 * Returns the most valuable requests for each day. Tries every set of requests on every day. For the
 * remaining days, only the set of requests made so far matters. Among sets of equal value, chooses the one
 * that costs the fewest records.
 *
 * @param candidates at most `EXACT_MAX`
 */
export function exactMonth<C extends Candidate>(candidates: readonly C[], outlook: MonthOutlook): C[][] {
  const { days, limits } = outlook;
  const sets = 1 << candidates.length;
  const used = limits.map((limit) => sumsOf(candidates, (each) => amountOf(limit, each)));
  const values = sumsOf(candidates, ({ value }) => value);
  const records = sumsOf(candidates, ({ cost }) => cost.records);
  /** For each set, the day on which its last request is made; -1 if the set has not been completed. */
  const completeOn = new Int32Array(sets).fill(-1);
  /** For each completed set, the subset of its requests that were made before its last day. */
  const before = new Int32Array(sets);
  completeOn[0] = 0;
  let reached = [0];
  for (let day = 0; day < days; day += 1) {
    const open = maskOf(candidates, ({ lastDay }) => lastDay >= day);
    const next: number[] = [];
    // Tries the sets that were completed last first. If several sets lead to the same larger set, the first
    // one tried is used. The plan therefore makes its requests early.
    for (const done of reached.toReversed()) {
      const rooms = limits.map((limit, index) => roomOn(limit, day, used[index]?.[done] ?? 0));
      // Sets that leave no room for the approved requests of this day are skipped.
      if (done > 0 && isCrowded(limits, rooms, day)) {
        // Clears the completion day of this set, because a later day may have enough room to complete the
        // same set.
        completeOn[done] = -1;
        continue;
      }
      next.unshift(done);
      const rest = open & ~done;
      for (let today = rest; today > 0; today = (today - 1) & rest) {
        const set = done | today;
        if (completeOn[set] !== -1) continue;
        if (rooms.some((room, index) => (used[index]?.[today] ?? 0) > room)) continue;
        completeOn[set] = day;
        before[set] = done;
        next.push(set);
      }
    }
    reached = next;
  }
  const best = reached.reduce((most, set) => {
    const gain = (values[set] ?? 0) - (values[most] ?? 0);
    return gain > 0 || (gain === 0 && (records[set] ?? 0) < (records[most] ?? 0)) ? set : most;
  }, 0);
  return daysBehind(candidates, days, best, { completeOn, before });
}

/** Returns whether a limit has too little room for the requests that are already approved for this day. */
const isCrowded = (limits: readonly MonthLimit[], rooms: readonly number[], day: number): boolean =>
  rooms.some((room, index) => room < 0 && (limits[index]?.approved[day] ?? 0) > 0);

/** Returns the amount by which a request counts toward a limit. */
export const amountOf = ({ unit, lane }: MonthLimit, candidate: Candidate): number =>
  (lane === null || lane === candidate.lane ? candidate.cost : FREE)[unit];

/**
 * Sums `of` over the candidates in each subset of `candidates`. Returns one sum per subset; the index is the
 * subset's bit mask.
 */
function sumsOf<C>(candidates: readonly C[], of: (candidate: C) => number): Float64Array {
  const sums = new Float64Array(1 << candidates.length);
  for (let set = 1; set < sums.length; set += 1) {
    const lowest = candidates[31 - Math.clz32(set & -set)];
    sums[set] = (sums[set & (set - 1)] ?? 0) + (lowest === undefined ? 0 : of(lowest));
  }
  return sums;
}

const maskOf = <C>(candidates: readonly C[], is: (candidate: C) => boolean): number =>
  candidates.reduce((mask, each, index) => (is(each) ? mask | (1 << index) : mask), 0);

/** Groups the requests in the set `last` by the day on which they are made. */
function daysBehind<C>(
  candidates: readonly C[],
  days: number,
  last: number,
  { completeOn, before }: { readonly completeOn: Int32Array; readonly before: Int32Array },
): C[][] {
  const plan = Array.from({ length: days }, (): C[] => []);
  for (let set = last; set > 0; set = before[set] ?? 0) {
    const today = set & ~(before[set] ?? 0);
    plan[completeOn[set] ?? 0] = candidates.filter((_, index) => ((today >> index) & 1) === 1);
  }
  return plan;
}
