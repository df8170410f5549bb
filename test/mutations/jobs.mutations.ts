import type { Edit, Mutation } from './mutation.ts';

const OFFLINE_RUNNER = 'electron/core/jobs/offline-runner.ts';

const offline = (name: string, guarantee: string, edit: Omit<Edit, 'file'>, title: string): Mutation => ({
  name,
  guarantee,
  edits: [{ file: OFFLINE_RUNNER, ...edit }],
  test: { file: 'test/unit/jobs/offline-runner.test.ts', titles: [title] },
});

/** Defects of background requests: the offline queue and watched lists. */
export const JOBS_MUTATIONS: readonly Mutation[] = [
  offline(
    'not-marked-before',
    'a queued request is marked as running before it is sent',
    { find: "recordCallEnd(ledger, call.callId, { state: 'running' });", replace: '' },
    'never makes again by itself what was cut off after it was reserved',
  ),
  offline(
    'counted-tried-again',
    'a queued request that may have been charged is not repeated',
    {
      find: 'return outcomeOfError(known);',
      replace:
        "const judged = judge(known);\n    return judged.state === 'unknown' ? { state: 'waiting' } : judged;",
    },
    'never repeats by itself what may have been charged',
  ),
  offline(
    'half-made-tried-again',
    'a queued catch-up that was charged in part is not repeated',
    { find: 'if (!isTriedAgain) return ended;', replace: 'return ended;' },
    'never goes on by itself with what was charged in part',
  ),
  {
    name: 'under-way-not-counted',
    guarantee: 'refreshes that are under way count against the allowance of their list',
    edits: [
      {
        file: 'electron/core/fetching/refresh-watched.ts',
        find: 'pending.set(listId, waiting + accepted.records);',
        replace: '',
      },
    ],
    test: {
      file: 'test/unit/fetching/refresh-watched.test.ts',
      titles: ['all at once never takes more than the allowance'],
    },
  },
];
