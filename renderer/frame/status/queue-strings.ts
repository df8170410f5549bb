import { countText, plural } from '../../lib/format.ts';

/** UI text about waiting and running requests, for the status bar and the palette. */
export const queue = {
  title: 'Requests in progress',
  of: (what: string, company: string) => `${what} for ${company}`,
  underWayCount: (count: number) => `${plural(count, 'request')} running`,
  waitingCount: (count: number) => `${countText(count)} waiting`,
  next: (when: string) => `next ${when}`,
  cancel: 'Cancel',
  cancelWhat: (what: string) => `Cancel ${what}`,
  countsStill: 'If you cancel now, the request will still count as spent.',
  cancelled: (what: string) => `Cancelled: ${what}. Nothing was spent.`,
  cutOff: (what: string) => `Cancelled: ${what}. The request had already been sent, so it counts as spent.`,
  gone: (what: string) => `The request had already finished: ${what}`,
  group: 'Requests',
} as const;
