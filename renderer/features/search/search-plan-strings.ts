import type { Cost } from '../../../shared/model/budget.ts';
import { countText, plural } from '../../lib/format.ts';

/** UI text about the stored results of a search and the price of fetching the rest. */
export const searchPlan = {
  title: 'Matches and library results',
  details: 'About these matches',
  menu: 'More search actions',
  matches: (total: number) => plural(total, 'match', 'matches'),
  counted: (when: string) => `counted ${when}`,
  costs: ({ requests, records, pageTurns }: Cost) =>
    [
      plural(records, 'record'),
      plural(requests, 'request'),
      ...(pageTurns === 0 ? [] : [plural(pageTurns, 'page turn')]),
    ].join(', '),
  /** Explains the last part of `costs`. */
  pageTurns:
    'A page turn is one page fetched from a list of results. Page turns have their own monthly limit.',
  waitForRest: 'Other results are still loading.',
  loadEverything: 'Load all matches',
  loadRest: (rows: number) =>
    rows === 1 ? 'Load the remaining result' : `Load the remaining ${countText(rows)} results`,
  loadAll: (rows: number) => `Load all ${plural(rows, 'result')}`,
  upTo: (cost: string) => `up to ${cost}`,
  library: (rows: number) => `Show ${plural(rows, 'stored match', 'stored matches')}`,
  /**
   * Shown if the library contains no matches, and either some days are not stored or the number of matches
   * was never fetched.
   */
  noneInLibrary: (when: string) => `No matches in your library as of ${when}.`,
  /** Non-breaking spaces keep the date and the time on the same line. */
  free: (when: string) => `free, fetched\u{a0}${when.replaceAll(' ', '\u{a0}')}`,
  freeOfCharge: 'free',
  storedAt: (when: string) => `The stored matches are from ${when}.`,
  stored: (rows: number, when: string) =>
    `${plural(rows, 'match', 'matches')} already in your library, fetched ${when}.`,
  mayBeNew: (days: string) =>
    `Your library already covers these dates, but the service may have added rounds from ${days} since the last fetch.`,
  noneBut: (days: string) =>
    `No matches in your library for these dates, but the service may have added rounds from ${days} since the last fetch.`,
  never: (days: string) => `Your library doesn’t cover ${days} yet.`,
  fetchDays: (days: string) => `Fetch only rounds from ${days}`,
  recheckDays: (days: string) => `Find new rounds from ${days}`,
  /**
   * Shown beside the number of records of a recheck. A recheck sends several requests, whereas any other
   * search sends one request per page.
   */
  requests: ({ requests, pageTurns }: Pick<Cost, 'requests' | 'pageTurns'>) =>
    `Counts matches, then fetches only the parts with new rounds: up to ${plural(requests, 'request')}${
      pageTurns === 0 ? '' : ` and ${plural(pageTurns, 'page turn')}`
    }.`,
  probe: 'Count matches',
  probeAgain: 'Count matches again',
  anyway: 'Run search anyway',
  noMatches: (when: string) => `No matches as of ${when}. Change or remove a filter.`,
  fewer: (rows: number) => `Fetch ${plural(rows, 'result')} instead`,
  answered: (when: string) => `from your library, fetched ${when}`,
  part: (loaded: number) =>
    `Showing ${plural(loaded, 'result')} from your library. Run the search to fetch the missing days.`,
  waiting: 'Waiting for the service…',
  wholeList:
    'More companies may match by now. Running the search also fetches companies you already have, and you pay for them again.',
  roundsKnown: (rows: number, when: string) =>
    `${plural(rows, 'matching round')} already in your library, fetched ${when}.`,
  showRounds: 'Show rounds in your library',
} as const;
