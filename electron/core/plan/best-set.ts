import type { Cost } from '../../../shared/model/budget.ts';
import { DAYS_AHEAD } from './outlook.ts';

/** A call as it is weighed against others. */
export interface Weighed {
  readonly key: string;
  /** Worst case. */
  readonly cost: Cost;
  /** By the seller's rules; more than 0. */
  readonly value: number;
  /** The last day on which it is in time, 0 being today. */
  readonly lastDay: number;
}

export const lastDayOf = ({ lastDay }: Weighed): number => Math.max(0, Math.min(lastDay, DAYS_AHEAD - 1));

/** The soonest last day first, then what is worth most a record. */
export const bySoonest = (a: Weighed, b: Weighed): number =>
  lastDayOf(a) - lastDayOf(b) || worthARecord(b) - worthARecord(a) || (a.key < b.key ? -1 : 1);
const worthARecord = ({ value, cost }: Weighed): number => value / Math.max(1, cost.records);

/**
 * Of calls that each have a last day the set of the greatest value, where `capacityBy(day)` records may be used up to the
 * end of a day: Lawler and Moore's dynamic programme over records (Management Science 16, 1969), exact. Of calls that are
 * alike the first by their keys. Pure.
 */
export function bestSet<C extends Weighed>(
  candidates: readonly C[],
  capacityBy: (day: number) => number,
): C[] {
  const kinds = kindsOf([...candidates].sort(bySoonest));
  const total = candidates.reduce((sum, { cost }) => sum + cost.records, 0);
  const top = Math.min(total, capacityBy(DAYS_AHEAD - 1));
  // worth[t]: the greatest value of calls that together take t records and are all in time; below 0 where there is none.
  const worth = new Float64Array(top + 1).fill(-1);
  worth[0] = 0;
  let reached = 0;
  const steps = kinds.flatMap((kind) =>
    packsOf(kind).map((pack) => {
      // No sum is greater than that of all calls so far, nor than what their last day leaves.
      reached = Math.min(top, reached + pack.records);
      return { ...pack, taken: improve(worth, pack, Math.min(reached, capacityBy(kind.lastDay))) };
    }),
  );
  const most = worth.reduce((best, value, records) => (value > (worth[best] ?? 0) ? records : best), 0);
  return callsBehind(steps, most);
}

/** Calls that differ in nothing that counts here. */
interface Kind<C> {
  readonly lastDay: number;
  readonly records: number;
  readonly value: number;
  readonly calls: C[];
}

function kindsOf<C extends Weighed>(sorted: readonly C[]): Kind<C>[] {
  const kinds: Kind<C>[] = [];
  for (const call of sorted) {
    const { value, cost } = call;
    const last = kinds.at(-1);
    const isAlike =
      last?.lastDay === lastDayOf(call) && last.records === cost.records && last.value === value;
    if (isAlike) last.calls.push(call);
    else kinds.push({ lastDay: lastDayOf(call), records: cost.records, value, calls: [call] });
  }
  return kinds;
}

interface Pack<C> {
  readonly kind: Kind<C>;
  readonly size: number;
  readonly records: number;
  readonly value: number;
}

/** 1, 2, 4, … calls and the rest: any number of a kind is a sum of packs, and hundreds that are alike take a few steps. */
function packsOf<C>(kind: Kind<C>): Pack<C>[] {
  const packs: Pack<C>[] = [];
  for (let left = kind.calls.length, size = 1; left > 0; left -= size, size = Math.min(size * 2, left))
    packs.push({ kind, size, records: size * kind.records, value: size * kind.value });
  return packs;
}

/** A bit for each sum, in which one pack more is taken or not. */
type Taken = Uint8Array;
const isTaken = (taken: Taken, sum: number): boolean => (((taken[sum >> 3] ?? 0) >> (sum & 7)) & 1) === 1;

/** One pack more to choose from; tells for which sums it is taken. */
function improve(worth: Float64Array, pack: { records: number; value: number }, capacity: number): Taken {
  const { records, value } = pack;
  const taken = new Uint8Array(Math.max(0, capacity >> 3) + 1);
  for (let sum = capacity; sum >= records; sum -= 1) {
    const before = worth[sum - records] ?? -1;
    if (before < 0 || before + value <= (worth[sum] ?? -1)) continue;
    worth[sum] = before + value;
    taken[sum >> 3] = (taken[sum >> 3] ?? 0) | (1 << (sum & 7));
  }
  return taken;
}

/** The calls that together take `most` records, as the steps took them. */
function callsBehind<C>(steps: readonly (Pack<C> & { readonly taken: Taken })[], most: number): C[] {
  const counts = new Map<Kind<C>, number>();
  let at = most;
  for (const { kind, size, records, taken } of steps.toReversed()) {
    if (!isTaken(taken, at)) continue;
    counts.set(kind, (counts.get(kind) ?? 0) + size);
    at -= records;
  }
  return [...counts].flatMap(([{ calls }, count]) => calls.slice(0, count));
}
