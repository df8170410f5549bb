import { IN_PROFILE, type Fact } from './facts.ts';
import type { Action, ListAction, Script } from './script.ts';

/*
 * Defines useful items, which are the same for every client. A useful item is a distinct round that the user
 * read in a list, or a distinct fact about a company that the user viewed and for which the service has data.
 * Facts are the profile, contacts, rounds with investors, open roles, news, technologies and highlights.
 * Repeated views count once.
 */

export const roundItem = (roundId: string): string => `round ${roundId}`;
export const factItem = (companyId: string, fact: Fact): string => `${fact} ${companyId}`;

export function usefulItems({ actions }: Pick<Script, 'actions'>): ReadonlySet<string> {
  return new Set(
    actions.flatMap((action) =>
      action.kind === 'list'
        ? action.rows.map(({ roundId }) => roundItem(roundId))
        : action.available.map((fact) => factItem(action.companyId, fact)),
    ),
  );
}

/**
 * Returns the rounds that arrived late for this user: they were announced on a date that an earlier feed
 * covered, but were missing from that feed.
 */
export function lateRounds({ actions }: Pick<Script, 'actions'>): ReadonlySet<string> {
  const late = new Set<string>();
  const seen = new Set<string>();
  let coveredTo = '';
  for (const feed of actions.filter(isFeed)) {
    for (const { roundId, announcedOn } of feed.rows)
      if (!seen.has(roundId) && announcedOn <= coveredTo) late.add(roundId);
    feed.rows.forEach(({ roundId }) => seen.add(roundId));
    coveredTo = feed.query.fundingDateEnd;
  }
  return late;
}

const isFeed = (action: Action): action is ListAction => action.kind === 'list' && action.part === 'feed';

/** Collects the useful items that a client showed. */
export interface ShownItems {
  addList(list: ListAction, roundIds: ReadonlySet<string>): void;
  addCompany(companyId: string, available: readonly Fact[], facts: ReadonlySet<Fact>): void;
  readonly items: ReadonlySet<string>;
}

export function createShownItems(): ShownItems {
  const items = new Set<string>();
  return {
    items,
    addList: ({ rows }, roundIds) => {
      for (const { roundId } of rows) if (roundIds.has(roundId)) items.add(roundItem(roundId));
    },
    addCompany: (companyId, available, facts) => {
      for (const fact of available)
        if (facts.has(fact) || (facts.has('profile') && IN_PROFILE.has(fact)))
          items.add(factItem(companyId, fact));
    },
  };
}
