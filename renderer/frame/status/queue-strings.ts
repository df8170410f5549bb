import type { QueueEntry } from '../../../shared/model/budget.ts';
import { plural } from '../../lib/format.ts';

/** UI text about waiting and running requests, for the status bar and the palette. */
export const queue = {
  title: 'Requests in progress',
  of: (what: string, company: string) => `${what} for ${company}`,
  underWayCount: (count: number) => `${plural(count, 'request')} running`,
  /**
   * `planWaits` describes waiting requests of a plan; `waits` describes all other waiting requests. `reason`
   * is one of the texts in `waitsFor`.
   */
  planWaits: (reason: string) => `Plan waiting for ${reason}`,
  waits: (count: number, reason: string) => `${plural(count, 'request')} waiting for ${reason}`,
  waitsFor: {
    turn: 'earlier requests',
    share: 'the per-minute limit',
    minute: 'the per-minute limit',
    pace: 'the next day’s limits',
    reset: 'a limit to reset',
  } satisfies Record<NonNullable<QueueEntry['waitsFor']>, string>,
  next: (when: string) => `next at ${when}`,
  cancel: 'Cancel',
  cancelWhat: (what: string) => `Cancel ${what}`,
  countsStill: 'If you cancel now, the request will still count as spent.',
  cancelled: (what: string) => `Cancelled: ${what}. Nothing was spent.`,
  cutOff: (what: string) => `Cancelled: ${what}. The request had already been sent, so it counts as spent.`,
  gone: (what: string) => `The request has already finished and can’t be cancelled: ${what}`,
  group: 'Requests',
} as const;
