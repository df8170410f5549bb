import type { Random } from '../../electron/simulator/data/random.ts';
import { fundingsQuerySchema, type FundingsQuery } from '../../shared/model/query.ts';
import { DAY_MS, dateOf, START_MS } from './month.ts';
import type { Oracle } from './oracle.ts';

/** The user's ideal customer, expressed as the default filters of the Search form. */
export interface IdealCustomer {
  readonly countries: readonly string[];
  readonly stages: readonly string[];
  /** Empty if any industry matches. */
  readonly industries: readonly string[];
  /** Average number of matching rounds per day in the month before the simulated month. */
  readonly roundsADay: number;
}

/** Default page size of the Search screen (`renderer/features/search/filters/search-form.svelte.ts`). */
export const ROWS_A_PAGE = 25;
export const FEED_DAYS = 7;

/**
 * Bounds on the number of matching rounds per day. The reference plan in section 2.3 of the requirements has
 * "one /fundings catch-up a day at 25 rows". There are 22 working days in a month of 30 days, so this makes
 * 25 × 22 / 30 ≈ 18 rounds per day.
 */
const ROUNDS_A_DAY: readonly [least: number, most: number] = [15, 21];
const TRIES = 2_000;

const COUNTRIES = 'US GB DE FR IN CA NL SE IL ES SG AU BR CH FI IE'.split(' ');
const STAGES: readonly string[] = ['Pre-Seed', 'Seed', 'Series A', 'Series B', 'Series C+'];

/** Returns the first page of the user's query for the `days` days up to `atMs`. */
export function queryOf(
  who: Pick<IdealCustomer, 'countries' | 'stages' | 'industries'>,
  atMs: number,
  days = FEED_DAYS,
): FundingsQuery {
  return fundingsQuerySchema.parse({
    fundingDateStart: dateOf(atMs - (days - 1) * DAY_MS),
    fundingDateEnd: dateOf(atMs),
    limit: ROWS_A_PAGE,
    offset: 0,
    countries: who.countries,
    stages: who.stages,
    industries: who.industries,
  });
}

/**
 * Draws random filters until a set of filters matches about as many rounds a day as the reference plan
 * assumes. The same seed gives the same result.
 */
export function pickIdealCustomer(
  random: Random,
  oracle: Oracle,
  industries: readonly string[],
): IdealCustomer {
  const [least, most] = ROUNDS_A_DAY;
  for (let left = TRIES; left > 0; left -= 1) {
    const drawn = {
      countries: random.sample(COUNTRIES, random.int(1, 6)).sort(),
      stages: random.sample(STAGES, random.int(2, 4)).sort(),
      industries: random.chance(0.5) ? [] : random.sample(industries, random.int(8, 24)).sort(),
    };
    // Counts the rounds announced in the month before the simulated one. A round may be published up to two
    // weeks after its announcement, so the service is queried as of two weeks after that month.
    const month = { ...queryOf(drawn, START_MS - DAY_MS, 30), limit: 1 };
    const roundsADay = oracle.page(month, START_MS + 14 * DAY_MS).total / 30;
    if (roundsADay >= least && roundsADay <= most) return { ...drawn, roundsADay };
  }
  throw new Error('no filter is as wide as the reference plan');
}
