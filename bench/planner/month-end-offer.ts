import type { Candidate } from '../../electron/core/day-plan/decide-plan.ts';
import { pageRows } from '../../electron/core/day-plan/month-end/month-candidates.ts';
import type { MonthOutlook } from '../../electron/core/day-plan/month-end/month-limits.ts';
import { inParts } from '../../electron/core/day-plan/month-end/parts-of-days.ts';
import {
  companyRoundsValue,
  companyValue,
  olderRoundsValue,
  updateValue,
} from '../../electron/core/day-plan/score.ts';
import { FREE } from '../../shared/add-costs.ts';
import { DAY_MS } from '../../shared/durations.ts';
import type { Cost, Lane } from '../../shared/model/budget.ts';
import type { PlanWeight } from '../../shared/model/plan.ts';
import { DAYS, MATCHING, type EndMonth, type Listed } from './month-end-world.ts';
import { SEARCHED_DAYS, simulatorOffer } from './simulator-offer.ts';
import { createRandom } from './small.ts';

/*
 * Creates the data for the kinds of requests that only the plan for the rest of the month contains. A small
 * month's limits are about a tenth of the documented ones (spec §8). Therefore, the simulator's numbers of
 * older rounds are scaled down by the same factor.
 */

const DOCUMENTED_RECORDS = 3_000;
const SEARCHES = 3;

/**
 * A saved search of which only the first page was fetched. `rowsOn` is the number of unfetched rounds on each
 * day.
 */
interface PartSearch {
  readonly id: number;
  readonly fit: number;
  readonly rowsOn: readonly number[];
}
/** A company that the user saved in the previous month, and whose profile is old. */
interface OldProfile {
  readonly id: number;
  readonly ageDays: number;
  readonly weight: PlanWeight;
  readonly fit: number;
}

/** The contacts of a new company that is on no list. */
export interface NewContacts {
  /** The last day on which the contacts can be fetched; may be after the reset. */
  readonly lastDay: number;
  readonly contacts: number;
  readonly matches: number;
}

export interface EndOffer {
  /** For each new round, by its id: the contacts of its company. */
  readonly contactsOf: readonly NewContacts[];
  readonly searches: readonly PartSearch[];
  readonly oldProfiles: readonly OldProfile[];
  /** The number of rounds of each listed company, indexed by the company's id. */
  readonly roundsOf: readonly number[];
  /**
   * The number of news articles of each listed company, indexed by the company's id. Only
   * `month-end-supply.ts` uses it, because the plan contains no requests for news or open roles.
   */
  readonly newsOf: readonly number[];
  readonly rolesOf: readonly number[];
}

export function createEndOffer({ seed, limits, listed, rounds, hasRoles }: EndMonth): EndOffer {
  const random = createRandom(seed + 77_000);
  const upTo = (most: number): number => Math.floor(random() * most);
  const pick = <T>(from: readonly T[], otherwise: T): T => from[upTo(from.length)] ?? otherwise;
  const { olderRounds, roundsOfCompany, newsOfCompany, rolesOfCompany } = simulatorOffer();
  const searches = Array.from({ length: SEARCHES }, (_, id): PartSearch => {
    const rows = Math.round((pick(olderRounds, 0) * limits.records) / DOCUMENTED_RECORDS);
    const rowsOn = Array.from({ length: SEARCHED_DAYS }, () => 0);
    for (let row = 0; row < rows; row += 1) {
      const day = upTo(SEARCHED_DAYS);
      rowsOn[day] = (rowsOn[day] ?? 0) + 1;
    }
    return { id, fit: 20 + upTo(81), rowsOn };
  });
  const oldProfiles = listed.map(({ weight }, id): OldProfile => ({
    id,
    ageDays: DAYS + upTo(DAYS),
    weight,
    fit: upTo(101),
  }));
  const roundsOf = listed.map(() => pick(roundsOfCompany, 1));
  const newsOf = listed.map(() => pick(newsOfCompany, 0));
  const rolesOf = listed.map(() => pick(rolesOfCompany, 0));
  const contactsOf = rounds.map(({ seenOn }): NewContacts => {
    const contacts = 2 + upTo(9);
    const drawn = Array.from({ length: contacts }, random).filter((each) => each < MATCHING).length;
    return { lastDay: seenOn + 2 + upTo(20), contacts, matches: hasRoles ? drawn : contacts };
  });
  return { searches, oldProfiles, roundsOf, newsOf, rolesOf, contactsOf };
}

