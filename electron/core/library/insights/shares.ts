import {
  INSIGHT_COMPARED_MIN,
  INSIGHT_OTHERS_MAX,
  INSIGHT_SHARES_MAX,
} from '../../../../shared/model/insights/insight-values.ts';
import type { Insights } from '../../../../shared/model/insights/insights.ts';
import type { Columns } from '../index/columns.ts';
import { FIRST, type Dictionary, type Lists } from '../index/list-columns.ts';
import { forEachRange, type YieldIfDue } from '../index/time-slices.ts';

/*
 * Countries and industries of rounds, as shares of the rounds whose value is known. The library may be
 * incomplete to different degrees in two periods, so only shares are compared between periods, never counts.
 * The functions have no side effects, but they yield during long loops.
 */

type Shares = Insights['countries'];

/** Slots of companies. */
interface CountedSlots {
  /** The company of each round. A company with two rounds occurs twice. */
  readonly now: Uint32Array;
  /** Like `now`, for the preceding period. */
  readonly before: Uint32Array;
  /** The companies in `now`, each once. */
  readonly companies: Uint32Array;
}

/** `counts` contains the number of slots for each value. `known` is the number of slots that have a value. */
interface ValueCounts {
  readonly counts: Uint32Array;
  readonly known: number;
}

/** Number of slots that are counted between two calls of `yieldIfDue`. */
const STEP = 4_096;

type Count = (slots: Uint32Array) => Promise<ValueCounts>;
/** Returns how many of the slots have a value that is not marked with 1 in `listed`. */
type CountOthers = (slots: Uint32Array, listed: Uint8Array) => Promise<number>;

export function countryShares(
  { country, countries }: Columns,
  counted: CountedSlots,
  yieldIfDue: YieldIfDue,
): Promise<Shares> {
  const count: Count = async (slots) => {
    const counts = new Uint32Array(countries.keys.length);
    const countRange = (from: number, to: number): void => {
      for (let at = from; at < to; at += 1) {
        const number = country[slots[at] ?? 0] ?? 0;
        counts[number] = (counts[number] ?? 0) + 1;
      }
    };
    await forEachRange(slots.length, STEP, countRange, yieldIfDue);
    const known = slots.length - (counts[0] ?? 0);
    counts[0] = 0;
    return { counts, known };
  };
  const countOthers: CountOthers = async (slots, listed) => {
    let others = 0;
    const countRange = (from: number, to: number): void => {
      for (let at = from; at < to; at += 1) {
        const number = country[slots[at] ?? 0] ?? 0;
        if (number > 0 && listed[number] !== 1) others += 1;
      }
    };
    await forEachRange(slots.length, STEP, countRange, yieldIfDue);
    return others;
  };
  return sharesOf(countries, counted, count, countOthers);
}

/**
 * Returns the shares of industries. A round of a company with several industries counts once in each
 * industry.
 */
export function industryShares(
  { industries }: Columns,
  counted: CountedSlots,
  yieldIfDue: YieldIfDue,
): Promise<Shares> {
  const { first } = industries;
  const count: Count = async (slots) => {
    const counts = new Uint32Array(industries.dictionary.keys.length);
    let known = 0;
    const add = (number: number): void => {
      counts[number] = (counts[number] ?? 0) + 1;
    };
    const countRange = (from: number, to: number): void => {
      for (let at = from; at < to; at += 1) {
        const slot = slots[at] ?? 0;
        if ((first[slot * FIRST] ?? 0) > 0) known += 1;
        eachOf(industries, slot, add);
      }
    };
    await forEachRange(slots.length, STEP, countRange, yieldIfDue);
    return { counts, known };
  };
  const countOthers: CountOthers = async (slots, listed) => {
    let others = 0;
    let hasOther = false;
    const look = (number: number): void => {
      if (listed[number] !== 1) hasOther = true;
    };
    const countRange = (from: number, to: number): void => {
      for (let at = from; at < to; at += 1) {
        hasOther = false;
        eachOf(industries, slots[at] ?? 0, look);
        if (hasOther) others += 1;
      }
    };
    await forEachRange(slots.length, STEP, countRange, yieldIfDue);
    return others;
  };
  return sharesOf(industries.dictionary, counted, count, countOthers);
}

function eachOf({ first, start, length, heap }: Lists, slot: number, use: (number: number) => void): void {
  for (let at = slot * FIRST; at < (slot + 1) * FIRST; at += 1) {
    const number = first[at] ?? 0;
    if (number > 0) use(number);
  }
  const from = start[slot] ?? 0;
  for (let at = from; at < from + (length[slot] ?? 0); at += 1) use(heap[at] ?? 0);
}

async function sharesOf(
  { keys, labels }: Dictionary,
  slots: CountedSlots,
  count: Count,
  countOthers: CountOthers,
): Promise<Shares> {
  const [now, before] = [await count(slots.now), await count(slots.before)];
  const { counts: companies } = await count(slots.companies);
  const isCompared = now.known >= INSIGHT_COMPARED_MIN && before.known >= INSIGHT_COMPARED_MIN;
  const ranked = Array.from(keys, (_, number) => number)
    .filter((number) => (now.counts[number] ?? 0) > 0)
    .sort(
      (a, b) => (now.counts[b] ?? 0) - (now.counts[a] ?? 0) || ((keys[a] ?? '') < (keys[b] ?? '') ? -1 : 1),
    );
  const figures = (matching: number, earlier: number) => {
    const share = matching / now.known;
    return {
      rounds: matching,
      share,
      changePoints: isCompared ? pointsBetween(earlier / before.known, share) : null,
    };
  };
  const figuresOf = (number: number) => ({
    value: keys[number] ?? null,
    label: labels[number] ?? null,
    companies: companies[number] ?? 0,
    ...figures(now.counts[number] ?? 0, before.counts[number] ?? 0),
  });
  /**
   * Returns the combined figures of all values except the `first` most frequent ones. Returns null if no
   * other values exist.
   */
  const together = async (first: number) => {
    if (ranked.length <= first) return null;
    const isListed = new Uint8Array(keys.length);
    for (const number of ranked.slice(0, first)) isListed[number] = 1;
    const othersNow = await countOthers(slots.now, isListed);
    const othersBefore = isCompared ? await countOthers(slots.before, isListed) : 0;
    return { values: ranked.length - first, ...figures(othersNow, othersBefore) };
  };
  const listed = INSIGHT_SHARES_MAX + INSIGHT_OTHERS_MAX;
  const others = await together(INSIGHT_SHARES_MAX);
  return {
    known: now.known,
    knownBefore: isCompared ? before.known : null,
    values: ranked.slice(0, INSIGHT_SHARES_MAX).map(figuresOf),
    others: others && {
      ...others,
      each: ranked.slice(INSIGHT_SHARES_MAX, listed).map(figuresOf),
      rest: await together(listed),
    },
  };
}

/** Returns the difference of two shares in whole percentage points. */
export function pointsBetween(before: number, now: number): number {
  const points = Math.round((now - before) * 100);
  return points === 0 ? 0 : points;
}
