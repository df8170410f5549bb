import type { Mutation } from '../mutation.ts';

const WORKING_DAYS = 'shared/working-days.ts';
const FOLLOW_UPS = 'electron/core/user-data/follow-ups.ts';
const days = 'test/unit/user-data/working-days.test.ts';
const tasks = 'test/unit/user-data/follow-ups.test.ts';

export const FOLLOW_UP_MUTATIONS: readonly Mutation[] = [
  {
    name: 'follow-ups: weekends are not skipped',
    guarantee: 'no follow-up is due on a day on which the user does not work',
    edits: [
      { file: WORKING_DAYS, find: 'if (!weekdays.includes(day.getUTCDay() || 7)) continue;', replace: '' },
    ],
    test: {
      file: days,
      titles: [
        'are 3 and 8 working days later by default, without weekends',
        'are never a weekend or a day off, increase…',
      ],
    },
  },
  {
    name: 'follow-ups: days off are not skipped',
    guarantee: 'no follow-up is due on a day off',
    edits: [{ file: WORKING_DAYS, find: 'if (isDayOff(date, daysOff)) {', replace: 'if (false) {' }],
    test: { file: days, titles: ['skip days off, and say which'] },
  },
  {
    name: 'follow-ups: an answer leaves follow-ups open',
    guarantee: 'an answer completes all open follow-ups of the company',
    edits: [{ file: FOLLOW_UPS, find: 'for (const { task } of open) complete(task);', replace: '' }],
    test: { file: tasks, titles: ['are all completed by the answer “replied”, and one undo reopens them'] },
  },
  {
    name: 'follow-ups: a second contact adds to them',
    guarantee: 'follow-ups of the same contact do not pile up',
    edits: [
      {
        file: FOLLOW_UPS,
        find: "return hasFollowUps ? 'replace' : 'keep';",
        replace: "return 'keep';",
      },
    ],
    test: { file: tasks, titles: ['replace the open ones of the same contact, in the same undo step'] },
  },
  {
    name: 'follow-ups: not in the undo step of their entry',
    guarantee: 'one undo removes a log entry and its follow-ups',
    edits: [
      {
        file: FOLLOW_UPS,
        find: "journal.made({ part: 'task', key: [insertTask(yours, { ...company, ...task })] });",
        replace: 'insertTask(yours, { ...company, ...task });',
      },
    ],
    test: { file: tasks, titles: ['are tasks of the log entry, and one undo removes entry and tasks'] },
  },
  {
    name: 'follow-ups: stay after their entry was deleted',
    guarantee: 'deleting a log entry deletes its open follow-ups',
    edits: [
      {
        file: 'electron/core/user-data/contact-log.ts',
        find: 'removeFollowUps(yours, journal, entryId);',
        replace: '',
      },
    ],
    test: {
      file: tasks,
      titles: ['are deleted with their entry, except completed ones, and restored with it'],
    },
  },
  {
    name: 'follow-ups: undo steps of tasks without the new value',
    guarantee: 'the changes of tasks that an earlier version stored can be undone',
    edits: [
      {
        file: 'electron/core/database/migrations/yours/0190-follow-ups.ts',
        find: "json_insert(before, '$[#]', NULL), after = json_insert(after, '$[#]', NULL)",
        replace: 'before, after = after',
      },
    ],
    test: {
      file: 'test/sql/yours-0190.test.ts',
      titles: ['can still undo and redo the changes of tasks that it stored before'],
    },
  },
];
