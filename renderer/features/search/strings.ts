import { countText, plural } from '../../lib/format.ts';

export const search = {
  title: 'Search',
  list: 'What to search',
  lists: { fundings: 'Rounds', companies: 'Companies' },
  /** Explains to the user why rounds are the default (spec §2.1, §2.6). */
  companiesNote:
    'Each company appears once. Searching rounds costs the same per result and shows every matching round with its stage, amount and date.',
  filters: 'Filters',
  results: 'Results',
  resultsPane: 'Search results',
  announced: 'Announced',
  ranges: { '1': '1 day', '7': '7 days', '30': '30 days', dates: 'Dates' },
  presets: { label: 'Date ranges', month: 'This month', lastMonth: 'Last month', quarter: 'Last 90 days' },
  from: 'First day',
  to: 'Last day',
  utc: 'Dates are in UTC',
  countries: 'Countries',
  stages: 'Stages',
  industries: 'Industries',
  any: 'Any',
  anyIndustryOf: (count: number) => `Any of ${plural(count, 'industry', 'industries')}`,
  amountFrom: 'Min. amount',
  amountTo: 'Max. amount',
  currency: 'Currency',
  atLeast: (low: string) => `${low} or more`,
  atMost: (high: string) => `up to ${high}`,
  between: (low: string, high: string) => `${low} to ${high}`,
  inCurrency: (amounts: string, code: string) => `${amounts}, in ${code}`,
  /**
   * Deliberately vague: the service does not document which amounts it compares with these values (spec
   * §2.13).
   */
  anyCurrency: (amounts: string) => `${amounts}, in any currency`,
  validated: 'Only companies with validated contacts',
  hiring: 'Only companies that are hiring',
  hiringDropped: (names: string) => `Turn on to apply your other hiring filters: ${names}.`,
  departments: 'Departments',
  seniority: 'Seniority',
  roleType: 'Role type',
  roleTypes: { any: 'Any', leadership: 'Leadership', individualContributor: 'Individual' },
  rows: 'Results per request',
  rowsWhy: {
    unknown: 'If there are fewer results, you pay only for those.',
    'one-page': 'Enough for all matches in one request.',
    'fewest-pages': 'More results per request means fewer requests and page turns.',
    turns: 'With fewer results per request, page turns would run out before records.',
  },
  /** The term in these texts that has an info tip. */
  pageTurns: 'page turns',
  rowsFew: (least: number) =>
    `With fewer than ${countText(least)} results per request, page turns run out before records.`,
  /** `requests` and `before` are the numbers of requests that load the results with and without the change. */
  rowsSave: (rows: number, results: number, requests: number, before: number) =>
    `With ${countText(rows)} results per request, ${countText(results)} matches load in ${plural(requests, 'request')} instead of ${countText(before)}.`,
  rowsUse: (rows: number) => `Change to ${countText(rows)}`,
  more: 'Text, investors, technologies, size, tags',
  investors: 'Investors',
  technologies: 'Technologies',
  companySizes: 'Company size',
  tags: 'Tags',
  text: 'Text',
  textHint: {
    fundings: 'words that describe the company',
    companies: 'words in the name, description or industry',
  },
  clear: 'Clear filters',
  showFiltersOf: (count: number) => `Filters, ${countText(count)} active`,
  describe: {
    label: 'Describe a search',
    placeholder: 'Try “Seed fintech in France”',
    title:
      'Mention stages, industries, countries, amounts and a period, such as “Seed fintech in France over 2M EUR, last 30 days”. Press Enter to fill in the filters (free).',
    hint: 'Press Enter to fill in the filters (free), then run the search.',
    /** Shown instead of `hint` while a saved search is open. */
    hintBesideSaved: (name: string) => `Press Enter to fill in the filters (free). “${name}” stays as it is.`,
    /** Shown below the empty line while a saved search is open. */
    besideSaved: (name: string) => `Fills in the filters for a new search. “${name}” stays as it is.`,
    fill: 'Fill in filters',
    nothingFound:
      'No filters found. Mention a stage, industry, country, amount or period, such as “Seed fintech in France, last 7 days”.',
    leftOut: (words: string) => `Not understood: ${words}. The rest was filled in as filters.`,
  },
  runs: 'Run search',
  fixFirst: 'Correct the highlighted fields first',
  next: (rows: number) => `Load ${countText(rows)} more`,
  moreToLoad: 'More loading options',
  loadOptions: {
    industries: 'Load industries',
    technologies: 'Load technologies',
    companySizes: 'Load company sizes',
    tags: 'Load tags',
  },
  noOptions: {
    industries: 'The service lists no industries. Your text is sent as typed.',
    technologies: 'The service lists no technologies. Your text is sent as typed.',
    companySizes: 'The service lists no company sizes. Your text is sent as typed.',
    tags: 'The service lists no tags. Your text is sent as typed.',
  },
  /**
   * Shown while no filter options are loaded. Without them, the app cannot check whether the service lists
   * the typed text.
   */
  unchecked: (names: string) => `The service might not list ${names}. Load the options to check.`,
  /** Explains the price of loading filter options. */
  optionsNote:
    'Loads all filter options, such as industries, technologies and tags. Later searches refresh them at most once a week.',
  oldOptions: (when: string) => `These filter options were fetched on ${when}.`,
  refreshOptions: 'Refresh filter options',
  /** Shown if the service refused a search with values from its filter options [R-2-40]. */
  refusedValues:
    'The service may no longer accept one of these filters. Refresh the filter options to see which.',
  unlisted: {
    word: 'not listed by the service',
    option: (value: string) => `${value} (not listed by the service)`,
    about: (names: string, one: boolean) =>
      `The service doesn’t list ${names}. It may ignore ${one ? 'this value' : 'these values'} or find nothing.`,
    use: (value: string) => `Use ${value}`,
  },
  waiting: (rows: number) => `Fetching up to ${plural(rows, 'result')}…`,
  waitingValues: 'Fetching filter options…',
  issues: {
    amount: 'Enter an amount such as 2.5M, 500K or 2500000.',
    amountOrder: 'The maximum is less than the minimum.',
    date: 'Enter a date, or a day such as “yesterday”.',
    dateOrder: 'The last day is before the first day.',
    rows: 'Enter a number from 1 to 50.',
    tooLong: 'This search is too long to send. Remove some filter values.',
  },
  columns: {
    company: 'Company',
    stage: 'Stage',
    amount: 'Amount',
    announced: 'Announced',
    announcedShort: 'Date',
    window: 'Window',
    windowLong: 'Contact window',
    known: 'Library',
    country: 'Country',
    industry: 'Industry',
    fit: 'Fit',
    'why-now': 'Why now',
    fetched: 'Fetched',
  },
  withinCurrency: 'Sorted within each currency, because amounts aren’t converted',
  chooseColumns: 'Choose columns',
  columnsReset: 'Reset columns',
  columnsNarrow: 'If there isn’t enough room, some columns are hidden.',
  noFit: 'Fit unknown',
  fitOf: (fit: number) => `Fit ${countText(fit)} of 100`,
  noDate: 'no date',
  fetched: (age: string) => `fetched ${age}`,
  /** The values of the column `known`. */
  wasAdded: 'added',
  wasAddedTitle: 'This search added the company to your library.',
  wasInLibrary: 'already in',
  wasInLibraryTitle: 'The company was already in your library before this search.',
  outsideResults: 'This company isn’t in these results.',
  never: {
    fundings: 'Funding rounds appear here. Choose filters, then run a search.',
    companies: 'Companies appear here. Choose filters, then run a search.',
  },
  halve: (days: string) => `Narrow dates to ${days}`,
  halfRefused:
    'The service also refused the shorter date range. Choose an even shorter range or change the filters.',
  otherDays: (shown: string, wanted: string) =>
    `These results are for ${shown}. Run the search again for ${wanted}.`,
  otherFilters: 'The filters have changed. Run the search to update the results.',
  noMatch: 'No matches.',
  /** What a search without matches cost. Follows `noMatch`. */
  emptyCost: (records: number, hasNewOptions: boolean) => {
    const cost = `The search cost ${plural(records, 'record')}`;
    return hasNewOptions ? `${cost}, including refreshing the filter options.` : `${cost}.`;
  },
  /** Shown after the filters have changed. A note above says so. */
  noMatchBefore: 'No matches for the previous filters.',
  noMatchAsOf: (when: string) => `No matches as of ${when}.`,
  /** What to do about an empty result. */
  afterNoMatch: {
    longer: 'Try a longer date range.',
    filters: 'Remove a filter or choose other dates.',
    dates: 'Choose other dates.',
  },
  searchDays: (days: number) => `Search the last ${plural(days, 'day')}`,
  head: (total: number, loaded: number) =>
    loaded >= total
      ? plural(total, 'match', 'matches')
      : `${countText(loaded)} of ${plural(total, 'match', 'matches')}`,
  headRounds: (total: number, rounds: number, companies: number) =>
    `${rounds >= total ? plural(rounds, 'round') : `${countText(rounds)} of ${plural(total, 'match', 'matches')}`} · ${plural(companies, 'company', 'companies')}`,
  shown: (loaded: number, total: number) =>
    `${loaded > 1 ? '1–' : ''}${countText(loaded)} of ${countText(total)}`,
  rest: (rest: number) => `${countText(rest)} more can be loaded`,
  reachable: (max: number, total: number) =>
    `Only the first ${countText(max)} of ${countText(total)} matches can be loaded. Narrow the dates or stages.`,
  notProvided: 'not provided',
  titles: {
    from: (low: string) => `from ${low}`,
    to: (high: string) => `to ${high}`,
    upTo: (high: string) => `up to ${high}`,
    more: (first: string, rest: number) => `${first} and ${countText(rest)} more`,
    validated: 'validated contacts',
    hiring: 'hiring',
  },
  everywhere: 'All countries',
  manyCountries: (count: number) => plural(count, 'country', 'countries'),
  days: (count: number) => plural(count, 'day'),
  commands: {
    group: 'Search',
    run: 'Run search',
    focusText: 'Search by text',
    list: { fundings: 'Search rounds', companies: 'Search companies' },
    columns: 'Choose columns',
  },
} as const;
