import type { Mutation } from '../mutation.ts';

const undoTests = 'test/renderer/session/undo.test.ts';
const triageTests = 'test/renderer/features/lists/triage.test.ts';

/** Defects in triage by keyboard: snooze, status and undo. */
export const TRIAGE_MUTATIONS: readonly Mutation[] = [
  {
    name: 'triage: a bulk change loses the focus',
    guarantee: 'after a bulk change, the focus returns to the list',
    edits: [
      {
        file: 'renderer/features/lists/triage/triage.svelte.ts',
        find: 'if (isBulk) return goTo(',
        replace: 'if (isBulk) return void (',
      },
    ],
    test: {
      file: triageTests,
      titles: ['marks a selection as one change with one undo, and returns the focus to the active row'],
    },
  },
  {
    name: 'triage: an undone change does not name its company',
    guarantee: 'the notice of an undo names the company that it changed',
    edits: [
      {
        file: 'renderer/session/undo/undo.svelte.ts',
        find: 'name === null || message.includes(name) ? message',
        replace: 'name === null || message.length > 0 ? message',
      },
    ],
    test: {
      file: undoTests,
      titles: [
        'names the company and the time of a change of an earlier session',
        'names the company of an undone change whose message does not',
      ],
    },
  },
  {
    name: 'triage: an undo step has no company',
    guarantee: 'an undo step of one company names that company',
    edits: [
      {
        file: 'electron/core/user-data/undo-journal.ts',
        find: 'companyId: companies === 1 ? onlyCompanyOf(db, stepId) : null,',
        replace: 'companyId: null,',
      },
    ],
    test: {
      file: 'test/unit/user-data/undo.test.ts',
      titles: ['names the company of a change of one company'],
    },
  },
  {
    name: 'triage: a snooze ends on a weekday without a date',
    guarantee: 'the end of a snooze is named by its date, unless it is today or tomorrow',
    edits: [
      {
        file: 'renderer/features/lists/triage/snooze-times.ts',
        find: '? strings.tomorrow : dayText(untilMs)',
        replace: '? strings.tomorrow : shortWeekday(momentOf(untilMs))',
      },
    ],
    test: {
      file: triageTests,
      titles: ['names the end of a snooze by its date, unless it is today or tomorrow'],
    },
  },
  {
    name: 'triage: each typed letter sets a status',
    guarantee: 'a status that typing passes is not saved',
    edits: [
      {
        file: 'renderer/ui/controls/keyed-choice.ts',
        find: 'if (this.#isByKey) this.#setPending({ value });',
        replace: 'if (this.#isByKey) this.#finish(value);',
      },
    ],
    test: {
      file: 'test/renderer/ui/keyed-choice.test.ts',
      titles: ['that typing passes is not saved'],
    },
  },
  {
    name: 'triage: a status is set for one company only',
    guarantee: 'the status dialog applies to all selected companies',
    edits: [
      {
        file: 'renderer/features/lists/triage/status-request.svelte.ts',
        find: 'const companyIds = targets.map(',
        replace: 'const companyIds = targets.slice(0, 1).map(',
      },
    ],
    test: {
      file: triageTests,
      titles: [
        'asks for the status of the active company, of the company beside the list, or of the selected ones',
      ],
    },
  },
  {
    name: 'triage: the palette ignores the names of statuses',
    guarantee: 'the palette finds the command for the status by the name of a status',
    edits: [
      {
        file: 'renderer/frame/palette/status-keywords.ts',
        find: "command.id === 'triage.status'",
        replace: "command.id === ''",
      },
    ],
    test: {
      file: 'test/renderer/frame/status-keywords.test.ts',
      titles: ['the palette finds the command for the status by the name of any status'],
    },
  },
];
