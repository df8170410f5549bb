import { DAYS_AHEAD, type Outlook } from '../../electron/core/day-plan/available-budget.ts';
import { decidePlan, type Candidate } from '../../electron/core/day-plan/decide-plan.ts';
import {
  companyValue,
  likelyContactsValue,
  matchedContactsValue,
  profileFirstValue,
} from '../../electron/core/day-plan/score.ts';
import { decidePlan as decideFrozen } from './baseline/decide-plan.ts';
import * as frozen from './baseline/score.ts';
import { createRandom, createSmallMonth, DAYS, shareOf, type Company } from './small.ts';

/*
 * Small months as in `small.ts`, for a seller who wants only matching contacts. The number of matches at a
 * company is known only after its profile has been fetched, which costs one record. The optimum is computed
 * as if the matches of all companies were known from the start.
 */

/** Probability that a contact matches. The simulator has 18 titles, and the seller wants one of them. */
const MATCHING = 1 / 18;
const WORTH = companyValue(2, null);

interface MatchedCompany extends Company {
  readonly matches: number;
}
interface MatchingMonth {
  readonly records: number;
  readonly companies: readonly MatchedCompany[];
}

export interface SmallMatching {
  readonly records: number;
  readonly matching: number;
}

export function createMatchingMonth(seed: number, size: number): MatchingMonth {
  const { records, companies } = createSmallMonth(seed, size);
  const random = createRandom(seed + 500_000);
  return {
    records,
    companies: companies.map((company) => ({
      ...company,
      matches: Array.from({ length: company.contacts }, random).filter((drawn) => drawn < MATCHING).length,
    })),
  };
}

interface Morning {
  readonly day: number;
  readonly outlook: Outlook;
  /** Companies whose contacts can still be fetched, but have not been fetched yet. */
  readonly open: readonly MatchedCompany[];
  /** All companies saved on or before this day. */
  readonly known: readonly MatchedCompany[];
  readonly profiled: ReadonlySet<number>;
}

/** Returns the keys of the requests to make, `contacts/ID` and `profile/ID`. */
type MatchingPolicy = (morning: Morning) => readonly string[];

const candidateOf = (key: string, records: number, value: number, lastDay: number): Candidate => ({
  key,
  lane: key.startsWith('profile') ? 'watchlist' : 'window-closing',
  value,
  lastDay,
  cost: { requests: 1, records, pageTurns: 0, companies: 1 },
});

const isRecent = ({ savedOn }: Company, day: number): boolean => day - savedOn < 15;

/** Like the frozen planner, proposes contacts without considering which titles a profile would show. */
export const baselinePolicy: MatchingPolicy = ({ day, outlook, open, known, profiled }) => {
  const contacts = open.map(({ id, contacts: rows, lastDay }) =>
    candidateOf(`contacts/${id}`, rows, frozen.contactsValue(WORTH), lastDay - day),
  );
  const profiles = known
    .filter(({ id }) => !profiled.has(id))
    .map(({ id }) => candidateOf(`profile/${id}`, 1, frozen.profileValue(WORTH), DAYS_AHEAD - 1));
  const expected = known
    .filter((company) => isRecent(company, day))
    .map(({ id, contacts: rows }) =>
      candidateOf(`expected/${id}`, rows, frozen.contactsValue(WORTH), DAYS_AHEAD - 1),
    );
  return decideFrozen([...contacts, ...profiles], outlook, { expected }).go;
};

/**
 * Proposes a company's profile first. Once the profile is fetched, proposes the contacts if any of them
 * match, with a value based on the number of matches.
 */