/** A request that only the plan for the rest of the month contains. */
export interface EndRequest extends Candidate {
  /** What the service charges, which is at most `cost`. */
  readonly charged: Cost;
  /** Number of records that the request will probably cost. */
  readonly expected: number;
  readonly trueValue: number;
}

const AFTER_THE_MONTH = DAYS;
const request = (
  key: string,
  lane: Lane,
  cost: Partial<Cost>,
  value: number,
  received: { readonly records: number; readonly value: number; readonly expected: number } | null = null,
): EndRequest => {
  const worst = { ...FREE, requests: 1, companies: 1, ...cost };
  return {
    key,
    lane,
    cost: worst,
    charged: { ...worst, records: received?.records ?? worst.records },
    expected: received?.expected ?? worst.records,
    value,
    trueValue: received?.value ?? value,
    lastDay: AFTER_THE_MONTH,
  };
};

/**
 * Returns the requests for older rounds, for old profiles and for companies' rounds. Requests that have
 * already been made are omitted.
 */
export function endRequests(
  { searches, oldProfiles, roundsOf }: EndOffer,
  listed: readonly Listed[],
  { outlook, done }: { readonly outlook: MonthOutlook; readonly done: ReadonlySet<string> },
): EndRequest[] {
  return [
    ...searches.flatMap((search) => olderRequests(search, pageRows(outlook), done)),
    ...oldProfiles.map(({ id, ageDays, weight, fit }) =>
      request(
        `update/${id}`,
        'watchlist',
        { records: 1 },
        updateValue(companyValue(weight, fit), ageDays * DAY_MS),
      ),
    ),
    ...listed.flatMap(({ id, weight, fit }) => {
      // Only the company's profile shows the number of rounds, so the profile must be fetched first.
      if (!done.has(`profile/${id}`)) return [];
      const rounds = roundsOf[id] ?? 1;
      const value = companyRoundsValue(companyValue(weight, fit), rounds);
      return [request(`rounds/${id}`, 'watchlist', { records: rounds }, value)];
    }),
  ].filter(({ key }) => !done.has(key));
}

/** The key of a request for older rounds: the search, and the first and the last day. */
const olderKey = (id: number, from: number, to: number): string => `older/${id}/${from}/${to}`;

/** Returns the days of a search whose rounds are not fetched yet, in ascending order. */
function unfetchedDays({ id, rowsOn }: PartSearch, done: ReadonlySet<string>): number[] {
  const fetched = new Set<number>();
  for (const key of done) {
    const [kind, search, from, to] = key.split('/');
    if (kind === 'older' && Number(search) === id)
      for (let day = Number(from); day <= Number(to); day += 1) fetched.add(day);
  }
  return rowsOn.flatMap((_, day) => (fetched.has(day) ? [] : [day]));
}

/** Returns how many older rounds of a search are not fetched yet. */
export const olderRowsLeft = (search: PartSearch, done: ReadonlySet<string>): number =>
  unfetchedDays(search, done).reduce((sum, day) => sum + (search.rowsOn[day] ?? 0), 0);

function olderRequests(search: PartSearch, most: number, done: ReadonlySet<string>): EndRequest[] {
  const { id, fit, rowsOn } = search;
  const days = unfetchedDays(search, done);
  const left = olderRowsLeft(search, done);
  if (left === 0) return [];
  return inParts(days, left / days.length, most).map(({ from, to, limit, expected }) => {
    const rows = Math.min(
      limit,
      rowsOn.slice(from, to + 1).reduce((sum, each) => sum + each, 0),
    );
    return request(
      olderKey(id, from, to),
      'catch-up',
      { records: limit, pageTurns: 1, companies: 0 },
      olderRoundsValue(expected, fit),
      { records: rows, expected, value: rows === 0 ? 0 : olderRoundsValue(rows, fit) },
    );
  });
}
