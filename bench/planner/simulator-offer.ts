import { createWorld } from '../../electron/simulator/data/world.ts';
import { visibleRounds } from '../../electron/simulator/data/company-model.ts';
import { COMPANIES, DAY_MS, END_MS } from '../seller/month.ts';

/* What the simulator's data offers to the kinds of requests that only the plan for the rest of a month contains. */

/** The page size of a saved search that is made from a market. */
const FIRST_PAGE = 25;
/** More matches than this are beyond the reach of one query (spec §4.10), and left alone. */
const REACHABLE = 500;
export const SEARCHED_DAYS = 30;

export interface SimulatorOffer {
  /**
   * For each country and stage with more rounds in the last 30 days than one page, the number of rounds after the
   * first page.
   */
  readonly olderRounds: readonly number[];
  /** For each company that raised in these days, the number of its rounds. */
  readonly roundsOfCompany: readonly number[];
}

let offer: SimulatorOffer | null = null;

/** Returns what the data of seed 1 offers; counted once. */
export function simulatorOffer(): SimulatorOffer {
  offer ??= countOffer();
  return offer;
}

function countOffer(): SimulatorOffer {
  const world = createWorld({ seed: 1, companies: COMPANIES, epochMs: END_MS });
  const counts = new Map<string, number>();
  const roundsOfCompany: number[] = [];
  for (const company of world.companies) {
    const rounds = visibleRounds(company, END_MS);
    const recent = rounds.filter(
      ({ announcedOn }) => Date.parse(announcedOn) > END_MS - SEARCHED_DAYS * DAY_MS,
    );
    if (recent.length > 0) roundsOfCompany.push(rounds.length);
    for (const { stage } of recent) {
      const key = `${company.country.code} ${stage}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  const olderRounds = [...counts.values()]
    .filter((count) => count > FIRST_PAGE && count <= REACHABLE)
    .map((count) => count - FIRST_PAGE);
  return { olderRounds, roundsOfCompany };
}
