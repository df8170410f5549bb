import { planRulesSchema, type PlanWeight } from '../../shared/model/plan.ts';
import { createRandom } from './small.ts';

/*
 * Small simulated months for the month-end plan, with a few companies on lists, new rounds, saved searches,
 * and profiles that the user opens. The months differ in three ways: whether records are scarce, which caps
 * are set, and whether the seller has buyer roles.
 */

export const DAYS = 30;
/** The month-end plan starts on this day, a week before the reset. It therefore covers five working days. */
export const MONTH_END_DAY = DAYS - 7;

export interface Listed {
  readonly id: number;
  readonly savedOn: number;
  /** The last day on which contacts can be fetched; may be after the reset. */
  readonly lastDay: number;
  readonly contacts: number;
  /**
   * Number of contacts that match the buyer roles. The planner learns this number only when the profile is
   * fetched. Without buyer roles, all contacts count as matches.
   */
  readonly matches: number;
  readonly weight: PlanWeight;
  readonly fit: number;
}
/** A new round of a company that is on no list. */
export interface Round {
  readonly id: number;
  readonly seenOn: number;
  readonly fit: number;
}
/** The missing days of a saved search. */
export interface Missing {
  readonly id: number;
  readonly dueOn: number;
  readonly rows: number;
}

export interface EndMonth {
  readonly seed: number;
  readonly hasRoles: boolean;
  readonly limits: {
    readonly records: number;
    readonly requests: number;
    readonly pageTurns: number;
    readonly requestsADay: number;
    readonly companiesADay: number;
  };
  readonly caps: readonly {
    readonly scope: 'all' | 'background' | 'window-closing' | 'watchlist';
    readonly period: 'day' | 'month';
    readonly records: number;
  }[];
  readonly listed: readonly Listed[];
  readonly rounds: readonly Round[];
  readonly searches: readonly Missing[];
  /** Number of profiles that the user opens on each day. Each costs one record. */
  readonly opened: readonly number[];
}

/**
 * Probability that a contact matches the buyer roles. The simulator has 18 titles, of which the seller wants
 * two.
 */
export const MATCHING = 1 / 9;
/** The minimum fit at which the plan fetches a new company's profile and, before the reset, its contacts. */
export const FIT_FLOOR = planRulesSchema.parse({}).fitFloor;
const WEIGHTS: readonly PlanWeight[] = [1, 2, 2, 4];

export function createEndMonth(seed: number): EndMonth {
  const random = createRandom(seed + 9_000);
  const upTo = (most: number): number => Math.floor(random() * most);
  const hasRoles = seed % 2 === 0;
  const listed = Array.from({ length: 15 + upTo(20) }, (_, id): Listed => {
    const savedOn = upTo(DAYS);
    const contacts = 2 + upTo(9);
    const drawn = Array.from({ length: contacts }, random).filter((each) => each < MATCHING).length;
    return {
      id,
      savedOn,
      lastDay: savedOn + 2 + upTo(20),
      contacts,
      matches: hasRoles ? drawn : contacts,
      weight: WEIGHTS[upTo(WEIGHTS.length)] ?? 2,
      fit: upTo(101),
    };
  });
  const rounds = Array.from({ length: 60 + upTo(60) }, (_, id) => ({
    id,
    seenOn: upTo(DAYS),
    fit: 20 + upTo(81),
  }));
  const searches = Array.from({ length: 10 }, (_, id) => ({ id, dueOn: id * 3, rows: 2 + upTo(8) }));
  const opened = Array.from({ length: DAYS }, (_, day) => (day % 7 < 5 ? upTo(4) : 0));
  const records = 200 + upTo(160);
  const caps: EndMonth['caps'] = [
    ...(random() < 0.4 ? [{ scope: 'background', period: 'day', records: 12 + upTo(12) } as const] : []),
    ...(random() < 0.3 ? [{ scope: 'window-closing', period: 'day', records: 11 + upTo(8) } as const] : []),
    ...(random() < 0.3
      ? [{ scope: 'all', period: 'month', records: Math.round(records * 0.9) } as const]
      : []),
    ...(random() < 0.2 ? [{ scope: 'watchlist', period: 'month', records: 40 + upTo(60) } as const] : []),
  ];
  return {
    seed,
    hasRoles,
    limits: {
      records,
      requests: 120 + upTo(80),
      pageTurns: 8 + upTo(12),
      requestsADay: 15 + upTo(15),
      companiesADay: 10 + upTo(10),
    },
    caps,
    listed,
    rounds,
    searches,
    opened,
  };
}
