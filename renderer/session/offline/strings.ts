import { plural } from '../../lib/format.ts';
import { requestStrings } from '../../ui/text/request-strings.ts';

const { endpoints } = requestStrings;

export const offline = {
  queued: (what: string, price: string) => `Queued until you’re online: ${what} (${price})`,
  title: 'Offline queue',
  line: (count: number, price: string) =>
    `${plural(count, 'request is', 'requests are')} waiting for the network (${price})`,
  lineAsks: (count: number) => `${plural(count, 'request needs', 'requests need')} your decision`,
  lineDone: (count: number) => `${plural(count, 'queued request')} done`,
  bannerWorks: (count: number) =>
    count === 0
      ? 'Your library and notes still work, and you can queue requests.'
      : `Your library and notes still work. ${plural(count, 'request is', 'requests are')} in the offline queue.`,
  see: 'Show queue',
  tryNow: 'Reconnect now',
  needed: 'You’re offline. Press “Run search” to queue one page of results.',
  ask: {
    profile: endpoints.company,
    people: endpoints.contacts,
    'tech-stack': endpoints['tech-stack'],
    rounds: endpoints.rounds,
    highlights: endpoints.highlights,
    news: endpoints.news,
    roles: endpoints['open-roles'],
    search: 'Search',
    'saved-search': 'Saved search',
    'catch-up': 'Catch-up',
  },
  search: {
    fundings: (offset: number) => (offset === 0 ? 'rounds, first page' : `rounds, from result ${offset + 1}`),
    companies: (offset: number) =>
      offset === 0 ? 'companies, first page' : `companies, from result ${offset + 1}`,
  },
  of: (what: string, company: string) => `${what} for ${company}`,
  asked: (when: string) => (when === 'just now' ? 'queued just now' : `queued ${when} ago`),
  proposedBy: (assistant: string) => `proposed by ${assistant}`,
  running: 'fetching',
  dearer: (was: string, now: string) => `The price rose from ${was} to ${now}.`,
  unknown:
    'The response was lost. The request may have been charged. It won’t be sent again unless you choose “Fetch again”.',
  refused: 'The request failed. Nothing was fetched.',
  cannot: 'Roundwatch can no longer send this request.',
  accept: 'Fetch at this price',
  again: 'Fetch again',
  cancel: 'Cancel',
  cancelWhat: (what: string) => `Cancel ${what}`,
  remove: 'Remove',
  removeWhat: (what: string) => `Remove ${what} from the offline queue`,
  cancelled: (what: string) => `Cancelled: ${what}. Nothing was spent.`,
  /**
   * Shown for a request that failed or whose response was lost. Such a request may have been charged, so
   * `cancelled` would be wrong.
   */
  removed: (what: string) => `Removed from the offline queue: ${what}`,
  underWay: (what: string) => `The request has already been sent and can’t be cancelled: ${what}`,
  dismiss: 'Dismiss',
  dismissWhat: (what: string) => `Dismiss ${what}`,
  group: 'Offline queue',
} as const;
