import type { SelectByOutcome } from '../index/library-search.ts';
import { stepNumber } from './company-steps.ts';
import { createCompanyCounter } from './counted-companies.ts';
import { keyOfSource } from './found-by.ts';
import { createOutcomeLoader, type OutcomeFiles } from './outcome-facts.ts';
import { localMidnightMs } from './outcome-period.ts';

/** Creates the library's function for selecting the companies that reached a step of the funnel. */
export function createSelectByOutcome(files: OutcomeFiles): SelectByOutcome {
  const load = createOutcomeLoader(files);
  const countCompanies = createCompanyCounter();
  return async ({ step, from, source }, columns, yieldIfDue) => {
    const facts = await load(columns, yieldIfDue);
    const fromMs = from === null ? 0 : localMidnightMs(from);
    const counted = await countCompanies({ columns }, facts, { fromMs }, null, yieldIfDue);
    const { slots, levels, sources } = counted;
    const level = stepNumber(step);
    const selected = new Uint8Array(columns.size);
    for (const slot of slots) {
      if ((levels[slot] ?? 0) < level) continue;
      if (source === null || keyOfSource(facts, sources.of[slot] ?? 0) === source) selected[slot] = 1;
    }
    return selected;
  };
}
