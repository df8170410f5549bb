import type { Mutation } from '../../mutation.ts';

const PROPOSALS = 'renderer/features/assistants/proposals.svelte.ts';
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
        find: '{#if dearer === null}\n        <PriceButton',
        replace: '{#if true}\n        <PriceButton',
      },
    ],
    test: {
      file: 'test/renderer/features/assistants/proposal-row.test.ts',
      titles: ['cannot be approved if the price rose'],
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
];
