import type { Mutation } from '../../mutation.ts';

const MONTH_END = 'renderer/features/today/month-end';
const TEST = 'test/renderer/features/today/month-end-approval.test.ts';

/** Defects in the approval of the plan for the rest of the month. */
export const MONTH_APPROVAL_MUTATIONS: readonly Mutation[] = [
  {
    name: 'month-end-key-unseen',
    guarantee:
      'the key that approves the plan for the rest of the month does nothing while the plan is unseen',
    edits: [
      {
        file: `${MONTH_END}/month-end-commands.ts`,
        find: '        isSeen() &&\n',
        replace: '',
      },
    ],
    test: {
      file: 'test/renderer/features/today/month-end.test.ts',
      titles: ['cannot be approved unseen, while another run sends requests, or offline'],
    },
  },
  {
    name: 'month-end-button-unseen',
    guarantee:
      'the button that approves the plan for the rest of the month does nothing while the plan is unseen',
    edits: [
      {
        file: `${MONTH_END}/MonthEndApprove.svelte`,
        find: 'isRunning || !isSeen}',
        replace: 'isRunning}',
      },
    ],
    test: { file: TEST, titles: ['is not possible with the button until then'] },
  },
  {
    name: 'month-end-approved-at-once',
    guarantee: 'the plan and its price are on the screen for a while before they can be approved',
    edits: [
      {
        file: 'renderer/session/commands/approval-delay.svelte.ts',
        find: 'this.#seen === shown;',
        replace: 'this.#seen !== undefined;',
      },
    ],
    test: {
      file: TEST,
      titles: ['becomes possible only after the plan and its price were on the screen for a while'],
    },
  },
  {
    name: 'price-button-double-click',
    guarantee: 'the second click of a double click spends nothing',
    edits: [
      {
        file: 'renderer/ui/overlays/repeated-click.ts',
        find: 'detail > 1',
        replace: 'detail > 2',
      },
    ],
    test: { file: TEST, titles: ['ignores the second click of a double click on a price button'] },
  },
  {
    name: 'month-end-offered-after-rule',
    guarantee:
      'after an approval, Today offers the plan for the rest of the month again only from the next day, even if a rule has sent requests since',
    edits: [
      {
        file: `${MONTH_END}/month-end.svelte.ts`,
        find: 'return this.#lastApprovedAtMs === null ||',
        replace: "return run?.by === 'rule' || this.#lastApprovedAtMs === null ||",
      },
    ],
    test: { file: TEST, titles: ['is not offered again on Today while it runs, or on the same day'] },
  },
  {
    name: 'last-approval-of-run',
    guarantee: 'requests that are added to an open run count as approved when they were added',
    edits: [
      {
        file: 'electron/core/database/queries/ledger/jobs.ts',
        find: 'SELECT max(created_at_ms) AS at_ms',
        replace: 'SELECT max(approved_at_ms) AS at_ms',
      },
    ],
    test: {
      file: 'test/unit/jobs/approved-plans.test.ts',
      titles: ['is the time at which the user last approved requests, in any run'],
    },
  },
  {
    name: 'prunes-open-run',
    guarantee: 'the figures of a run include all its requests until the last one has ended',
    edits: [
      {
        file: 'electron/core/database/queries/ledger/jobs.ts',
        find: 'WHERE other.ended = 0 AND',
        replace: 'WHERE other.ended = 2 AND',
      },
    ],
    test: {
      file: 'test/sql/jobs.test.ts',
      titles: ['are not deleted while a group of the same approval is open'],
    },
  },
  {
    name: 'month-end-plans-mixed',
    guarantee: 'an approved plan and further requests are shown apart',
    edits: [
      {
        file: `${MONTH_END}/MonthEndHero.svelte`,
        find: '$derived(plan.approved > 0 || isSending)',
        replace: '$derived(isSending)',
      },
    ],
    test: {
      file: TEST,
      titles: ['is kept apart from further requests, which have a title and a button of their own'],
    },
  },
];
