import type { QueueEntry } from '../../../shared/model/budget.ts';
import { countText, plural } from '../../lib/format.ts';

const WHY: Readonly<Record<NonNullable<QueueEntry['waitsFor']>, string>> = {
  turn: 'after the calls before it',
  minute: 'once the rolling minute has room',
  pace: 'tomorrow, so that today’s share is kept for you',
  reset: 'after the reset',
};

/** UI text about waiting and running requests, for the status bar and the palette. */
export const queue = {
  title: 'Waiting and under way',
  underWayCount: (count: number) => `${plural(count, 'request')} under way`,
  waitingCount: (count: number) => `${countText(count)} waiting`,
  next: (when: string) => `next ${when}`,
  goes: (when: string) => `goes ${when}`,
  underWay: 'under way',
  why: WHY,
  upTo: (cost: string) => `up to ${cost}`,
  cancel: 'Cancel',
  cancelWhat: (what: string) => `Cancel ${what}`,
  countsStill: 'Cut off, it counts as spent until the service says otherwise.',
  cancelled: (what: string) => `${what}: taken out of the queue. Nothing was spent.`,
  cutOff: (what: string) => `${what}: cut off. It counts as spent until the service says otherwise.`,
  gone: (what: string) => `${what}: it had ended already.`,
  group: 'Queue',
} as const;
