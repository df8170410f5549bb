import { DAY_MS } from '../../../../shared/durations.ts';
import { REVIEW_CASES_MIN, type ReviewStep } from '../../../../shared/model/review/review-values.ts';
import type { ReviewRates } from '../../../../shared/model/review/monthly-review.ts';
import { roundsBefore } from '../../database/queries/cache/figures/month-companies.ts';
import { firstContacts, type OwnMonth } from '../../database/queries/yours/month-activity.ts';
import { deletedAmong, statuses } from '../../database/queries/yours/statuses.ts';
import type { ReadDb } from '../../database/sql.ts';
import { dayOf } from '../../library/insights/insight-period.ts';
import {
  CONTACTED,
  firstDayOf,
  MEETING,
  REPLIED,
  WON,
  type CompanySteps,
} from '../../library/outcomes/company-steps.ts';

/*
 * The results of a month: companies that the user contacted, that replied, that met the user, or that were
 * won.
 */

interface Files {
  readonly cache: ReadDb;
  readonly yours: ReadDb;
}

const STATUS_WON = 'won';

export type OwnSteps = Readonly<
  Record<Extract<ReviewStep, 'contacted' | 'replied' | 'meeting' | 'won'>, number>
>;

/**
 * Counts the companies that first reached each step, or a later one, in the month. The steps are the same as
 * in Outcomes (`company-steps.ts`).
 */
export function countSteps(
  companies: ReadonlyMap<string, CompanySteps>,
  { from, until }: OwnMonth,
): OwnSteps {
  const [fromDay, untilDay] = [dayOf(from) ?? 0, dayOf(until) ?? 0];
  const count = (step: number): number => {
    let reached = 0;
    for (const steps of companies.values()) {
      const day = firstDayOf(steps, step);
      if (day !== null && day >= fromDay && day < untilDay) reached += 1;
    }
    return reached;
  };
  return {
    contacted: count(CONTACTED),
    replied: count(REPLIED),
    meeting: count(MEETING),
    won: count(WON),
  };
}

/** Returns the current name of the status that counts as won; null if the status was deleted. */
export const nameOfWon = (yours: ReadDb): string | null =>
  deletedAmong(yours, [STATUS_WON]).length > 0
    ? null
    : (statuses(yours).find(({ statusId }) => statusId === STATUS_WON)?.name ?? null);

export function ratesOf(
  files: Files,
  month: OwnMonth,
  records: number,
  { contacted, replied }: OwnSteps,
): ReviewRates {
  const delays = roundsBefore(files.cache, firstContacts(files.yours, month)).map(
    ({ announcedOn, happenedOn }) => (Date.parse(happenedOn) - Date.parse(announcedOn)) / DAY_MS,
  );
  return {
    recordsPerReply: replied === 0 ? null : records / replied,
    repliesPer100: contacted < REVIEW_CASES_MIN ? null : (100 * replied) / contacted,
    daysToFirstContact: delays.length < REVIEW_CASES_MIN ? null : medianOf(delays),
  };
}

/** Returns the median; for an even number of values, the mean of the two middle values. */
function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = 0, high = 0] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return (low + high) / 2;
}
