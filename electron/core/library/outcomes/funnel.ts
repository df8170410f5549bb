import type { OutcomeFunnel } from '../../../../shared/model/outcomes/outcomes.ts';
import { OUTCOME_CASES_MIN } from '../../../../shared/model/outcomes/outcome-values.ts';
import { CONTACTED, MEETING, REPLIED, STEPS } from './company-steps.ts';

/* The figures of a group of companies. Pure. */

/** Counts of the companies, or of the contacts, in one group. */
export interface Tally {
  /** For each step, the number of companies or contacts that reached this step but none after it. */
  readonly levels: number[];
  records: number;
  readonly daysToContact: number[];
  readonly daysToReply: number[];
}

export const createTally = (): Tally => ({
  levels: Array.from({ length: STEPS }, () => 0),
  records: 0,
  daysToContact: [],
  daysToReply: [],
});

/** Returns how many companies or contacts reached each step or a later one. */
export function countsOf({ levels }: Pick<Tally, 'levels'>): number[] {
  const counts = [...levels];
  for (let step = counts.length - 2; step >= 0; step -= 1)
    counts[step] = (counts[step] ?? 0) + (counts[step + 1] ?? 0);
  return counts;
}

/** Returns `part` / `whole`; null if `whole` is too small for a meaningful share. */
export const shareOf = (part: number, whole: number): number | null =>
  whole < OUTCOME_CASES_MIN ? null : part / whole;

/** Returns the median; null if there are too few values. Sorts `values`. */
export function medianOf(values: number[]): number | null {
  if (values.length < OUTCOME_CASES_MIN) return null;
  values.sort((a, b) => a - b);
  const middle = values.length / 2;
  const [lower, upper] = [values[Math.ceil(middle) - 1] ?? 0, values[Math.floor(middle)] ?? 0];
  return (lower + upper) / 2;
}

export function funnelOf(tally: Tally): OutcomeFunnel {
  const counts = countsOf(tally);
  const count = (step: number): number => counts[step] ?? 0;
  const records = Math.round(tally.records);
  // Returns null if too few companies were contacted for a meaningful rate, or if no records were used.
  const per100 = (cases: number): number | null =>
    count(CONTACTED) < OUTCOME_CASES_MIN || records === 0 ? null : (100 * cases) / records;
  return {
    counts,
    shares: counts.map((each, step) => (step === 0 ? null : shareOf(each, count(step - 1)))),
    records,
    repliesPer100: per100(count(REPLIED)),
    meetingsPer100: per100(count(MEETING)),
    daysToContact: medianOf(tally.daysToContact),
    daysToReply: medianOf(tally.daysToReply),
  };
}
