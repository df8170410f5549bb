import type { Mutation } from '../mutation.ts';

const undoTests = 'test/renderer/session/undo.test.ts';
const todayTests = 'test/renderer/features/today/today-state.test.ts';
const triageTests = 'test/renderer/features/lists/triage.test.ts';

/** Defects in triage by keyboard: snooze, status and undo. */
export const TRIAGE_MUTATIONS: readonly Mutation[] = [
  {
    name: 'triage: a contacted company is left to handle',
    guarantee: 'a company that the user contacted today needs no handling on Today',
    edits: [
      {
        file: 'renderer/features/today/today.svelte.ts',
        find: "this.companies.filter(({ contacts }) => contacts === 'contacted').length",
        replace: '0',
      },
    ],
    test: {
      file: todayTests,
      titles: ['counts done, snoozed and contacted companies as handled, each company once'],
    },
  },
  {
    name: 'triage: the plan shrinks unsaid',
    guarantee: 'marking a company says that the running plan skips its requests',
    edits: [
      {
        file: 'renderer/features/lists/triage/triage.svelte.ts',
        find: 'return isLeft === true ? strings.toasts.planSkips(companyIds.length) : null;',
        replace: 'return null;',
      },
    ],
    test: {
      file: triageTests,
      titles: [
        'says that the running plan skips a company with requests left, and nothing without a running plan',
      ],
    },
  },
  {
    name: 'triage: skipped requests count as sent',
    guarantee: 'a plan counts skipped requests apart from those that it sends',
    edits: [
      {
        file: 'electron/core/jobs/approved-plans.ts',
        find: "skipped: jobs.filter((job) => isSkipped({ step: shownAs('plan', positionOf(job)) })).length,",
        replace: 'skipped: 0,',
      },
    ],
    test: {
      file: 'test/unit/jobs/approved-plans.test.ts',
      titles: ['skips a request for a company that was marked as done since the approval'],
    },
  },
  {
    name: 'triage: a done company was not contacted',
    guarantee: 'a company that was contacted today still counts as contacted once it is done',
    edits: [
      {
        file: 'renderer/features/today/today.svelte.ts',
        find: 'handled.filter((id) => this.#contactedIds.includes(id)).length',
        replace: '0',
      },
    ],
    test: {
      file: todayTests,
      titles: ['counts done, snoozed and contacted companies as handled, each company once'],
    },
  },
  {
    name: 'triage: a restart forgets who was contacted',
    guarantee: 'the core returns which of the companies handled today were contacted today',
    edits: [
      {
        file: 'electron/core/day-plan/closing-windows.ts',
        find: 'ids.filter((id) => isContactedToday(contactsIn(contacts, id), times))',
        replace: '[]',
      },
    ],
    test: {
      file: 'test/unit/day-plan/closing-windows.test.ts',
      titles: ['a company that was contacted and then done is still returned as contacted today'],
    },
  },
  {
    name: 'triage: a reload forgets what was handled',
    guarantee: 'Today counts what was handled today, even after a reload or a restart',
    edits: [
      {
        file: 'renderer/features/today/today.svelte.ts',
        find: '...markedIds.filter((id) => !this.#listedToday.includes(id)),',
        replace: '',
      },
    ],
    test: {
      file: todayTests,
      titles: ['remembers after a reload what was handled today, but not what was handled before'],
    },
  },
  {
    name: 'triage: signals of handled companies are forgotten',
    guarantee: 'Today counts a company as handled that it listed only because of a signal',
    edits: [
      {
        file: 'electron/core/day-plan/closing-windows.ts',
        find: 'const handled = handledMarks(files, times.serverMs);',
        replace: 'const handled: typeof found.marks = new Map();',
      },
    ],
    test: {
      file: 'test/unit/day-plan/done-and-snoozed.test.ts',
      titles: [
        'a company handled today counts as handled because of its unseen signal, until the signal is newer',
      ],
    },
  },
  {
    name: 'triage: yesterday counts as handled today',
    guarantee: 'what was handled on an earlier day does not count as handled today',
    edits: [
      {
        file: 'electron/core/day-plan/closing-windows.ts',
        find: 'localDate(mark.setAtMs) === localDate(times.serverMs)',
        replace: 'mark.setAtMs <= times.serverMs',
      },
    ],
    test: {
      file: 'test/unit/day-plan/done-and-snoozed.test.ts',
      titles: ['closing contact windows leave out done and snoozed companies, until there is news'],
    },
  },
  {
    name: 'triage: a bulk change loses the focus',
    guarantee: 'after a bulk change, the focus returns to the list',
    edits: [
      {
        file: 'renderer/features/lists/triage/triage.svelte.ts',
        find: 'if (isBulk) this.#focusAfterBulk(from);',
        replace: '',
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
    name: 'triage: the palette hides the current status',
    guarantee: 'the palette offers each status as a command and marks the current one',
    edits: [
      {
        file: 'renderer/features/lists/triage/status-request.svelte.ts',
        find: 'status.id === current ?',
        replace: 'status.id === name ?',
      },
    ],
    test: {
      file: triageTests,
      titles: ['offers each status as a command that names the companies and marks the current status'],
    },
  },
  {
    name: 'triage: a quick press is lost',
    guarantee: 'each quick press applies to the next company',
    edits: [
      {
        file: 'renderer/features/lists/triage/triage.svelte.ts',
        find: 'if (!isBulk) this.#goToNext(from);\n',
        replace: '\n',
      },
    ],
    test: {
      file: triageTests,
      titles: ['applies each quick press to the next company, also while changes are being saved'],
    },
  },
  {
    name: 'triage: quick changes are saved out of order',
    guarantee: 'changes are saved in the order of the keys',
    edits: [
      {
        file: 'renderer/session/app.svelte.ts',
        find: 'const saved = this.#lastInOrder.then(',
        replace: 'const saved = Promise.resolve(true).then(',
      },
    ],
    test: {
      file: triageTests,
      titles: ['saves quick changes one after the other, in the order of the keys'],
    },
  },
  {
    name: 'triage: a waiting change reaches another workspace',
    guarantee: 'a change that waits is dropped when the workspace is switched',
    edits: [
      {
        file: 'renderer/session/app.svelte.ts',
        find: 'this.resetCount === resetCount && this.attempt(work)',
        replace: 'this.attempt(work)',
      },
    ],
    test: {
      file: triageTests,
      titles: ['drops changes that are still waiting when another workspace is opened'],
    },
  },
  {
    name: 'triage: a late reply reverts a change',
    guarantee: 'a reply that is older than a change does not revert it',
    edits: [
      {
        file: 'renderer/features/lists/triage/triage-marks.svelte.ts',
        find: 'if ((this.#changedAt.get(id) ?? 0) > changesBefore) continue;\n',
        replace: '\n',
      },
    ],
    test: {
      file: 'test/renderer/features/lists/triage-marks.test.ts',
      titles: ['a reply that is older than a change does not revert the change'],
    },
  },
  {
    name: 'triage: the open company stays behind its task',
    guarantee: 'after a task is done, the company of the active row is open',
    edits: [
      {
        file: 'renderer/features/today/remove-from-today.ts',
        find: '  openActive(app, today);\n',
        replace: '',
      },
    ],
    test: {
      file: todayTests,
      titles: ['each quick press on a task completes the next one, and the open company follows'],
    },
  },
  {
    name: 'triage: a rhythm runs past the last company',
    guarantee: 'after the last company of Today, no row is active, so E in a rhythm completes no task',
    edits: [
      {
        file: 'renderer/features/lists/triage/triage.svelte.ts',
        find: '    if (this.today !== null) goTo(-1);\n',
        replace: '',
      },
    ],
    test: {
      file: todayTests,
      titles: ['a rhythm of E stops after the last company, and J continues with the tasks'],
    },
  },
  {
    name: 'triage: a row of another kind becomes active',
    guarantee: 'a row that leaves Today is followed only by a row of the same kind',
    edits: [
      {
        file: 'renderer/features/today/today.svelte.ts',
        find: 'new ActiveRow(() => this.lines.map(lineKey), kindOfKey)',
        replace: 'new ActiveRow(() => this.lines.map(lineKey))',
      },
    ],
    test: {
      file: todayTests,
      titles: ['a row that leaves Today is followed only by a row of the same kind'],
    },
  },
  {
    name: 'triage: a key does nothing without an active row',
    guarantee: 'while no row is active, the key of a row’s action makes the first row active',
    edits: [
      {
        file: 'renderer/features/lists/triage/triage-commands.ts',
        find: 'if (reason === null) moves.move(1);',
        replace: '',
      },
    ],
    test: {
      file: triageTests,
      titles: ['without an active row, a key only makes the first row active and says what it does next'],
    },
  },
  {
    name: 'triage: x selects nothing without an active row',
    guarantee: 'while no row is active, x selects the first row',
    edits: [
      {
        file: 'renderer/features/lists/triage/triage-commands.ts',
        find: 'if (isIdle()) move(1);\n        selection',
        replace: 'selection',
      },
    ],
    test: {
      file: triageTests,
      titles: ['without an active row, X selects the first row and Enter opens it'],
    },
  },
  {
    name: 'triage: a key completes the task of another company',
    guarantee: 'a key applies to the open company, not to the task of another one',
    edits: [
      {
        file: 'renderer/features/today/today-commands.ts',
        find: 'row !== null && (navigation.companyId === null || navigation.companyId === row.companyId)',
        replace: 'row !== null && navigation.screen !== null',
      },
    ],
    test: {
      file: todayTests,
      titles: ['keys apply to the open company, not to an active task of another one'],
    },
  },
  {
    name: 'triage: follow-ups count as added tasks',
    guarantee: 'planned follow-ups are counted apart from added tasks',
    edits: [
      {
        file: 'electron/core/database/queries/yours/triage.ts',
        find: ' AND follows_entry_id IS NULL',
        replace: '',
      },
    ],
    test: {
      file: 'test/unit/user-data/triage.test.ts',
      titles: ['counts planned follow-ups apart from the tasks that the user added'],
    },
  },
  {
    name: 'triage: the end counts saved companies as handled',
    guarantee: 'the end of Today names only done and snoozed companies as handled',
    edits: [
      {
        file: 'renderer/features/lists/triage/TriageDone.svelte',
        find: "texts(savingCounts ? ['done', 'snoozed', 'saved']",
        replace: "texts(tally ? ['done', 'snoozed', 'saved']",
      },
    ],
    test: {
      file: 'test/renderer/features/lists/triage-done.test.ts',
      titles: ['states what counts as handled, and then what else the user did'],
    },
  },
  {
    name: 'progress: saved companies count as unhandled',
    guarantee: 'while companies are only saved, the progress counts the saved companies',
    edits: [
      {
        file: 'renderer/features/lists/triage/TriageProgress.svelte',
        find: 'progress?.handled === 0 && progress.saved > 0',
        replace: 'progress?.handled === 0 && progress.saved > 9',
      },
    ],
    test: {
      file: 'test/renderer/features/lists/triage-done.test.ts',
      titles: ['while companies are only saved, the progress counts the saved companies'],
    },
  },
  {
    name: 'today: equal fits are in no order',
    guarantee: 'of companies with the same fit, the contact window that closes first comes first',
    edits: [
      {
        file: 'shared/fit-order.ts',
        find: '|| closesAt(a) === closesAt(b) ? 0',
        replace: '|| closesAt(a) !== closesAt(b) ? 0',
      },
    ],
    test: {
      file: 'test/renderer/features/today/today.test.ts',
      titles: [
        'list the contact window that closes first before others with the same fit, and closed ones last',
      ],
    },
  },
];
