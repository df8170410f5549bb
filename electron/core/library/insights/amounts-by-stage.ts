import { INSIGHT_DOTS_MAX, INSIGHT_QUARTILES_MIN } from '../../../../shared/model/insights/insight-values.ts';
import type { Insights } from '../../../../shared/model/insights/insights.ts';
import { LIST_LIMIT_MAX } from '../../../../shared/model/limits.ts';
import { keyOf } from '../index/list-columns.ts';
import type { RoundFacts } from './round-facts.ts';
import { listedStages } from './weekly-rounds.ts';

/* Amounts of rounds by stage, within one currency. Pure. */

/**
 * Returns the amounts in the currency `wanted`. If no round has an amount in this currency, returns the
 * amounts in the most frequent currency. Rounds without an amount and amounts without a currency are counted,
 * but not included in the amounts.
 */
export function amountsByStage(
  facts: RoundFacts,
  rounds: Uint32Array,
  wanted: string | null,
): Insights['amounts'] {
  const { keys, labels, numbers } = facts.currencies;
  const perCurrency = new Uint32Array(keys.length);
  let undisclosed = 0;
  for (let at = 0; at < rounds.length; at += 1) {
    const round = rounds[at] ?? 0;
    if (Number.isNaN(facts.amount[round] ?? NaN)) {
      undisclosed += 1;
      continue;
    }
    const number = facts.currency[round] ?? 0;
    perCurrency[number] = (perCurrency[number] ?? 0) + 1;
  }
  const ranked = Array.from(keys, (_, number) => number)
    .filter((number) => number > 0 && (perCurrency[number] ?? 0) > 0)
    .sort(
      (a, b) => (perCurrency[b] ?? 0) - (perCurrency[a] ?? 0) || ((keys[a] ?? '') < (keys[b] ?? '') ? -1 : 1),
    );
  const asked = wanted === null ? undefined : numbers.get(keyOf(wanted));
  const chosen = asked !== undefined && ranked.includes(asked) ? asked : (ranked[0] ?? 0);
  const listed = ranked.slice(0, LIST_LIMIT_MAX);
  if (chosen !== 0 && !listed.includes(chosen)) listed.splice(-1, 1, chosen);
  const stages = chosen === 0 ? [] : stagesIn(facts, rounds, chosen);
  const total = perCurrency[chosen] ?? 0;
  return {
    currency: chosen === 0 ? null : (labels[chosen] ?? ''),
    currencies: listed.map((number) => ({
      currency: labels[number] ?? '',
      rounds: perCurrency[number] ?? 0,
    })),
    rounds: chosen === 0 ? 0 : total,
    undisclosed,
    withoutCurrency: perCurrency[0] ?? 0,
    stages,
    otherRounds: chosen === 0 ? 0 : total - stages.reduce((sum, each) => sum + each.rounds, 0),
  };
}

function stagesIn(facts: RoundFacts, rounds: Uint32Array, currency: number): Insights['amounts']['stages'] {
  const chosen = rounds.filter((round) => facts.currency[round] === currency);
  const counts = new Uint32Array(facts.stages.keys.length);
  for (const round of chosen) {
    const stage = facts.stage[round] ?? 0;
    counts[stage] = (counts[stage] ?? 0) + 1;
  }
  // One array contains the amounts of all stages, with a separate range for each stage. `ends` contains the
  // end of each range.
  const amounts = new Float64Array(chosen.length);
  const ends = new Uint32Array(counts.length);
  for (let stage = 1; stage < ends.length; stage += 1)
    ends[stage] = (ends[stage - 1] ?? 0) + (counts[stage - 1] ?? 0);
  for (const round of chosen) {
    const stage = facts.stage[round] ?? 0;
    const end = ends[stage] ?? 0;
    amounts[end] = facts.amount[round] ?? 0;
    ends[stage] = end + 1;
  }
  return listedStages(facts, counts).map(({ number, value, label }) => {
    const end = ends[number] ?? 0;
    const sorted = amounts.subarray(end - (counts[number] ?? 0), end).sort();
    return { value, label, rounds: sorted.length, quartiles: quartilesOf(sorted), dots: dotsOf(sorted) };
  });
}

/** Returns the quartiles of sorted numbers, interpolated linearly; null if there are too few numbers. */
export function quartilesOf(
  sorted: ArrayLike<number>,
): { lower: number; median: number; upper: number } | null {
  if (sorted.length < INSIGHT_QUARTILES_MIN) return null;
  const at = (share: number): number => {
    const place = (sorted.length - 1) * share;
    const below = sorted[Math.floor(place)] ?? 0;
    const above = sorted[Math.ceil(place)] ?? 0;
    return below + (above - below) * (place - Math.floor(place));
  };
  return { lower: at(0.25), median: at(0.5), upper: at(0.75) };
}

/**
 * Returns all numbers. If there are too many, returns a selection at even intervals, from the first to the
 * last.
 */
export function dotsOf(sorted: ArrayLike<number>): number[] {
  const shown = Math.min(sorted.length, INSIGHT_DOTS_MAX);
  return Array.from(
    { length: shown },
    (_, at) => sorted[shown < sorted.length ? Math.round((at * (sorted.length - 1)) / (shown - 1)) : at] ?? 0,
  );
}
