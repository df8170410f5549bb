import type { Lane } from '../../shared/model/budget.ts';
import { olderRowsLeft, type EndOffer } from './month-end-offer.ts';
import { DAYS, FIT_FLOOR, type EndMonth } from './month-end-world.ts';

/*
 * Lists everything that the user can fetch from the simulated service in a small month. A planner that knew
 * the whole month in advance could choose from this list.
 */

/** A group of requests that use the same amount of each limit. */
export interface Supply {
  readonly lane: Lane;
  readonly records: number;
  readonly pageTurns: number;
  readonly companies: number;
  /** The first and the last day on which the requests can be made. Day 0 is the first day of the month. */
  readonly first: number;
  readonly last: number;
  /** The number of requests in the group. */
  readonly most: number;
  /** Whether the plan for the rest of the month may propose these requests. */
  readonly isProposed: boolean;
}

const LAST_DAY = DAYS - 1;
/** A page of a list has at most this many rows (spec §8). */
const PAGE_MAX = 50;

/**
 * Returns the requests that can still be made on day `from` or later.
 * @param done keys of the requests that have already been made
 */
export function supplyOf(
  world: EndMonth,
  offer: EndOffer,
  { from, done }: { readonly from: number; readonly done: ReadonlySet<string> },
): Supply[] {
  const isOpen = (key: string): boolean => !done.has(key);
  const about = (records: number, rest: Partial<Supply> = {}): Supply => ({
    lane: 'watchlist',
    records,
    pageTurns: 0,
    companies: 1,
    first: from,
    last: LAST_DAY,
    most: 1,
    isProposed: true,
    ...rest,
  });
  const all = [
    ...world.listed.flatMap(({ id, savedOn: first, lastDay, contacts, matches }) => [
      ...(isOpen(`contacts/${id}`)
        ? [about(contacts, { lane: 'window-closing', first, last: lastDay, isProposed: matches > 0 })]
        : []),
      ...(isOpen(`profile/${id}`) ? [about(1, { first })] : []),
      ...(isOpen(`rounds/${id}`) ? [about(offer.roundsOf[id] ?? 1, { first })] : []),
      about(offer.newsOf[id] ?? 0, { first, isProposed: false }),
      about(Math.min(PAGE_MAX, offer.rolesOf[id] ?? 0), { first, pageTurns: 1, isProposed: false }),
    ]),
    ...offer.oldProfiles.filter(({ id }) => isOpen(`update/${id}`)).map(() => about(1)),
    ...world.rounds
      .filter(({ id }) => isOpen(`round/${id}`))
      .map(({ seenOn }) => about(1, { first: seenOn })),
    ...world.rounds.flatMap(({ id, seenOn: first, fit }) => {
      const fetched = offer.contactsOf[id];
      if (fetched === undefined || !isOpen(`new-contacts/${id}`)) return [];
      const { contacts, matches, lastDay: last } = fetched;
      const isProposed = matches > 0 && fit >= FIT_FLOOR;
      return [about(contacts, { lane: 'window-closing', first, last, isProposed })];
    }),
    ...world.searches
      .filter(({ id }) => isOpen(`search/${id}`))
      .map(({ dueOn, rows }) => about(rows, { ...LIST, first: dueOn })),
    ...offer.searches.map((search) => about(Math.min(PAGE_MAX, olderRowsLeft(search, done)), LIST)),
    ...world.opened.map((most, day) => about(1, { lane: 'interactive', first: day, last: day, most })),
  ];
  return merged(
    all
      .map((each) => ({ ...each, first: Math.max(from, each.first), last: Math.min(LAST_DAY, each.last) }))
      .filter(({ first, last, records, most }) => first <= last && records > 0 && most > 0),
  );
}

const LIST = { lane: 'catch-up', pageTurns: 1, companies: 0 } as const;

/** Merges equivalent requests to keep the linear program small. */
function merged(all: readonly Supply[]): Supply[] {
  const kinds = new Map<string, Supply>();
  for (const each of all) {
    const key = JSON.stringify({ ...each, most: 0 });
    kinds.set(key, { ...each, most: each.most + (kinds.get(key)?.most ?? 0) });
  }
  return [...kinds.values()];
}
