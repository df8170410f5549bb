import type { Market } from '../../../../shared/model/market.ts';
import { canonicalAmount } from '../../service-api/amount-text.ts';
import type { Columns } from '../index/columns.ts';
import { inDictionary } from '../index/filters.ts';
import { FIRST, keyOf, type Dictionary, type Lists } from '../index/list-columns.ts';
import type { YieldIfDue } from '../index/time-slices.ts';
import type { Days } from './insight-period.ts';
import type { RoundFacts } from './round-facts.ts';

/*
 * Selects the rounds of a period that match the user's market and belong to a list. The rules are those of
 * the search that is created from the market (`searchOfMarket`): technologies and hiring have no effect, and
 * a round with an unknown value does not match. Pure, except that it yields.
 *
 * The loops iterate by array index, for speed; see `index/count-matches.ts`.
 */

/**
 * The market as a filter. A field is null if the market does not restrict it. Each array has one item for
 * each value in the field's dictionary: 1 if the market allows the value, otherwise 0.
 */
interface MarketFilter {
  readonly countries: Uint8Array | null;
  readonly industries: Uint8Array | null;
  readonly stages: ReadonlySet<string> | null;
  readonly currency: string | null;
  readonly min: number | null;
  readonly max: number | null;
}

export interface InsightFilter {
  readonly market: MarketFilter | null;
  /** The elements at the slots of the chosen list's companies are 1. Null if no list is chosen. */
  readonly members: Uint8Array | null;
}

export function marketFilter(columns: Columns, market: Market): MarketFilter {
  const bound = (text: string | null): number | null =>
    text === null ? null : (canonicalAmount(text)?.value ?? null);
  return {
    countries: inDictionary(columns.countries, market.countries),
    industries: inDictionary(columns.industries.dictionary, market.industries),
    stages: market.stages.length === 0 ? null : new Set(market.stages.map(keyOf)),
    currency: market.currency,
    min: bound(market.minAmount),
    max: bound(market.maxAmount),
  };
}

/** The dictionaries that contain the stages and currencies of the rounds to be checked. */
interface Named {
  readonly stages: Dictionary;
  readonly currencies: Dictionary;
}

/**
 * Creates a predicate for rounds that pass the filter. Its arguments are the slot of the round's company, and
 * the round's stage, amount and currency.
 */
export function createPasses(
  columns: Columns,
  { stages, currencies }: Named,
  { market, members }: InsightFilter,
): (slot: number, stage: number, amount: number, currency: number) => boolean {
  if (market === null) return (slot) => members === null || members[slot] === 1;
  const stageAllowed =
    market.stages === null
      ? null
      : Uint8Array.from(stages.keys, (key) => (market.stages?.has(key) === true ? 1 : 0));
  const { countries, industries, min, max } = market;
  const currencyNumber =
    market.currency === null ? null : (currencies.numbers.get(keyOf(market.currency)) ?? -1);
  return (slot, stage, amount, currency) => {
    if (members !== null && members[slot] !== 1) return false;
    if (countries !== null && countries[columns.country[slot] ?? 0] !== 1) return false;
    if (stageAllowed !== null && stageAllowed[stage] !== 1) return false;
    if (currencyNumber !== null && (!(amount > 0) || currency !== currencyNumber)) return false;
    if (min !== null && !(amount > 0 && amount >= min)) return false;
    if (max !== null && !(amount > 0 && amount <= max)) return false;
    return industries === null || hasAny(columns.industries, slot, industries);
  };
}

function hasAny({ first, start, length, heap }: Lists, slot: number, allowed: Uint8Array): boolean {
  const to = (slot + 1) * FIRST;
  for (let at = slot * FIRST; at < to; at += 1) if (allowed[first[at] ?? 0] === 1) return true;
  const from = start[slot] ?? 0;
  const end = from + (length[slot] ?? 0);
  for (let at = from; at < end; at += 1) if (allowed[heap[at] ?? 0] === 1) return true;
  return false;
}

/** Number of rounds that are checked between two yields. */
const STEP = 8_192;

/**
 * Selects the rounds on these days that pass the filter, and returns their positions in `facts`, newest
 * first.
 */
export async function selectRounds(
  facts: RoundFacts,
  columns: Columns,
  { from, to }: Days,
  filter: InsightFilter,
  yieldIfDue: YieldIfDue,
): Promise<Uint32Array> {
  const passes = createPasses(columns, facts, filter);
  const { slot, stage, amount, currency } = facts;
  const first = firstUpTo(facts, to);
  const end = firstUpTo(facts, from - 1);
  const rounds = new Uint32Array(end - first);
  let count = 0;
  for (let at = first; at < end; at += 1) {
    if (at % STEP === 0) await yieldIfDue();
    if (passes(slot[at] ?? 0, stage[at] ?? 0, amount[at] ?? NaN, currency[at] ?? 0)) rounds[count++] = at;
  }
  return rounds.subarray(0, count);
}

/**
 * Returns the position of the newest round on or before the day. The rounds must be sorted by day, newest
 * first.
 */
function firstUpTo({ size, day: days }: RoundFacts, day: number): number {
  let [low, high] = [0, size];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((days[middle] ?? 0) > day) low = middle + 1;
    else high = middle;
  }
  return low;
}
