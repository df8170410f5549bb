import type { Mutation } from '../mutation.ts';

const NOTIFICATIONS = 'electron/core/notifications/notifications.ts';
const file = 'test/unit/notifications/notifications.test.ts';

/** Defects in the digest and in instant notifications. */
export const NOTIFICATION_MUTATIONS: readonly Mutation[] = [
  {
    name: 'one-each',
    guarantee: 'companies that arrive together share one notification',
    edits: [
      {
        file: NOTIFICATIONS,
        find: 'this.#markAndShow(workspace, fresh.map(keyOf), instant(fresh));',
        replace: 'for (const each of fresh) this.#markAndShow(workspace, [keyOf(each)], instant([each]));',
      },
    ],
    test: { file, titles: ['announces all companies of a batch that fit, once'] },
  },
  {
    name: 'not-marked',
    guarantee: 'no event is announced twice',
    edits: [
      {
        file: NOTIFICATIONS,
        find: 'for (const key of keys) markNoticeShown(ledger, key, nowMs);',
        replace: '',
      },
    ],
    test: { file, titles: ['announces all companies of a batch that fit, once'] },
  },
  {
    name: 'quiet-ignored',
    guarantee: 'nothing is shown in quiet hours',
    edits: [
      {
        file: NOTIFICATIONS,
        find: 'return isQuiet(localHour(clock.nowMs()), this.#parts.settings());',
        replace: 'return false;',
      },
    ],
    test: { file, titles: ['waits for the next digest in quiet hours'] },
  },
  {
    name: 'quiet-lost',
    guarantee: 'events of quiet hours are announced when these end, if no digest does',
    edits: [{ file: NOTIFICATIONS, find: 'if (this.#awake.has(workspace)) return;', replace: 'return;' }],
    test: {
      file,
      titles: ['waits for the end of quiet hours if there is no digest, even if the app was closed then'],
    },
  },
];
