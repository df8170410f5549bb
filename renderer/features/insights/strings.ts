import { countText, listText, plural } from '../../lib/format.ts';

const rounds = (count: number): string => plural(count, 'round');

export const insights = {
  title: 'Insights',
  charts: 'Charts',
  view: 'View',
  views: { market: 'Market', outcomes: 'Outcomes' },
  review: 'Monthly review',
  period: 'Period',
  periods: { 4: '4 weeks', 13: '3 months', 52: '12 months' },
  dates: 'Dates',
  datesTitle: 'Choose dates',
  from: 'From',
  to: 'To',
  showDates: 'Show these dates',
  lastMonth: 'Last month',
  wrongDates:
    'Enter both dates. The end date can’t be before the start date, or more than two years after it.',
  markets: 'Market',
  market: 'Your market',
  everything: 'All rounds',
  setMarket: 'Set your market',
  lists: 'List',
  allLists: 'All companies',
  coverage: 'Coverage',
  covered: (stored: number, total: number) => `${countText(stored)} of ${rounds(total)}`,
  stored: (count: number) => rounds(count),
  /** Shown after the number of rounds. */
  inLibrary: (stored: number, period: string, inMarket: boolean, list: string | null) =>
    `announced ${period}${inMarket ? ' in your market' : ''}${list === null ? '' : ` at companies on the list ${list}`} ${stored === 1 ? 'is' : 'are'} in your library.`,
  describes: (stored: number) =>
    `The percentages below cover only ${stored === 1 ? 'that round' : `those ${rounds(stored)}`}.`,
  countedAt: (age: string) => (age === 'just now' ? 'counted just now' : `counted ${age} ago`),
  count: 'Count matching rounds',
  countAgain: 'Count again',
  countNote:
    'The service counts the rounds that match these dates and filters. If any match, it also returns one of them for 1 record, and Roundwatch adds that round to your library.',
  /** Shown beside the button while the library has so few rounds that one more changes the charts. */
  countAdds: 'Counting may add one round to your library.',
  empty: 'Search for rounds to see your market here.',
  emptySearch: 'Search',
  none: 'Your library has no rounds for this selection.',
  noneLonger: 'Show the last 12 months',
  openInLibrary: 'Open in Library',
  unit: ['round', 'rounds'],
  company: ['company', 'companies'],
  /** Shown after the number of rounds if some companies have several of these rounds. */
  atCompanies: (count: number) => `at ${plural(count, 'company', 'companies')}`,
  weeks: {
    title: 'Rounds per week by stage',
    hint: 'same scale for all stages · the outlined bar is this week so far',
    hintEnded: 'same scale for all stages',
    description: 'Bar chart of rounds per week, with one row per stage.',
    all: 'All stages',
    noStage: 'No stage',
    /** Text for the week with the most rounds. If several weeks tie, it names them all. */
    top: (weeks: readonly string[], count: number) =>
      weeks.length === 1
        ? `Most rounds: ${countText(count)} in the week of ${weeks.join()}.`
        : `Most rounds: ${countText(count)} each in the weeks of ${listText(weeks)}.`,
    topTie: (weeks: number, count: number) =>
      `Most rounds: ${countText(count)} in each of ${plural(weeks, 'week')}.`,
    soFar: (week: string) => `${week} so far`,
    more: (count: number) =>
      `${rounds(count)} at ${count === 1 ? 'another stage is' : 'other stages are'} counted only in the total.`,
  },
  windows: {
    title: 'Contact windows',
    open: (count: number) => `${countText(count)} open`,
    view: 'Days',
    closing: 'Closing',
    opened: 'Opened',
    closingDescription: 'Calendar of the days on which contact windows close.',
    openedDescription:
      'Calendar of the days on which contact windows opened. Closed windows aren’t included.',
    unit: ['open contact window', 'open contact windows'],
    closes: (count: number) => `${plural(count, 'contact window')} ${count === 1 ? 'closes' : 'close'}`,
    opens: (count: number) => `${plural(count, 'contact window')} opened`,
    closingCount: 'Windows closing',
    openedCount: 'Windows opened',
  },
  amounts: {
    title: 'Amounts by stage',
    count: (count: number, currency: string) => `${rounds(count)} in ${currency}`,
    currency: 'Currency',
    currencyOf: (currency: string, count: number) => `${currency} (${rounds(count)})`,
    description:
      'Dot chart of round amounts in one currency, with the median and the middle half of the amounts at each stage.',
    stage: 'Stage',
    rounds: 'Rounds',
    medians: 'Medians are on the right.',
    noMedians: (least: number) => `A median needs at least ${least} amounts.`,
    undisclosed: (count: number) =>
      `${countText(count)} more ${count === 1 ? 'amount is' : 'amounts are'} undisclosed.`,
    otherCurrencies: (count: number) =>
      `${rounds(count)} in ${count === 1 ? 'another currency is' : 'other currencies are'} not included.`,
    withoutCurrency: (count: number) =>
      `${rounds(count)} ${count === 1 ? 'has' : 'have'} an amount but no currency.`,
    thinned: 'Only some of the rounds are shown as dots.',
    unit: ['round with an amount', 'rounds with an amount'],
  },
  shares: {
    countries: 'Countries',
    industries: 'Industries',
    compared: 'share, change in percentage points',
    share: 'share',
    countriesDescription: 'Bar chart of rounds by country, with each country’s share.',
    industriesDescription: 'Bar chart of rounds by industry, with each industry’s share.',
    others: (count: number) => `${countText(count)} ${count === 1 ? 'other' : 'others'}`,
    comparedWith: (period: string, stored: string) => `Compared with ${period} (${stored}).`,
    notCompared: (period: string) => `Not compared with ${period}: too few rounds.`,
    severalIndustries: 'A round counts once in each of its company’s industries.',
    unknown: (count: number, what: string) =>
      `${rounds(count)} without ${what} ${count === 1 ? 'is' : 'are'} left out.`,
    country: 'a country',
    industry: 'an industry',
  },
  investors: {
    title: 'Most active investors',
    investor: 'Investor',
    rounds: 'Rounds',
    led: 'Led',
    stages: 'Stages',
    companies: 'Companies',
    more: (count: number) => `${countText(count)} more`,
    similar: (name: string, other: string) => `${name} and ${other} may be the same investor`,
    compare: 'Compare',
    watch: (name: string) => `Watch ${name}`,
    stop: (name: string) => `Stop watching ${name}`,
    watched: 'Watched',
    watching: (name: string) => `Watching ${name}`,
    unwatched: (name: string) => `Stopped watching ${name}`,
    known: (known: number, of: number) => `known for ${countText(known)} of ${rounds(of)}`,
    none: (of: number) =>
      of === 0
        ? 'No rounds in this period.'
        : `No investors known yet for ${rounds(of)}. To fetch them, choose “Fetch all” beside “Rounds” on a company’s page. The button shows the price.`,
    showCompanies: 'Show these companies in Library',
  },
  hiring: {
    own: 'Hiring in your buyers’ departments',
    all: 'Hiring by department',
    department: 'Department',
    companies: 'Companies',
    roles: 'Open roles',
    rolesOf: (count: number) => plural(count, 'role'),
    description: 'Bar chart of companies with open roles, by department.',
    note: 'Bars show how many companies have open roles.',
    loaded: (loaded: number, companies: number) =>
      `Open roles are known for ${countText(loaded)} of ${plural(companies, 'company', 'companies')}.`,
    none: 'No known open roles in these departments.',
    unit: ['company whose open roles are known', 'companies whose open roles are known'],
    hint: 'To fetch open roles, open a company and use the button beside “Open roles”.',
  },
  commands: {
    group: 'Insights',
    outcomes: 'Show outcomes',
    showMarket: 'Show market',
    weeks: (period: string) => `Show the last ${period}`,
    marketOnly: 'Show only your market',
    allRounds: 'Show all rounds',
    count: 'Count matching rounds',
  },
} as const;
