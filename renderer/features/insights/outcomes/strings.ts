import type { FitPartName } from '../../../../shared/model/market.ts';
import type { OutcomeStep } from '../../../../shared/model/outcomes/outcome-values.ts';
import { countText, plural, shareText } from '../../../lib/format.ts';

const joined = (parts: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(parts);

const conjoined = (parts: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(parts);

export const outcomes = {
  title: 'Outcomes',
  period: 'Period',
  periods: { quarter: '3 months', year: '12 months', all: 'All time' },
  ever: 'All time',
  companies: 'Companies',
  allCompanies: 'All companies',
  list: 'List',
  empty: 'Search for companies, then track them here from found to won.',
  emptySearch: 'Search',
  nothing: {
    title: 'No outcomes yet',
    next: 'Your funnel appears here once you add a contact log entry or mark a company as contacted.',
    show: {
      found: 'Show companies found',
      opened: 'Show opened companies',
      fetched: 'Show companies with contacts',
    } as Partial<Readonly<Record<OutcomeStep, string>>>,
  },
  none: 'No companies match this selection.',
  noneLonger: 'Show all companies, all time',
  openInLibrary: 'Open in Library',
  unit: ['company', 'companies'],
  tooFew: 'not enough data',
  tooFewSign: '–',
  steps: {
    found: 'Found',
    opened: 'Opened',
    fetched: 'Contacts fetched',
    contacted: 'Contacted',
    replied: 'Replied',
    meeting: 'Meeting',
    won: 'Won',
  },
  funnel: {
    title: 'From found to won',
    description: 'Bar chart showing how many companies reached each step or a later one.',
    days: 'Median days since the previous step',
    daysOf: (days: string) =>
      days === '–'
        ? 'too few companies to tell how long it took'
        : `${days} ${days === '1' ? 'day' : 'days'} later`,
    note: 'Each step includes companies at later steps. Bars use a square-root scale, so small counts stay visible.',
  },
  openedNever: 'Opened companies are counted from now on.',
  openedSince: (date: string) => `Opened companies have been counted only since ${date}.`,
  compare: {
    title: 'Comparison',
    by: 'Compare by',
    groupings: {
      search: 'Saved search',
      list: 'List',
      stage: 'Stage',
      country: 'Country',
      fit: 'Fit',
    },
    per100: 'per 100 records',
    columns: {
      found: 'Found',
      opened: 'Opened',
      fetched: 'Contacts',
      contacted: 'Contacted',
      replied: 'Replied',
      meeting: 'Meeting',
      won: 'Won',
    },
    records: 'Records',
    replies: 'Replies',
    meetings: 'Meetings',
    days: 'Days',
    all: 'All',
    others: (values: number) => plural(values, 'other'),
    mark: (name: string, step: string, count: number) =>
      `${name}, ${step}: ${plural(count, 'company', 'companies')}`,
    note: '“Days” shows two medians: from round to first contact, and from first contact to reply.',
    ofFirst: 'A company counts only for the search that found it first.',
    ofSeveral: 'A company can be on several lists, so the rows can add up to more than the total.',
    ofRecords:
      'The records spent on a search are divided evenly among the companies it found. Filter options and usage checks aren’t included.',
    fitsLoading: 'The fit of your companies is still being calculated.',
    noMarket: 'Set your market in Settings to compare by fit.',
    nothing: 'None of these companies is on a list.',
  },
  suggestions: {
    title: 'Suggested changes',
    count: (suggested: number) => `${countText(suggested)}, based on reply rates`,
    parts: {
      stage: 'Stage',
      size: 'Amount',
      country: 'Country',
      industry: 'Industry',
      tech: 'Technology',
      hiring: 'Hiring',
    } satisfies Record<FitPartName, string>,
    more: (part: string) => `Increase the weight of ${part.toLowerCase()}`,
    less: (part: string) => `Reduce the weight of ${part.toLowerCase()}`,
    add: (value: string) => `Add ${value} to your market`,
    remove: (value: string) => `Remove ${value} from your market`,
    /** Names of the groups of companies. The evidence compares each group with all other companies. */
    matching: {
      stage: 'Companies at your market’s stages',
      size: 'Companies in your market’s amount range',
      country: 'Companies in your market’s countries',
      industry: 'Companies in your market’s industries',
      tech: 'Companies using your market’s technologies',
      hiring: 'Companies that are hiring',
    } satisfies Record<FitPartName, string>,
    evidence: (
      replied: number,
      contacted: number,
      group: string,
      others: { readonly replied: number; readonly contacted: number },
    ) =>
      `${group}: ${plural(replied, 'reply', 'replies')} from ${plural(contacted, 'contacted company', 'contacted companies')} (${shareText(replied / contacted)}). Other contacted companies: ${plural(others.replied, 'reply', 'replies')} from ${countText(others.contacted)} (${shareText(others.replied / others.contacted)}).`,
    weight: 'weight',
    weights: (part: string, from: number, to: number) => `${part} weight: from ${from} to ${to}`,
    see: 'Show companies',
    seeOf: (title: string) => `Show companies: ${title}`,
    apply: 'Apply',
    applyOf: (title: string) => `Apply: ${title}`,
    applied: (title: string) => `Applied: ${title}`,
    recalculates: (companies: number) =>
      `Applying a change recalculates the fit of ${plural(companies, 'company', 'companies')}. You can undo the change.`,
    noMarket: 'Set your market to see suggested changes to it.',
    setMarket: 'Set your market',
    tooFew: (decided: number, needed: number) =>
      `Suggestions appear once you’ve won or lost ${needed} companies. So far: ${countText(decided)}.`,
    none: 'The replies so far suggest no changes.',
    pendingTitle: 'Not enough data yet',
    pending: (parts: readonly string[]) =>
      `${conjoined(parts.map((part, at) => (at === 0 ? part : part.toLowerCase())))} ${parts.length === 1 ? 'needs' : 'each need'} ten contacted companies that match and ten that don’t.`,
  },
  webhook: 'Webhook events',
  otherwise: 'Found another way',
  noStage: 'No stage',
  noCountry: 'No country',
  fits: { high: '70 or more', medium: '40 to 69', low: 'Below 40', none: 'Unknown' },
  roles: {
    title: 'By buyer role',
    counts: 'counts contacts, not companies',
    change: 'Change roles',
    set: 'Set buyer roles',
    role: 'Role',
    rate: 'Reply rate',
    locked: 'Contacts are locked. Unlock them to compare buyer roles.',
    unlock: 'Unlock contacts',
    unset: 'Set your buyer roles to compare replies by job title.',
    nobody:
      'No contact log entries for these companies name a contact yet. Choose a contact when you add an entry.',
    other: 'Other or unknown titles',
    keyword: (keyword: string) => `“${keyword}”`,
    withSeniority: (department: string, seniorities: readonly string[]) =>
      `${department}, ${joined(seniorities)}`,
  },
} as const;
