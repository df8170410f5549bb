import type { Cost } from '../../../shared/model/budget.ts';
import { countText, plural } from '../../lib/format.ts';

/** UI text about the stored results of a search and the price of fetching the rest. */
export const searchPlan = {
  title: 'What is known already',
  count: (total: number, when: string) => `${countText(total)} match, as of ${when}`,
  allOf: 'all of them',
  restOf: 'the rest',
  reachable: (rows: number) => `the ${countText(rows)} that can be reached`,
  costs: (what: string, { requests, records, pageTurns }: Cost) =>
    `${what} = ${[
      plural(requests, 'request'),
      plural(records, 'record'),
      ...(pageTurns === 0 ? [] : [plural(pageTurns, 'page turn')]),
    ].join(', ')}`,
  loadEverything: 'Load all matches',
  loadRest: 'Load the rest',
  loadAll: (rows: number) => `Load all ${countText(rows)}`,
  upTo: (cost: string) => `up to ${cost}`,
  inRequests: ({ requests, pageTurns }: Cost) =>
    [plural(requests, 'request'), ...(pageTurns === 0 ? [] : [plural(pageTurns, 'page turn')])].join(', '),
  library: 'Show from library',
  libraryPart: (rows: number) => `Show ${countText(rows)} known`,
  free: (when: string) => `free, as of ${when}`,
  mayBeNew: (days: string) => `Only ${days} may be new.`,
  never: (days: string) => `Only ${days} was never asked.`,
  askOnly: (days: string) => `Ask ${days}`,
  probe: 'Count matches first',
  fewer: (rows: number) => `Ask for ${plural(rows, 'row')} instead`,
  answered: (when: string) => `answered from your library, as of ${when}`,
  part: (loaded: number) => `${countText(loaded)} of them are in the library; some days were never asked`,
  waiting: 'Waiting for the service.',
  wholeList: 'More may match since. Companies are asked as a whole, not by days.',
  roundsKnown: (rows: number, when: string) =>
    `Rounds with these filters are in your library: ${countText(rows)}, as of ${when}.`,
  showRounds: 'Show rounds instead',
  noRoom: (budget: string) => `Not enough left: ${budget.toLowerCase()}`,
} as const;
