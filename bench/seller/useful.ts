import { IN_PROFILE, type Fact } from './facts.ts';
import type { Action, Look, Script } from './script.ts';

/*
 * A useful item, the same set for every client: a distinct round that the seller read in a list, or a distinct fact of a
 * company (its profile, people, rounds with investors, open roles, news, technologies, highlights) that the seller looked at
 * and of which the service has something. A second look at the same is no second item.
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
 * Rounds that came late for this seller: in the feed now, with an announcement date that an earlier feed had covered
 * without them.
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

/** What a client put on the screen of what the seller wanted to see. */
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
