import { createWorld } from '../../electron/simulator/data/world.ts';
import { openRoles } from '../../electron/simulator/data/make-roles.ts';
import { visibleRounds } from '../../electron/simulator/data/company-model.ts';
import { COMPANIES, DAY_MS, END_MS } from '../seller/month.ts';

/*
 * Counts how much data the simulator has for the kinds of requests that occur only in the plan for the rest
 * of a month.
 */

/** The page size of a saved search that is created from a market. */
const FIRST_PAGE = 25;
/**
 * The maximum number of rounds that the pages of one query can reach (spec §4.10). Combinations of country
 * and stage with more rounds are ignored.
 */
const REACHABLE = 500;
export const SEARCHED_DAYS = 30;

export interface SimulatorOffer {
  /**
   * Number of rounds beyond the first page, for each combination of country and stage whose rounds of the
   * last 30 days fill more than one page.
   */
  readonly olderRounds: readonly number[];
  /** Number of rounds per company, for the companies that raised in the last 30 days. */
  readonly roundsOfCompany: readonly number[];
  /** Number of news articles of each of these companies. */
  readonly newsOfCompany: readonly number[];
  /** Number of open roles of each of these companies. */
  readonly rolesOfCompany: readonly number[];
}

let offer: SimulatorOffer | null = null;

/**
 * Returns the counts for the simulator's data with seed 1. The counts are computed only on the first call.
 */
export function simulatorOffer(): SimulatorOffer {
  offer ??= countOffer();
  return offer;
}

function countOffer(): SimulatorOffer {
  const world = createWorld({ seed: 1, companies: COMPANIES, epochMs: END_MS });
  const counts = new Map<string, number>();
  const roundsOfCompany: number[] = [];
  const newsOfCompany: number[] = [];
  const rolesOfCompany: number[] = [];
  for (const company of world.companies) {
    const rounds = visibleRounds(company, END_MS);
    const recent = rounds.filter(
      ({ announcedOn }) => Date.parse(announcedOn) > END_MS - SEARCHED_DAYS * DAY_MS,
    );
    if (recent.length > 0) {
      const { news, roles } = world.details;
      roundsOfCompany.push(rounds.length);
      newsOfCompany.push(news(company).filter(({ createdAtMs }) => createdAtMs < END_MS).length);
      rolesOfCompany.push(openRoles(roles(company), END_MS).length);
    }
    for (const { stage } of recent) {
      const key = `${company.country.code} ${stage}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  const olderRounds = [...counts.values()]
    .filter((count) => count > FIRST_PAGE && count <= REACHABLE)
    .map((count) => count - FIRST_PAGE);
  return { olderRounds, roundsOfCompany, newsOfCompany, rolesOfCompany };
}