export const matchingPolicy: MatchingPolicy = ({ day, outlook, open, known, profiled }) => {
  const told = open.filter(({ id, matches }) => profiled.has(id) && matches > 0);
  const untold = open.filter(({ id }) => !profiled.has(id));
  const contacts = told.map(({ id, contacts: rows, lastDay, matches }) =>
    candidateOf(
      `contacts/${id}`,
      rows,
      matchedContactsValue(WORTH, { strong: matches, weak: 0 }),
      lastDay - day,
    ),
  );
  const profiles = untold.map(({ id, lastDay }) =>
    candidateOf(`profile/${id}`, 1, profileFirstValue(WORTH), lastDay - day),
  );
  const after = untold.map(({ id, contacts: rows, lastDay }) =>
    candidateOf(`after/${id}`, rows, likelyContactsValue(WORTH), lastDay - day),
  );
  const expected = known
    .filter((company) => isRecent(company, day))
    .map(({ id, contacts: rows, matches }) => {
      const value = profiled.has(id)
        ? matchedContactsValue(WORTH, { strong: matches, weak: 0 })
        : likelyContactsValue(WORTH);
      return candidateOf(`expected/${id}`, rows, value, DAYS_AHEAD - 1);
    })
    .filter(({ value }) => value > 0);
  return decidePlan([...contacts, ...profiles], outlook, { expected: [...after, ...expected] }).go;
};

/** On each day, repeatedly makes the requests that `policy` proposes, until it proposes none. */
export function simulateMatching(
  { records, companies }: MatchingMonth,
  policy: MatchingPolicy,
): SmallMatching {
  const fetched = new Set<number>();
  const profiled = new Set<number>();
  let used = 0;
  for (let day = 0; day < DAYS; day += 1) {
    let left = shareOf(records, used, day);
    for (;;) {
      const known = companies.filter(({ savedOn }) => savedOn <= day);
      const open = known.filter(({ id, lastDay }) => lastDay >= day && !fetched.has(id));
      const outlook = outlookOf(left, records - used, day);
      const keys = policy({ day, outlook, open, known, profiled });
      if (keys.length === 0) break;
      for (const key of keys) {
        const [kind = '', id = ''] = key.split('/');
        const company = companies.find((each) => each.id === Number(id));
        const cost = kind === 'profile' ? 1 : (company?.contacts ?? 0);
        if (cost > left) throw new Error('a plan exceeds the day’s share');
        (kind === 'profile' ? profiled : fetched).add(Number(id));
        left -= cost;
        used += cost;
      }
    }
  }
  const matching = companies.reduce((sum, { id, matches }) => sum + (fetched.has(id) ? matches : 0), 0);
  return { records: used, matching };
}

const outlookOf = (share: number, left: number, day: number): Outlook => ({
  today: { requests: 99, records: share, pageTurns: 99, companies: 99 },
  lanes: new Map(),
  recordsADay: Math.max(1, Math.floor(left / (DAYS - day))),
  daysLeft: DAYS - day,
  recordsADayAfter: 0,
});

/**
 * Returns the highest number of matching contacts that any strategy can fetch, and the fewest records that
 * this costs. Tries every set of companies with matches on every day.
 */
export function optimalMatching({ records, companies }: MatchingMonth): SmallMatching {
  const wanted = companies.filter(({ matches }) => matches > 0);
  const spentOf = (set: number): number => sumOf(wanted, set, ({ contacts }) => contacts);
  let reached = new Set([0]);
  for (let day = 0; day < DAYS; day += 1) {
    let available = 0;
    for (const [bit, { savedOn, lastDay }] of wanted.entries())
      if (savedOn <= day && day <= lastDay) available |= 1 << bit;
    const next = new Set(reached);
    for (const done of reached) {
      const share = shareOf(records, spentOf(done), day);
      const rest = available & ~done;
      for (let subset = rest; subset > 0; subset = (subset - 1) & rest)
        if (spentOf(subset) <= share) next.add(done | subset);
    }
    reached = next;
  }
  return [...reached]
    .map((set) => ({ records: spentOf(set), matching: sumOf(wanted, set, ({ matches }) => matches) }))
    .reduce((best, each) =>
      each.matching > best.matching || (each.matching === best.matching && each.records < best.records)
        ? each
        : best,
    );
}

const sumOf = (
  companies: readonly MatchedCompany[],
  set: number,
  of: (company: MatchedCompany) => number,
): number => companies.reduce((sum, company, bit) => sum + ((set >> bit) & 1) * of(company), 0);
