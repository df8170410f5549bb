import { INSIGHT_STAGES_MAX } from '../../../../shared/model/insights/insight-values.ts';
import type { Insights } from '../../../../shared/model/insights/insights.ts';
import { forEachRange, type YieldIfDue } from '../index/time-slices.ts';
import { dateOf, weekOf, weeksOf, type Days } from './insight-period.ts';
import type { RoundFacts } from './round-facts.ts';

/* Rounds per week, by stage. The functions have no side effects, but they yield during long loops. */

/** Stages in the order in which companies reach them. Other stages follow in alphabetical order. */
const ORDER = ['pre-seed', 'seed', 'series a', 'series b', 'series c', 'series c+', 'series d', 'series e'];
const place = (key: string): number => {
  const at = ORDER.indexOf(key);
  return at === -1 ? ORDER.length : at;
};

/** A stage, and its number in `RoundFacts.stages`. */
interface ListedStage {
  readonly number: number;
  readonly value: string | null;
  readonly label: string | null;
}

/**
 * Returns the most frequent stages of the rounds in display order. Rounds without a stage form the last
 * group.
 *
 * @param counts number of rounds, indexed by stage number
 */
export function listedStages({ stages }: RoundFacts, counts: ArrayLike<number>): ListedStage[] {
  const { keys, labels } = stages;
  const byPlace = (a: number, b: number): number =>
    Number(a === 0) - Number(b === 0) ||
    place(keys[a] ?? '') - place(keys[b] ?? '') ||
    ((keys[a] ?? '') < (keys[b] ?? '') ? -1 : 1);
  return Array.from(keys, (_, number) => number)
    .filter((number) => (counts[number] ?? 0) > 0)
    .sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0) || byPlace(a, b))
    .slice(0, INSIGHT_STAGES_MAX)
    .sort(byPlace)
    .map((number) => ({
      number,
      value: number === 0 ? null : (keys[number] ?? '').slice(0, 200),
      label: number === 0 ? null : (labels[number] ?? '').slice(0, 200),
    }));
}

/** Number of rounds that are counted between two yields. */
const STEP = 4_096;

/**
 * Counts rounds and companies by week and stage. A company counts once per week and stage, however many
 * rounds it has.
 */
export async function weeklyRounds(
  facts: RoundFacts,
  rounds: Uint32Array,
  days: Days,
  yieldIfDue: YieldIfDue,
): Promise<Insights['weeks']> {
  const weeks = weeksOf(days);
  const firstWeek = weekOf(days.from);
  const numbers = facts.stages.keys.length;
  const counts = new Uint32Array(numbers * weeks.length);
  const companies = new Uint32Array(numbers * weeks.length);
  const totals = new Uint32Array(numbers);
  const all = new Uint32Array(weeks.length);
  const allCompanies = new Uint32Array(weeks.length);
  // Companies already counted in the current week, in total and by stage. One week at a time is enough,
  // because rounds are sorted by day.
  const seen = new Set<number>();
  const seenAtStage = new Set<number>();
  let current = -1;
  const count = (from: number, to: number): void => {
    for (let at = from; at < to; at += 1) {
      const round = rounds[at] ?? 0;
      const stage = facts.stage[round] ?? 0;
      const slot = facts.slot[round] ?? 0;
      const week = weekOf(facts.day[round] ?? 0) - firstWeek;
      if (week !== current) {
        current = week;
        seen.clear();
        seenAtStage.clear();
      }
      const cell = stage * weeks.length + week;
      counts[cell] = (counts[cell] ?? 0) + 1;
      totals[stage] = (totals[stage] ?? 0) + 1;
      all[week] = (all[week] ?? 0) + 1;
      seen.add(slot);
      allCompanies[week] = seen.size;
      const atStage = slot * numbers + stage;
      if (seenAtStage.has(atStage)) continue;
      seenAtStage.add(atStage);
      companies[cell] = (companies[cell] ?? 0) + 1;
    }
  };
  await forEachRange(rounds.length, STEP, count, yieldIfDue);
  const ofStage = (cells: Uint32Array, number: number): number[] => [
    ...cells.subarray(number * weeks.length, (number + 1) * weeks.length),
  ];
  const stages = listedStages(facts, totals).map(({ number, value, label }) => ({
    value,
    label,
    rounds: totals[number] ?? 0,
    weeks: ofStage(counts, number),
    companies: ofStage(companies, number),
  }));
  return {
    weeks: weeks.map(({ from, to }, week) => ({
      from: dateOf(from),
      to: dateOf(to),
      rounds: all[week] ?? 0,
      companies: allCompanies[week] ?? 0,
    })),
    stages,
    otherRounds: rounds.length - stages.reduce((sum, each) => sum + each.rounds, 0),
  };
}
