import type { Cost } from '../../../shared/model/budget.ts';
import { DAYS_AHEAD } from './available-budget.ts';

export interface WeightedItem {
  readonly key: string;
  /** Worst-case price. */
  readonly cost: Cost;
  /** Value of the request, derived from the user's rules; greater than 0. */
  readonly value: number;
  /** The last day on which the request is useful; 0 is today. */
  readonly lastDay: number;
}

export const lastDayOf = ({ lastDay }: WeightedItem): number =>
  Math.max(0, Math.min(lastDay, DAYS_AHEAD - 1));

/** Sorts by last day, earliest first, then by value per record, highest first, and then by key. */
export function soonestFirst<C extends WeightedItem>(items: readonly C[]): C[] {
  // Compute the sort keys once per item, because a plan sorts thousands of items.
  const keyed = items.map((item) => ({ item, day: lastDayOf(item), each: valuePerRecord(item) }));
  keyed.sort((a, b) => a.day - b.day || b.each - a.each || (a.item.key < b.item.key ? -1 : 1));
  return keyed.map(({ item }) => item);
}
const valuePerRecord = ({ value, cost }: WeightedItem): number => value / Math.max(1, cost.records);

/**
 * Chooses the requests with the greatest total value that can all run by their last day. `capacityBy(day)` is
 * the number of records that may be used by the end of a day. The result is exact: this is the dynamic
 * programming algorithm by Lawler and Moore (Management Science 16, 1969), applied to records. Ties are
 * broken by key.
 */
export function bestSet<C extends WeightedItem>(
  candidates: readonly C[],
  capacityBy: (day: number) => number,
): C[] {
  const kinds = kindsOf(soonestFirst(candidates));
  const total = candidates.reduce((sum, { cost }) => sum + cost.records, 0);
  const top = Math.min(total, capacityBy(DAYS_AHEAD - 1));
  // worth[t]: the greatest value of a set of requests that meet their deadlines and use exactly t records;
  // negative if there is no such set.
  const worth = new Float64Array(top + 1).fill(-1);
  worth[0] = 0;
  let reached = 0;
  const steps = kinds.flatMap((kind) =>
    packsOf(kind).map((pack) => {
      // No sum can exceed the total of all packs so far, or the capacity up to this kind's last day.
      reached = Math.min(top, reached + pack.records);
      return { ...pack, taken: improve(worth, pack, Math.min(reached, capacityBy(kind.lastDay))) };
    }),
  );
  const most = worth.reduce((best, value, records) => (value > (worth[best] ?? 0) ? records : best), 0);
  return callsBehind(steps, most);
}

/** Requests that have the same cost, value and deadline. For the optimization, they are interchangeable. */
interface Kind<C> {
  readonly lastDay: number;
  readonly records: number;
  readonly value: number;
  readonly calls: C[];
}

function kindsOf<C extends WeightedItem>(sorted: readonly C[]): Kind<C>[] {
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

/**
 * Splits equivalent requests into packs of 1, 2, 4, … and a remainder. Packs can be combined into any number
 * of requests, so hundreds of equivalent requests need only a few steps.
 */
function packsOf<C>(kind: Kind<C>): Pack<C>[] {
  const packs: Pack<C>[] = [];
  for (let left = kind.calls.length, size = 1; left > 0; left -= size, size = Math.min(size * 2, left))
    packs.push({ kind, size, records: size * kind.records, value: size * kind.value });
  return packs;
}

/** One bit for each total number of records. The bit is set if the best set with this total uses the pack. */
type ChosenBits = Uint8Array;
const isTaken = (taken: ChosenBits, sum: number): boolean =>
  (((taken[sum >> 3] ?? 0) >> (sum & 7)) & 1) === 1;

/**
 * Adds a pack to the choices, and updates `worth` for all sums of up to `capacity` records.
 * @returns for each sum, whether its best set uses the pack
 */
function improve(
  worth: Float64Array,
  pack: { records: number; value: number },
  capacity: number,
): ChosenBits {
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

/**
 * Returns the requests in the best set, which uses `most` records. Goes back through the steps to find them.
 */
function callsBehind<C>(steps: readonly (Pack<C> & { readonly taken: ChosenBits })[], most: number): C[] {
  const counts = new Map<Kind<C>, number>();
  let at = most;
  for (const { kind, size, records, taken } of steps.toReversed()) {
    if (!isTaken(taken, at)) continue;
    counts.set(kind, (counts.get(kind) ?? 0) + size);
    at -= records;
  }
  return [...counts].flatMap(([{ calls }, count]) => calls.slice(0, count));
}
