import { plural } from '../../lib/format.ts';
import { requestStrings } from '../../ui/text/request-strings.ts';

const { endpoints } = requestStrings;

/** UI text for the offline queue. */
export const offline = {
  queued: (what: string, price: string) => `${what} waits for the network: up to ${price}`,
  title: 'For when you are online',
  line: (count: number, price: string) =>
    `${plural(count, 'fetch waits', 'fetches wait')} for the network, up to ${price}`,
  lineAsks: (count: number) => `${plural(count, 'fetch', 'fetches')} to decide on`,
  lineDone: (count: number) => `${plural(count, 'queued fetch', 'queued fetches')} done`,
  bannerWorks: (count: number) =>
    count === 0
      ? 'Everything fetched is here, and writing works; fetches can be queued.'
      : `Everything fetched is here; ${plural(count, 'fetch waits', 'fetches wait')} for the network.`,
  see: 'See what waits',
  tryNow: 'Try now',
  needed: 'This needs the network. A page of it can be queued with Run search.',
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
    'catch-up': 'Catching up',
  },
  search: {
    fundings: (offset: number) => (offset === 0 ? 'rounds, first page' : `rounds, from row ${offset + 1}`),
    companies: (offset: number) =>
      offset === 0 ? 'companies, first page' : `companies, from row ${offset + 1}`,
  },
  asked: (when: string) => (when === 'just now' ? 'asked just now' : `asked ${when} ago`),
  upTo: (price: string) => `up to ${price}`,
  running: 'under way',
  dearer: (was: string, now: string) => `The price rose: ${now} instead of ${was}.`,
  unknown: 'It was cut off and may have been charged. It is not fetched again unasked.',
  refused: 'It was not fetched.',
  cannot: 'It cannot be asked any more.',
  accept: 'Fetch at this price',
  again: 'Fetch again',
  cancel: 'Cancel',
  cancelWhat: (what: string) => `Cancel ${what}`,
  cancelled: (what: string) => `${what}: taken out. Nothing was spent.`,
  underWay: (what: string) => `${what} is under way already.`,
  dismiss: 'Dismiss',
  dismissWhat: (what: string) => `Dismiss ${what}`,
  group: 'Queue',
} as const;
