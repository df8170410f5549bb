import { IN_PROFILE, type Fact } from './facts.ts';
import type { Action, Look, Script } from './script.ts';

/*
 * A useful item, defined equally for every client: a distinct round that the user read in a list, or a distinct
 * fact of a company (profile, contacts, rounds with investors, open roles, news, technologies, highlights) that
 * the user viewed and for which the service has data. Repeated views count once.
 */

export const roundItem = (roundId: string): string => `round ${roundId}`;
export const factItem = (companyId: string, fact: Fact): string => `${fact} ${companyId}`;

export function usefulItems({ actions }: Pick<Script, 'actions'>): ReadonlySet<string> {
  return new Set(
    actions.flatMap((action) =>
      action.kind === 'look'
        ? action.rows.map(({ roundId }) => roundItem(roundId))
        : action.told.map((fact) => factItem(action.companyId, fact)),
    ),
  );
}

/**
 * Rounds that arrived late for this user: now in the feed, with an announcement date that an earlier feed
 * covered without them.
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

const isFeed = (action: Action): action is Look => action.kind === 'look' && action.part === 'feed';

/** The wanted items that a client showed. */
export interface Shown {
  look(look: Look, roundIds: ReadonlySet<string>): void;
  open(companyId: string, told: readonly Fact[], facts: ReadonlySet<Fact>): void;
  readonly items: ReadonlySet<string>;
}

export function createShown(): Shown {
  const items = new Set<string>();
  return {
    items,
    look: ({ rows }, roundIds) => {
      for (const { roundId } of rows) if (roundIds.has(roundId)) items.add(roundItem(roundId));
    },
    open: (companyId, told, facts) => {
      for (const fact of told)
        if (facts.has(fact) || (facts.has('profile') && IN_PROFILE.has(fact)))
          items.add(factItem(companyId, fact));
    },
  };
}
