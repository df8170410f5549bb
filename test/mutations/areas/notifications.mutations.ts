import type { Mutation } from '../mutation.ts';

const NOTIFICATIONS = 'electron/core/notifications/notifications.ts';
const file = 'test/unit/notifications/notifications.test.ts';
const WATCHED = 'electron/core/notifications/watched-notifier.ts';
const watched = 'test/unit/notifications/watched-notifier.test.ts';
const REMINDERS = 'electron/core/notifications/task-reminders.ts';
const reminders = 'test/unit/notifications/task-reminders.test.ts';

/** Defects in the digest, in instant notifications and in task reminders. */
export const NOTIFICATION_MUTATIONS: readonly Mutation[] = [
  {
    name: 'one-each',
    guarantee: 'companies that arrive together share one notification',
    edits: [
      {
        file: NOTIFICATIONS,
        find: 'this.#markAndShow(workspace, fresh.map(keyOf), isQuiet ? null : instant(fresh));',
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
  {
    name: 'reminder-repeated',
    guarantee: 'a task is announced at its time once',
    edits: [
      {
        file: REMINDERS,
        find: '.filter((task) => !wasNoticeShown(sources.files.ledger, keyOf(task)))',
        replace: '',
      },
    ],
    test: { file: reminders, titles: ['appears once, at its time, and not again after a restart…'] },
  },
  {
    name: 'reminder-in-quiet-hours',
    guarantee: 'no task is announced in quiet hours',
    edits: [{ file: NOTIFICATIONS, find: 'if (this.#isQuiet(workspace)) return;', replace: '' }],
    test: { file: reminders, titles: ['waits for the end of quiet hours (digest: true)'] },
  },
  {
    name: 'reminder-only-on-time',
    guarantee: 'a reminder that became due while the computer was asleep appears on waking',
    edits: [
      {
        file: REMINDERS,
        find: 'return timedTasks(files.yours, { fromDay: firstDay(clock), ...until });',
        replace: 'return timedTasks(files.yours, { fromDay: until.untilDay, ...until });',
      },
    ],
    test: { file: reminders, titles: ['appears once on waking if the computer was asleep at its time…'] },
  },
  {
    name: 'hidden-notifications-not-told',
    guarantee: 'the app states that the system does not show notifications',
    edits: [{ file: WATCHED, find: 'if (isTold && !wasTold) onNotShown();', replace: '' }],
    test: { file: watched, titles: ['is reported once, with its reason, until it shows one again'] },
  },
  {
    name: 'hidden-notifications-told-each-time',
    guarantee: 'the app says only once that the system does not show notifications',
    edits: [{ file: WATCHED, find: 'isTold && !wasTold', replace: 'isTold' }],
    test: { file: watched, titles: ['is reported once, with its reason, until it shows one again'] },
  },
  {
    name: 'hidden-notifications-told-to-nobody',
    guarantee: 'the app repeats the message if no window was open',
    edits: [
      { file: WATCHED, find: 'wasTold || !isWindowless()', replace: 'wasTold || isWindowless() || true' },
    ],
    test: { file: watched, titles: ['is reported in the next window if none was open'] },
  },
  {
    name: 'notification-problem-never-cleared',
    guarantee: 'the problem disappears once the system shows a notification',
    edits: [
      {
        file: WATCHED,
        find: 'if (result.isShown) return store(null);',
        replace: 'if (result.isShown) return;',
      },
    ],
    test: { file: watched, titles: ['is reported once, with its reason, until it shows one again'] },
  },
];
