import { INSIGHT_INVESTORS_MAX } from '../../../../shared/model/insights/insight-values.ts';
import type { Dictionary } from '../index/list-columns.ts';
import type { YieldIfDue } from '../index/time-slices.ts';
import { areSimilar } from '../investors/similar-names.ts';
import { LED, type RoundFacts } from './round-facts.ts';

/*
 * Finds the investors with the most rounds in a period. Has no side effects, apart from yielding to other
 * tasks.
 */

export interface ActiveInvestor {
  /**
   * The folded name of the investor. If the user has merged spellings of the name, this is the one into which
   * they were merged.
   */
  readonly key: string;
  readonly rounds: number;
  readonly led: number;
  /** Stage numbers of these rounds, most frequent first. */
  readonly stages: readonly number[];
  /**
   * Slots of the companies in which the investor invested. They are sorted by the investor's latest round in
   * each company, newest first.
   */
  readonly slots: readonly number[];
}

/** Number of rounds that are counted between two yields. */
const STEP = 4_096;

/**
 * Returns the investors with the most rounds. `known` is the number of rounds with at least one known
 * investor. If the user has merged two investors of a round, the round counts once for the merged investor.
 *
 * @param merged maps each merged name to the name into which the user merged it, both folded
 */
export async function activeInvestors(
  facts: RoundFacts,
  rounds: Uint32Array,
  merged: ReadonlyMap<string, string>,
  yieldIfDue: YieldIfDue,
): Promise<{ readonly known: number; readonly investors: ActiveInvestor[] }> {
  const { investorStart, investorHeap, investors } = facts;
  const { roots, keys } = rootsOf(investors, merged);
  const counts = new Uint32Array(keys.length);
  const led = new Uint32Array(keys.length);
  let known = 0;
  await yieldIfDue();
  for (let at = 0; at < rounds.length; at += 1) {
    if (at % STEP === 0) await yieldIfDue();
    const round = rounds[at] ?? 0;
    const from = investorStart[round] ?? 0;
    const end = investorStart[round + 1] ?? 0;
    if (end > from) known += 1;
    for (let place = from; place < end; place += 1) {
      const root = roots[(investorHeap[place] ?? 0) >>> 1] ?? 0;
      if (isRepeated(facts, roots, from, place, root)) continue;
      counts[root] = (counts[root] ?? 0) + 1;
      if (hasLed(facts, roots, place, end, root)) led[root] = (led[root] ?? 0) + 1;
    }
  }
  const best = mostFrequent(counts, keys);
  await yieldIfDue();
  const details = await detailsOf(facts, rounds, roots, best, yieldIfDue);
  return {
    known,
    investors: best.map((root) => ({
      key: keys[root] ?? '',
      rounds: counts[root] ?? 0,
      led: led[root] ?? 0,
      ...(details.get(root) ?? { stages: [], slots: [] }),
    })),
  };
}

/**
 * Returns the numbers assigned to the most frequent investors, most frequent first. To save time, does not
 * sort the other investors.
 */
function mostFrequent(counts: Uint32Array, keys: readonly string[]): number[] {
  const order = (a: number, b: number): number =>
    (counts[b] ?? 0) - (counts[a] ?? 0) || ((keys[a] ?? '') < (keys[b] ?? '') ? -1 : 1);
  const best: number[] = [];
  for (let root = 1; root < counts.length; root += 1) {
    const last = best.at(-1) ?? root;
    if ((counts[root] ?? 0) === 0 || (best.length === INSIGHT_INVESTORS_MAX && order(root, last) > 0))
      continue;
    best.push(root);
    best.sort(order);
    if (best.length > INSIGHT_INVESTORS_MAX) best.pop();
  }
  return best;
}

/**
 * For each name's number, returns the number of the name into which it was merged. A name that was not merged
 * keeps its number.
 */
function rootsOf(
  { keys: names, numbers }: Dictionary,
  merged: ReadonlyMap<string, string>,
): { roots: Uint32Array; keys: readonly string[] } {
  const roots = new Uint32Array(names.length).map((_, number) => number);
  const added: string[] = [];
  const numbersAdded = new Map<string, number>();
  for (const [name, root] of merged) {
    const number = numbers.get(name);
    if (number === undefined) continue;
    const rootNumber = numbers.get(root) ?? numbersAdded.get(root) ?? names.length + added.push(root) - 1;
    if (rootNumber >= names.length) numbersAdded.set(root, rootNumber);
    roots[number] = rootNumber;
  }
  return { roots, keys: added.length === 0 ? names : [...names, ...added] };
}

function isRepeated(
  { investorHeap }: RoundFacts,
  roots: Uint32Array,
  from: number,
  place: number,
  root: number,
): boolean {
  for (let at = from; at < place; at += 1) if (roots[(investorHeap[at] ?? 0) >>> 1] === root) return true;
  return false;
}

function hasLed(
  { investorHeap }: RoundFacts,
  roots: Uint32Array,
  place: number,
  end: number,
  root: number,
): boolean {
  for (let at = place; at < end; at += 1) {
    const value = investorHeap[at] ?? 0;
    if ((value & LED) === LED && roots[value >>> 1] === root) return true;
  }
  return false;
}

async function detailsOf(
  { investorStart, investorHeap, stage, slot }: RoundFacts,
  rounds: Uint32Array,
  roots: Uint32Array,
  best: readonly number[],
  yieldIfDue: YieldIfDue,
): Promise<Map<number, { stages: number[]; slots: number[] }>> {
  const found = new Map(
    best.map((root) => [root, { stages: new Map<number, number>(), slots: new Set<number>(), last: -1 }]),
  );
  for (let at = 0; at < rounds.length; at += 1) {
    if (at % STEP === 0) await yieldIfDue();
    const round = rounds[at] ?? 0;
    const end = investorStart[round + 1] ?? 0;
    for (let place = investorStart[round] ?? 0; place < end; place += 1) {
      const detail = found.get(roots[(investorHeap[place] ?? 0) >>> 1] ?? 0);
      if (detail === undefined || detail.last === round) continue;
      detail.last = round;
      const number = stage[round] ?? 0;
      if (number > 0) detail.stages.set(number, (detail.stages.get(number) ?? 0) + 1);
      detail.slots.add(slot[round] ?? 0);
    }
  }
  return new Map(
    [...found].map(([root, { stages, slots }]) => [
      root,
      {
        stages: [...stages].sort(([a, m], [b, n]) => n - m || a - b).map(([number]) => number),
        slots: [...slots],
      },
    ]),
  );
}

/**
 * Returns the first two keys that are probably spellings of the same investor's name; null if there are no
 * such keys.
 */
export function similarAmong(
  keys: readonly string[],
  areDistinct: (a: string, b: string) => boolean,
): readonly [string, string] | null {
  for (const [at, name] of keys.entries())
    for (const other of keys.slice(at + 1))
      if (areSimilar(name, other) && !areDistinct(name, other)) return [name, other];
  return null;
}
