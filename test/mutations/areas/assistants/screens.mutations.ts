import type { Mutation } from '../../mutation.ts';

const PROPOSALS = 'renderer/features/assistants/proposals.svelte.ts';
const SETTINGS_TEST = 'test/renderer/features/settings/assistants.test.ts';
const STATE_TEST = 'test/renderer/features/assistants/proposals.test.ts';

export const ASSISTANT_SCREEN_MUTATIONS: readonly Mutation[] = [
  {
    name: 'a proposal approved as soon as it appears',
    guarantee: 'a click meant for another button cannot approve a proposal that has just appeared or moved',
    edits: [
      {
        file: PROPOSALS,
        find: 'return this.#isSettled && !this.busyIds.includes(id);',
        replace: 'return !this.busyIds.includes(id);',
      },
    ],
    test: {
      file: STATE_TEST,
      titles: ['cannot be approved right after a proposal appeared or moved'],
    },
  },
  {
    name: 'a proposal approved twice by two clicks',
    guarantee: 'a second click while an approval is being sent does nothing',
    edits: [
      {
        file: PROPOSALS,
        find: 'return this.#isSettled && !this.busyIds.includes(id);',
        replace: 'return this.#isSettled;',
      },
    ],
    test: { file: STATE_TEST, titles: ['approves only once while an approval is being sent'] },
  },
  {
    name: 'a proposal approved at the proposed price',
    guarantee: 'an approval accepts the price that its button shows',
    edits: [
      {
        file: PROPOSALS,
        find: 'accepted: preview.cost',
        replace: 'accepted: { ...preview.cost, records: 6 }',
      },
    ],
    test: { file: STATE_TEST, titles: ['stays approvable if only a price has changed, at the new price'] },
  },
  {
    name: 'a dearer proposal with an Approve button',
    guarantee: 'a proposal whose price rose can only be declined',
    edits: [
      {
        file: 'renderer/features/assistants/ProposalRow.svelte',
        find: '{#if dearer === null}\n          <PriceButton',
        replace: '{#if true}\n          <PriceButton',
      },
    ],
    test: {
      file: 'test/renderer/features/assistants/proposal-row.test.ts',
      titles: ['cannot be approved if the price rose'],
    },
  },
  {
    name: 'no contacts promised to a reader of contacts',
    guarantee: 'the text “no contacts” is shown only while contacts are not allowed',
    edits: [
      {
        file: 'renderer/features/settings/assistants/client-text.ts',
        find: "const readsContacts = permissions.includes('contacts');",
        replace: 'const readsContacts = false;',
      },
    ],
    test: { file: SETTINGS_TEST, titles: ['say “no contacts” only while contacts are not allowed'] },
  },
  {
    name: 'no warning about contacts that leave the computer',
    guarantee: 'Settings warns that contacts leave this computer unless the user said that the AI runs on it',
    edits: [
      {
        file: 'renderer/features/settings/assistants/client-text.ts',
        find: "permission !== 'contacts' || place === 'local'",
        replace: "permission !== 'contacts' || place !== 'cloud'",
      },
    ],
    test: {
      file: SETTINGS_TEST,
      titles: ['warn that contacts leave this computer unless the AI runs on it'],
    },
  },
  {
    name: 'a fast request whose cost is never reported',
    guarantee: 'the end of an approved request is reported even if it was never loaded as running',
    edits: [{ file: PROPOSALS, find: '      this.#addRunning(id);\n    });', replace: '    });' }],
    test: {
      file: STATE_TEST,
      titles: ['reports the end of a request that was never loaded as running'],
    },
  },
  {
    name: 'a useless purchase offered without a word',
    guarantee: 'a proposal states that the library already has what it would fetch',
    edits: [
      {
        file: 'renderer/features/assistants/proposal-text.ts',
        find: 'isRecent: nowMs - storedAtMs < DAY_MS',
        replace: 'isRecent: false',
      },
    ],
    test: {
      file: 'test/renderer/features/assistants/proposal-row.test.ts',
      titles: ['states that the library already has the answer, and shows this instead of the reason'],
    },
  },
  {
    name: 'a declined proposal logged as done',
    guarantee: 'the log states what has become of a proposal',
    edits: [
      {
        file: 'renderer/features/settings/assistants/log-text.ts',
        find: 'if (proposal !== null) {',
        replace: "if (proposal?.state === 'done') {",
      },
    ],
    test: {
      file: SETTINGS_TEST,
      titles: ['states what has become of a proposal, and that a change was undone'],
    },
  },
  {
    name: 'a task without the assistant that added it',
    guarantee: 'a task that an assistant added names it',
    edits: [
      {
        file: 'electron/core/user-data/tasks.ts',
        find: '...(addedBy === null ? {} : { addedBy: clip(addedBy, ASSISTANT_NAME_CHARS_MAX) }),',
        replace: '',
      },
    ],
    test: {
      file: 'test/unit/user-data/assistant-changes.test.ts',
      titles: ['a task names the assistant that added it, also after the user has changed it'],
    },
  },
  {
    name: 'a reason shown without its quotation marks',
    guarantee: 'the words of an assistant are told apart from those of the app',
    edits: [
      {
        file: 'renderer/features/assistants/proposal-text.ts',
        find: "return line === '' ? null : `“${line}”`;",
        replace: "return line === '' ? null : line;",
      },
    ],
    test: {
      file: 'test/renderer/features/assistants/proposal-text.test.ts',
      titles: ['quotes the reason as one line without characters that reorder text'],
    },
  },
  {
    name: 'a new client that may read contacts',
    guarantee: 'a new client may read no contacts and write no drafts unless the user allows it',
    edits: [
      {
        file: 'shared/model/assistants/assistant-limits.ts',
        find: "  'add',\n  'propose',\n];",
        replace: "  'add',\n  'propose',\n  'contacts',\n];",
      },
    ],
    test: { file: SETTINGS_TEST, titles: ['allow a new client neither contacts nor drafts'] },
  },
  {
    name: 'a cap above the built-in maximum',
    guarantee: 'the form accepts no cap above the built-in maximum',
    edits: [
      {
        file: 'renderer/features/settings/assistants/cap-form.ts',
        find: 'return value >= 1 && value <= max ? value : null;',
        replace: 'return value >= 1 ? value : null;',
      },
    ],
    test: { file: SETTINGS_TEST, titles: ['accept only caps up to the built-in maximum'] },
  },
  {
    name: 'older calls lost when new ones arrive',
    guarantee: 'the log keeps the older calls that the user has loaded',
    edits: [
      {
        file: 'renderer/features/settings/assistants/assistant-log.svelte.ts',
        find: 'Number(page.next) > oldest',
        replace: 'Number(page.next) < oldest',
      },
    ],
    test: {
      file: SETTINGS_TEST,
      titles: ['grows by pages until the oldest call, and keeps older calls when new ones arrive'],
    },
  },
  {
    name: 'assistants asked for at each start',
    guarantee: 'the page asks nothing about assistants at its start while the interface is off',
    edits: [
      {
        file: 'renderer/features/assistants/assistants.svelte.ts',
        find: 'app.workspaces.assistantsOn ?',
        replace: 'app.workspaces.assistantsOn !== null ?',
      },
    ],
    test: {
      file: 'test/renderer/features/assistants/assistants-at-start.test.ts',
      titles: ['the status bar asks nothing about assistants while the interface is off'],
    },
  },
  {
    name: 'first steps by an assistant',
    guarantee: 'what an assistant writes does not complete the user’s first steps',
    edits: [
      {
        file: 'renderer/features/onboarding/first-steps.svelte.ts',
        find: '!isUndo && assistant === undefined;',
        replace: '!isUndo;',
      },
    ],
    test: {
      file: 'test/renderer/features/onboarding/onboarding.test.ts',
      titles: ['what an assistant writes or lists, and undoing it, completes no step'],
    },
  },
  {
    name: 'first steps by the notes of the demo',
    guarantee: 'notes that existed before the app was opened do not complete the user’s first steps',
    edits: [
      {
        file: 'renderer/features/onboarding/first-steps.svelte.ts',
        find: '(this.#writtenBefore ??= written)',
        replace: '(this.#writtenBefore ??= [])',
      },
    ],
    test: {
      file: 'test/renderer/features/onboarding/onboarding.test.ts',
      titles: ['what an assistant writes or lists, and undoing it, completes no step'],
    },
  },
  {
    name: 'results in the log that stay as they were',
    guarantee: 'the log shows what has become of proposals since it was loaded',
    edits: [
      {
        file: 'renderer/features/settings/assistants/assistant-log.svelte.ts',
        find: '[api.assistants.onChanged, api.proposals.onChanged]',
        replace: '[api.assistants.onChanged]',
      },
    ],
    test: {
      file: 'test/renderer/features/settings/assistants.test.ts',
      titles: ['follows what becomes of proposals and changes, on older pages too'],
    },
  },
  {
    name: 'a reading limit blocked by another',
    guarantee: 'a valid reading limit is saved although another field is invalid',
    edits: [
      {
        file: 'renderer/features/settings/assistants/cap-form.ts',
        find: '?? caps[period].limit;',
        replace: '?? 0;',
      },
    ],
    test: {
      file: SETTINGS_TEST,
      titles: ['save a valid cap beside one that is not, and keep what was typed meanwhile'],
    },
  },
  {
    name: 'a decline that cannot be undone',
    guarantee: 'a declined proposal waits again after Undo or Z',
    edits: [
      {
        file: 'renderer/features/assistants/proposal-actions.ts',
        find: 'revert: () => proposals.undoDecline(proposal),',
        replace: 'revert: () => proposals.refresh(),',
      },
    ],
    test: {
      file: 'test/renderer/features/assistants/proposal-actions.test.ts',
      titles: ['a decline can be undone with its toast or Z, and the proposal then waits again'],
    },
  },
  {
    name: 'outcomes of proposals gone with the last decision',
    guarantee: 'Today shows the last outcome of a proposal for the rest of the day',
    edits: [
      {
        file: PROPOSALS,
        find: 'isSameDay(decidedAtMs, nowMs)',
        replace: '!isSameDay(decidedAtMs, nowMs)',
      },
    ],
    test: {
      file: STATE_TEST,
      titles: ['are shown after the last decision for the rest of the day, the newest first'],
    },
  },
  {
    name: 'limits read but logged as nothing',
    guarantee: 'the log says that an assistant read the limits, which left this computer',
    edits: [
      {
        file: 'renderer/features/settings/assistants/handed-out-text.ts',
        find: "(result === 'done' && strings.figures.get(tool)) ||",
        replace: "(result === 'paused' && strings.figures.get(tool)) ||",
      },
    ],
    test: {
      file: SETTINGS_TEST,
      titles: ['says that a call read the limits or the totals, unless it was refused'],
    },
  },
  {
    name: 'a brief in the log that opens no company',
    guarantee: 'a row of the log that says “1 company” leads to this company',
    edits: [
      {
        file: 'renderer/features/settings/assistants/handed-out-text.ts',
        find: 'call.handedOut.companies > 0 &&',
        replace: 'call.handedOut.companies > 1 &&',
      },
    ],
    test: {
      file: SETTINGS_TEST,
      titles: ['opens each call that returned companies, also if its description names them'],
    },
  },
  {
    name: 'configurations in another order than the buttons',
    guarantee: 'the dialog of a new key lists the programs in the order of the buttons that add them',
    edits: [
      {
        file: 'renderer/features/settings/assistants/programs.ts',
        find: '  PROGRAMS.filter(',
        replace: '  PROGRAMS.toReversed().filter(',
      },
    ],
    test: {
      file: SETTINGS_TEST,
      titles: ['offer the configurations of a new key in the order of the buttons that add an assistant'],
    },
  },
  {
    name: 'an approved proposal hidden by a declined one',
    guarantee: 'the last outcome on Today is that of an approved request, if there is one',
    edits: [
      {
        file: PROPOSALS,
        find: 'endedToday.find(wasApproved) ?? endedToday[0]',
        replace: 'endedToday[0] ?? endedToday.find(wasApproved)',
      },
    ],
    test: {
      file: STATE_TEST,
      titles: ['show an approved request rather than one that was declined after it'],
    },
  },
  {
    name: 'waiting proposals that only Today shows',
    guarantee: 'the navigation shows how many proposals are waiting',
    edits: [
      {
        file: 'renderer/frame/rail/Rail.svelte',
        find: "{#if screen === 'today'}",
        replace: "{#if screen === 'quota' && navigation.full}",
      },
    ],
    test: {
      file: 'test/renderer/frame/rail.test.ts',
      titles: ['the navigation shows beside Today how many proposals of assistants are waiting'],
    },
  },
  {
    name: 'expired proposals counted as waiting',
    guarantee: 'the number of waiting proposals contains none that has expired or was decided',
    edits: [
      { file: PROPOSALS, find: "state === 'open' && expiresAtMs > nowMs", replace: "state === 'open'" },
    ],
    test: { file: STATE_TEST, titles: ['count as waiting until they are decided or have expired'] },
  },
  {
    name: 'a reading limit that Undo does not restore',
    guarantee: 'a saved reading limit can be undone from its message',
    edits: [
      {
        file: 'renderer/features/settings/assistants/save-caps.ts',
        find: 'revert: () => assistants.setCaps(before),',
        replace: 'revert: () => assistants.setCaps(wanted ?? before),',
      },
    ],
    test: { file: SETTINGS_TEST, titles: ['a saved reading limit can be undone'] },
  },
];
