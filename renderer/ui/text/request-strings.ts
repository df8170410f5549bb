import { countText } from '../../lib/format.ts';

/** Names of requests and of the screens that send them. */
export const requestStrings = {
  endpoints: {
    health: 'Connection test',
    filters: 'Filter options',
    stats: 'Usage check',
    fundings: 'Rounds',
    companies: 'Companies',
    company: 'Profile',
    contacts: 'Contacts',
    'tech-stack': 'Tech stack',
    rounds: 'All rounds',
    highlights: 'Highlights',
    'open-roles': 'Open roles',
    news: 'News',
  },
  ofCompany: (name: string) => `${name} of this company`,
  list: (name: string, query: string) => `${name}: ${query}`,
  rows: (first: number, last: number) => `rows ${countText(first)}–${countText(last)}`,
  filters: {
    from: (low: string) => `from ${low}`,
    to: (high: string) => `to ${high}`,
    validated: 'validated contacts',
    hiring: 'hiring',
  },
  screens: {
    'first-run': 'Setup',
    today: 'Today',
    search: 'Search',
    library: 'Library',
    company: 'Company',
    signals: 'Signals',
    quota: 'Quota',
    settings: 'Settings',
    none: '–',
  },
} as const;
