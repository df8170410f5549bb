import {
  INSIGHT_COMPARED_MIN,
  INSIGHT_SHARES_MAX,
} from '../../../../shared/model/insights/insight-values.ts';
import type { Insights } from '../../../../shared/model/insights/insights.ts';
import type { Columns } from '../index/columns.ts';
import { FIRST, type Dictionary, type Lists } from '../index/list-columns.ts';
import type { RoundFacts } from './round-facts.ts';

/*
 * Countries and industries of rounds, as shares of the rounds of which the value is known. The library may hold
 * different parts of two periods, so only shares are compared between periods, never counts. Pure.
 */

type Shares = Insights['countries'];

/** The values of rounds: the number of rounds with each value, and with any value. */
interface ValueCounts {
  readonly counts: Uint32Array;
  readonly known: number;
}

/** Returns how many of the rounds have a value that is not among `listed`. */
type CountOthers = (rounds: Uint32Array, listed: ReadonlySet<number>) => number;

export function countryShares(
  facts: RoundFacts,
  columns: Columns,
  now: Uint32Array,
  before: Uint32Array,
): Shares {
  const { country, countries } = columns;
  const count = (rounds: Uint32Array): ValueCounts => {
    const counts = new Uint32Array(countries.keys.length);
    for (let at = 0; at < rounds.length; at += 1) {
      const number = country[facts.slot[rounds[at] ?? 0] ?? 0] ?? 0;
      counts[number] = (counts[number] ?? 0) + 1;
    }
    const known = rounds.length - (counts[0] ?? 0);
    counts[0] = 0;
    return { counts, known };
  };
  const countOthers: CountOthers = (rounds, listed) => {
    let others = 0;
    for (let at = 0; at < rounds.length; at += 1) {
      const number = country[facts.slot[rounds[at] ?? 0] ?? 0] ?? 0;
      if (number > 0 && !listed.has(number)) others += 1;
    }
    return others;
  };
  return sharesOf(countries, now, before, count, countOthers);
}

/** A round of a company with several industries counts once in each of them. */
export function industryShares(
  facts: RoundFacts,
  { industries }: Columns,
  now: Uint32Array,
  before: Uint32Array,
): Shares {
  const count = (rounds: Uint32Array): ValueCounts => {
    const counts = new Uint32Array(industries.dictionary.keys.length);
    let known = 0;
    for (let at = 0; at < rounds.length; at += 1) {
      const slot = facts.slot[rounds[at] ?? 0] ?? 0;
      if ((industries.first[slot * FIRST] ?? 0) > 0) known += 1;
      eachOf(industries, slot, (number) => (counts[number] = (counts[number] ?? 0) + 1));
    }
    return { counts, known };
  };
  const countOthers: CountOthers = (rounds, listed) => {
    let others = 0;
    for (let at = 0; at < rounds.length; at += 1) {
      let hasOther = false;
      eachOf(industries, facts.slot[rounds[at] ?? 0] ?? 0, (number) => (hasOther ||= !listed.has(number)));
      if (hasOther) others += 1;
    }
    return others;
  };
  return sharesOf(industries.dictionary, now, before, count, countOthers);
}

function eachOf({ first, start, length, heap }: Lists, slot: number, use: (number: number) => void): void {
  for (let at = slot * FIRST; at < (slot + 1) * FIRST; at += 1) {
    const number = first[at] ?? 0;
    if (number > 0) use(number);
  }
  const from = start[slot] ?? 0;
  for (let at = from; at < from + (length[slot] ?? 0); at += 1) use(heap[at] ?? 0);
}

function sharesOf(
  { keys, labels }: Dictionary,
  roundsNow: Uint32Array,
  roundsBefore: Uint32Array,
  count: (rounds: Uint32Array) => ValueCounts,
  countOthers: CountOthers,
): Shares {
  const [now, before] = [count(roundsNow), count(roundsBefore)];
  const isCompared = now.known >= INSIGHT_COMPARED_MIN && before.known >= INSIGHT_COMPARED_MIN;
  const ranked = Array.from(keys, (_, number) => number)
    .filter((number) => (now.counts[number] ?? 0) > 0)
    .sort(
      (a, b) => (now.counts[b] ?? 0) - (now.counts[a] ?? 0) || ((keys[a] ?? '') < (keys[b] ?? '') ? -1 : 1),
    );
  const listed = ranked.slice(0, INSIGHT_SHARES_MAX);
  const figures = (rounds: number, earlier: () => number) => {
    const share = rounds / now.known;
    return {
      rounds,
      share,
      changePoints: isCompared ? pointsBetween(earlier() / before.known, share) : null,
    };
  };
  const among = new Set(listed);
  const others = ranked.length - listed.length;
  return {
    known: now.known,
    knownBefore: isCompared ? before.known : null,
    values: listed.map((number) => ({
      value: keys[number] ?? null,
      label: labels[number] ?? null,
      ...figures(now.counts[number] ?? 0, () => before.counts[number] ?? 0),
    })),
    others:
      others === 0
        ? null
        : {
            values: others,
            ...figures(countOthers(roundsNow, among), () => countOthers(roundsBefore, among)),
          },
  };
}

/** Returns the difference of two shares in whole percentage points. */
export function pointsBetween(before: number, now: number): number {
  const points = Math.round((now - before) * 100);
  return points === 0 ? 0 : points;
}
