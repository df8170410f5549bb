import type { CostDrift, LearnedCost } from '../../../shared/model/budget.ts';
import { dayText } from '../../lib/format.ts';
import { forecastStrings } from './forecast-strings.ts';

const strings = forecastStrings.learnedText;

/**
 * Returns a sentence for each endpoint whose cost was measured, such as `A one-record search costs 1
 * request and no page turns (previously assumed: 1).`
 */
export function learnedSentences(costs: readonly LearnedCost[]): readonly string[] {
  const endpoints = [...new Set(costs.map(({ endpoint }) => endpoint))];
  return endpoints.map((endpoint) => {
    const parts = costs
      .filter((cost) => cost.endpoint === endpoint)
      .map(({ unit, learned, assumed }) => {
        const amount = strings.amount(learned, unit);
        return learned === assumed ? amount : strings.insteadOf(amount, assumed);
      });
    return strings.sentence(strings.calls[endpoint] ?? endpoint, parts);
  });
}

/** Returns the date of the newest measurement, such as `3 May`; null if there is none. */
export function learnedOn(costs: readonly LearnedCost[]): string | null {
  const atMs = Math.max(...costs.map((cost) => cost.atMs));
  return costs.length === 0 ? null : dayText(atMs);
}

/**
 * Describes a cost correction. An example of how the text begins: `3 May: A usage check now costs no requests
 * instead of 1.`
 */
export const changedCostText = ({ endpoint, unit, before, after, atMs }: CostDrift): string =>
  forecastStrings.changed(
    dayText(atMs),
    strings.correctedCalls[endpoint] ?? endpoint,
    strings.amount(after, unit),
    before,
  );
