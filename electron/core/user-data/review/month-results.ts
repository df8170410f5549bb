import { DAY_MS } from '../../../../shared/durations.ts';
import { REVIEW_CASES_MIN, type ReviewStep } from '../../../../shared/model/review/review-values.ts';
import type { ReviewRates } from '../../../../shared/model/review/monthly-review.ts';
import { roundsBefore } from '../../database/queries/cache/figures/month-companies.ts';
import {
  companiesAtStep,
  companiesSetTo,
  firstContacts,
  type OwnMonth,
} from '../../database/queries/yours/month-activity.ts';
import { deletedAmong, statuses } from '../../database/queries/yours/statuses.ts';
import type { ReadDb } from '../../database/sql.ts';

/*
 * The results of a month: companies that the user contacted, that replied, that met the user, or that were
 * won.
 */

interface Files {
  readonly cache: ReadDb;
  readonly yours: ReadDb;
}

/** The names that a new pipeline has. A renamed status may mean something else (`contacted-status.ts`). */
const NAMES = { contacted: 'Contacted', replied: 'Replied', meeting: 'Meeting' } as const;
const WON = 'won';

export type OwnSteps = Readonly<
  Record<Extract<ReviewStep, 'contacted' | 'replied' | 'meeting' | 'won'>, number>
>;

/**
 * Counts the companies at each step in the month. The contact log and statuses decide whether a company
 * counts, but renamed statuses are ignored. Won companies are an exception: only the status decides, even if
 * it was renamed.
 */
export function countSteps(yours: ReadDb, month: OwnMonth): OwnSteps {
  const known = statuses(yours);
  const count = (step: keyof typeof NAMES): number => {
    const isUsed = known.some(({ statusId, name }) => statusId === step && name === NAMES[step]);
    return companiesAtStep(yours, step, isUsed ? step : null, month);
  };
  return {
    contacted: count('contacted'),
    replied: count('replied'),
    meeting: count('meeting'),
    won: companiesSetTo(yours, WON, month),
  };
}

/** Returns the user's name of the status that counts as won; null if it was deleted. */
export const nameOfWon = (yours: ReadDb): string | null =>
  deletedAmong(yours, [WON]).length > 0
    ? null
    : (statuses(yours).find(({ statusId }) => statusId === WON)?.name ?? null);

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

/** Returns the median; of an even number of values, the mean of the two in the middle. */
function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = 0, high = 0] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return (low + high) / 2;
}
