import { countText, plural } from '../../lib/format.ts';
import type { Budget, Endpoint } from '../../../shared/model/budget.ts';
import type { ReviewStep, SpendingGroup } from '../../../shared/model/review/review-values.ts';

const records = (count: number): string => plural(count, 'record');
const requests = (count: number): string => plural(count, 'request');
const companies = (count: number): string => plural(count, 'company', 'companies');
const onDays = (days: number): string => `on ${plural(days, 'day')}`;

const groups: Readonly<Record<SpendingGroup, string>> = {
  searches: 'Searches and catch-ups',
  contacts: 'Contacts',
  profiles: 'Profiles',
  'open-roles': 'Open roles',
  other: 'Everything else',
};

const steps: Readonly<Record<ReviewStep, string>> = {
  found: 'Found',
  profiles: 'Profile fetched',
  contacts: 'Contacts fetched',
  contacted: 'Contacted',
  replied: 'Replied',
  meeting: 'Meeting',
  won: 'Won',
};

const limits: Readonly<Record<Budget, string>> = {
  minute: 'The per-minute request limit',
  day: 'The daily request limit',
  'month-requests': 'The monthly request limit',
  'month-records': 'The monthly record limit',
  'companies-day': 'The daily company limit',
  'page-turns': 'The page turn limit',
  export: 'The export limit',
  'test-key': 'The test key’s limit',
};

const limitAdvice: Readonly<Record<Budget, string>> = {
  minute: 'Spread requests over the day',
  day: 'Spread requests over more days',
  'month-requests': 'Spread requests over the month',
  'month-records': 'Spend records more evenly over the month',
  'companies-day': 'Spread company requests over more days',
  'page-turns': 'Load more results per request to save page turns',
  export: 'Spend records more evenly over the month',
  'test-key': 'Use a live key for daily work',
};

const endpoints: Readonly<Record<Endpoint, string>> = {
  health: 'connection tests',
  filters: 'filter options',
  stats: 'usage checks',
  fundings: 'rounds',
  companies: 'companies',
  company: 'profiles',
  'tech-stack': 'tech stacks',
  rounds: 'a company’s rounds',
  contacts: 'contacts',
  highlights: 'highlights',
  'open-roles': 'open roles',
  news: 'news',
};

/**
 * UI text for the monthly review. `month` is a month such as `May`, and `fullMonth` includes the year, as in
 * `May 2026`.
 */
export const review = {
  title: 'Monthly review',
  sub: 'Monthly review',
  saved: 'Monthly review · saved as a note',
  back: 'Back to Insights',
  openNote: 'Open note',
  showReview: 'Show review',
  print: 'Print',
  earlier: (month: string) => `Review of ${month}`,
  opening: 'Loading the review…',
  again: 'Try again',
  none: (fullMonth: string) => `No activity in ${fullMonth}.`,
  search: 'Search',
  firstReview: (fullMonth: string, day: string) => `The review of ${fullMonth} will be available on ${day}.`,
  lead: {
    spent: 'You spent',
    records: (used: number, limit: number) => `${countText(used)} of ${records(limit)}`,
    contacted: 'and contacted',
    companies: (count: number) => (count === 0 ? 'no companies' : companies(count)),
    end: '.',
    noReply: 'No one replied',
    replied: (count: number) => `${countText(count)} replied`,
    met: (count: number) => `${countText(count)} met with you`,
    won: (count: number) => `${countText(count)}\u00A0became ${count === 1 ? 'a customer' : 'customers'}`,
    reached: (count: number, status: string) => `${countText(count)} reached “${status}”`,
    expired: (count: number) => (count === 0 ? 'No records expired.' : `${records(count)} expired.`),
  },
  spent: {
    title: 'What you spent',
    groups,
    elsewhere: (count: number) =>
      count > 0
        ? `Other devices used ${plural(count, 'more record')}, counted only in the total.`
        : `The service counted ${plural(-count, 'fewer record')} than Roundwatch.`,
    unknown: (count: number) =>
      count === 1
        ? '1 request has an unknown result. Its records count as spent.'
        : `${countText(count)} requests have an unknown result. Their records count as spent.`,
    between: (from: string, until: string) => `Counted from ${from} until the limits reset on ${until}.`,
  },
  came: {
    title: 'Results',
    steps,
    about: (month: string) =>
      `From “${steps.contacted}” on, each step counts the companies that first reached it in ${month}, even if you found them earlier.`,
  },
  expired: {
    title: 'What expired',
    records: 'Records',
    pageTurns: 'Page turns',
    windows: (fit: number) =>
      `Companies with a fit over ${fit} whose contact window closed before you fetched contacts`,
    before: (month: string, count: number) => `In ${month}, ${records(count)} expired.`,
    since: (day: string) => `Roundwatch has counted your requests since ${day}.`,
  },
  compared: {
    title: (month: string) => `Compared with ${month}`,
    perReply: 'Records per reply',
    days: 'Days from round to first contact',
    replies: 'Replies per 100 companies contacted',
    was: (value: string) => `was ${value}`,
    tooFew: 'not enough data',
    noReply: 'no replies',
    noRecords: 'no records used',
    unknown: (month: string) => `${month} has no data to compare.`,
    tooFewBefore: (month: string) => `${month} has too few contacted companies and replies to compare.`,
  },
  change: {
    title: (month: string) => `What to change in ${month}`,
    none: 'No changes suggested.',
    limitAdvice,
    limit: (budget: Budget, count: number, days: number) =>
      `${limits[budget]} stopped ${requests(count)} ${onDays(days)}.`,
    capAdvice: 'Raise the spending cap that stopped requests',
    cap: (count: number, days: number) => `Your spending caps stopped ${requests(count)} ${onDays(days)}.`,
    matches: 'Fetch contacts only at companies where someone matches your buyer roles',
    setRoles: 'Set buyer roles so that plans include contacts only where someone matches',
    whenWriting: 'Fetch contacts only when you’re about to write to them',
    unused: (count: number, of: number) =>
      `You spent ${records(count)} on contacts at ${companies(of)} that you haven’t contacted.`,
    useMore: 'Let today’s plan use more records',
    expired: (count: number, limit: number) => `${countText(count)} of ${records(limit)} expired.`,
    expiredBefore: (month: string, count: number) => `In ${month}, ${countText(count)} expired.`,
    search: (name: string) => `Run “${name}” less often or narrow it`,
    idle: (rounds: number, of: number) =>
      `The search found ${plural(rounds, 'new round')} at ${companies(of)}. You contacted ${of === 1 ? 'no one there' : 'none of them'}.`,
    empty: 'Skip requests that often return nothing',
    emptyOf: (count: number, all: number, endpoint: Endpoint, of: number) =>
      `${countText(count)} of ${requests(all)} returned nothing, ${countText(of)} of them for ${endpoints[endpoint]}.`,
    openQuota: 'Open Quota',
    openCaps: 'Change spending caps',
    openRules: 'Change plan rules',
    openRoles: 'Set buyer roles',
    openSearches: 'Open saved searches',
    openHistory: 'Open request history',
  },
  note: {
    title: 'Your note',
    label: (fullMonth: string) => `Note for ${fullMonth}`,
    made: (fullMonth: string) => `Review of ${fullMonth} saved as a note`,
    changed: (fullMonth: string) => `Note for ${fullMonth} saved`,
    write: 'Save as note',
  },
} as const;
