import type { QueueEntry } from '../../../shared/model/budget.ts';
import { countText } from '../../lib/format.ts';

const WAITS_FOR: Readonly<Record<NonNullable<QueueEntry['waitsFor']>, string>> = {
  turn: 'after earlier requests',
  share: 'to keep half of each minute’s requests for you',
  minute: 'as soon as the per-minute limit allows',
  pace: 'to keep today’s remaining requests and records for you',
  reset: 'after the limit resets',
};

/** UI text about requests: their names, the screens that send them, and the times at which they are sent. */
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
  ofCompany: (name: string) => `${name} for this company`,
  list: (name: string, query: string) => `${name}: ${query}`,
  rows: (first: number, last: number) => `results ${countText(first)}–${countText(last)}`,
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
    insights: 'Insights',
    quota: 'Quota',
    settings: 'Settings',
    none: '–',
  },
  /** The labels that are shown for the stored reasons of requests. */
  reasons: {
    planned: {
      search: 'saved search',
      refresh: 'profile refresh',
      reading: 'usage check',
      older: 'older rounds',
      update: 'profile update',
    } as Readonly<Record<string, string>>,
    measuring: 'Cost measurement',
    counting: 'You, to count matches',
  },
  /** When a request in the queue is sent. */
  times: { running: 'running', starts: (when: string) => `starts ${when}`, waitsFor: WAITS_FOR },
} as const;
