import {
  INSIGHT_COMPARED_MIN,
  INSIGHT_OTHERS_MAX,
  INSIGHT_SHARES_MAX,
} from '../../../../shared/model/insights/insight-values.ts';
import type { Insights } from '../../../../shared/model/insights/insights.ts';
import type { Columns } from '../index/columns.ts';
import { FIRST, type Dictionary, type Lists } from '../index/list-columns.ts';
import { forEachRange, type YieldIfDue } from '../index/time-slices.ts';
import type { RoundFacts } from './round-facts.ts';

/*
 * Countries and industries of rounds, as shares of the rounds whose value is known. The library may hold
 * different parts of two periods, so only shares are compared between periods, never counts. Apart from
 * yielding, pure.
 */

type Shares = Insights['countries'];

/** `counts` is the number of rounds with each value, and `known` the number of rounds with any value. */
interface ValueCounts {
  readonly counts: Uint32Array;
  readonly known: number;
}

/** Number of rounds that are counted between two yields. */
const STEP = 4_096;

type Count = (rounds: Uint32Array) => Promise<ValueCounts>;
/** Returns how many of the rounds have a value other than those with a 1 in `listed`. */
type CountOthers = (rounds: Uint32Array, listed: Uint8Array) => Promise<number>;

export function countryShares(
  facts: RoundFacts,
  columns: Columns,
  now: Uint32Array,
  before: Uint32Array,
  yieldIfDue: YieldIfDue,
): Promise<Shares> {
  const { country, countries } = columns;
  const { slot } = facts;
  const count: Count = async (rounds) => {
    const counts = new Uint32Array(countries.keys.length);
    const countRange = (from: number, to: number): void => {
      for (let at = from; at < to; at += 1) {
        const number = country[slot[rounds[at] ?? 0] ?? 0] ?? 0;
        counts[number] = (counts[number] ?? 0) + 1;
      }
    };
    await forEachRange(rounds.length, STEP, countRange, yieldIfDue);
    const known = rounds.length - (counts[0] ?? 0);
    counts[0] = 0;
    return { counts, known };
  };
  const countOthers: CountOthers = async (rounds, listed) => {
    let others = 0;
    const countRange = (from: number, to: number): void => {
      for (let at = from; at < to; at += 1) {
        const number = country[slot[rounds[at] ?? 0] ?? 0] ?? 0;
        if (number > 0 && listed[number] !== 1) others += 1;
      }
    };
    await forEachRange(rounds.length, STEP, countRange, yieldIfDue);
    return others;
  };
  return sharesOf(countries, { now, before }, count, countOthers);
}

/**
 * Returns the shares of industries. A round of a company with several industries counts once in each
 * industry.
 */
export function industryShares(
  facts: RoundFacts,
  { industries }: Columns,
  now: Uint32Array,
  before: Uint32Array,
  yieldIfDue: YieldIfDue,
): Promise<Shares> {
  const { slot } = facts;
  const { first } = industries;
  const count: Count = async (rounds) => {
    const counts = new Uint32Array(industries.dictionary.keys.length);
    let known = 0;
    const add = (number: number): void => {
      counts[number] = (counts[number] ?? 0) + 1;
    };
    const countRange = (from: number, to: number): void => {
      for (let at = from; at < to; at += 1) {
        const company = slot[rounds[at] ?? 0] ?? 0;
        if ((first[company * FIRST] ?? 0) > 0) known += 1;
        eachOf(industries, company, add);
      }
    };
    await forEachRange(rounds.length, STEP, countRange, yieldIfDue);
    return { counts, known };
  };
  const countOthers: CountOthers = async (rounds, listed) => {
    let others = 0;
    let hasOther = false;
    const look = (number: number): void => {
      if (listed[number] !== 1) hasOther = true;
    };
    const countRange = (from: number, to: number): void => {
      for (let at = from; at < to; at += 1) {
        hasOther = false;
        eachOf(industries, slot[rounds[at] ?? 0] ?? 0, look);
        if (hasOther) others += 1;
      }
    };
    await forEachRange(rounds.length, STEP, countRange, yieldIfDue);
    return others;
  };
  return sharesOf(industries.dictionary, { now, before }, count, countOthers);
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
  rounds: { readonly now: Uint32Array; readonly before: Uint32Array },
  count: Count,
  countOthers: CountOthers,
): Promise<Shares> {
  const [now, before] = [await count(rounds.now), await count(rounds.before)];
  const isCompared = now.known >= INSIGHT_COMPARED_MIN && before.known >= INSIGHT_COMPARED_MIN;
  const ranked = Array.from(keys, (_, number) => number)
    .filter((number) => (now.counts[number] ?? 0) > 0)
    .sort(
      (a, b) => (now.counts[b] ?? 0) - (now.counts[a] ?? 0) || ((keys[a] ?? '') < (keys[b] ?? '') ? -1 : 1),
    );
  const listed = ranked.slice(0, INSIGHT_SHARES_MAX);
  const figures = (matching: number, earlier: number) => {
    const share = matching / now.known;
    return {
      rounds: matching,
      share,
      changePoints: isCompared ? pointsBetween(earlier / before.known, share) : null,
    };
  };
  const isListed = new Uint8Array(keys.length);
  for (const number of listed) isListed[number] = 1;
  const others = ranked.length - listed.length;
  const othersNow = others === 0 ? 0 : await countOthers(rounds.now, isListed);
  const othersBefore = others === 0 || !isCompared ? 0 : await countOthers(rounds.before, isListed);
  const figuresOf = (number: number) => ({
    value: keys[number] ?? null,
    label: labels[number] ?? null,
    ...figures(now.counts[number] ?? 0, before.counts[number] ?? 0),
  });
  const each = others > INSIGHT_OTHERS_MAX ? [] : ranked.slice(INSIGHT_SHARES_MAX).map(figuresOf);
  return {
    known: now.known,
    knownBefore: isCompared ? before.known : null,
    values: listed.map(figuresOf),
    others: others === 0 ? null : { values: others, ...figures(othersNow, othersBefore), each },
  };
}

/** Returns the difference of two shares in whole percentage points. */
export function pointsBetween(before: number, now: number): number {
  const points = Math.round((now - before) * 100);
  return points === 0 ? 0 : points;
}
