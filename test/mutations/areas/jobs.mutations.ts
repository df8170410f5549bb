import type { Mutation } from '../mutation.ts';
import { planted } from '../planted.ts';

const JOBS = 'electron/core/jobs';
const RUNNER_TEST = 'test/unit/jobs/job-runner.test.ts';
const MIGRATION = 'electron/core/database/migrations/ledger/0090-jobs.ts';
const MIGRATION_TEST = 'test/sql/ledger-0090.test.ts';

export const JOBS_MUTATIONS: readonly Mutation[] = [
  planted({
    name: 'plan-pays-for-done',
    guarantee: 'a plan does not fetch companies that were marked as done or snoozed since the approval',
    file: `${JOBS}/perform-planned.ts`,
    find: 'if (mark === undefined) return null;',
    replace: 'if (mark === undefined || companyId !== null) return null;',
    test: [
      'test/unit/jobs/approved-plans.test.ts',
      'skips a request for a company that was marked as done since the approval',
      'skips a request for a company that was snoozed since the approval',
    ],
  }),
  planted({
    name: 'waiting-request-is-sent',
    guarantee: 'a request that waits in the queue is skipped if its company is marked as done',
    file: `${JOBS}/job-runner.ts`,
    find: 'if (this.#parts.performers[kind].isUnwanted?.(active.job) !== true) continue;',
    replace: 'if (kind !== null) continue;',
    test: [
      'test/unit/jobs/approved-plans.test.ts',
      'skips a request that is waiting to be sent when its company is marked as done',
    ],
  }),
  planted({
    name: 'marks-are-not-noticed',
    guarantee: 'a mark that the user sets cancels a waiting request of its company',
    file: `${JOBS}/background-jobs.ts`,
    find: "if (group === 'marks' || group === 'ours')",
    replace: "if (group === 'ours')",
    test: [
      'test/unit/jobs/workspace-jobs.test.ts',
      'cancels a waiting request when its company is marked as done, but not after other changes',
    ],
  }),
  planted({
    name: 'plan-skips-silently',
    guarantee: 'a skipped request of a plan shows its reason',
    file: `${JOBS}/job-store.ts`,
    find: "return cancelJob(ledger, job, 'app', atMs, reason);",
    replace: "return cancelJob(ledger, job, 'app', atMs);",
    test: [
      'test/unit/jobs/approved-plans.test.ts',
      'skips a request for a company that was marked as done since the approval',
      'skips a request for a company that was snoozed since the approval',
    ],
  }),
  planted({
    name: 'running-not-marked-before',
    guarantee: 'a job is marked as running before its request is sent',
    file: `${JOBS}/job-runner.ts`,
    find: 'beginJob(this.#parts.ledger, job.jobId, prepared.call);',
    replace: '',
    test: [
      RUNNER_TEST,
      'does not resend a request that was interrupted after its reservation',
      'marks a request as running before it is sent, and does not resend it after a crash',
    ],
  }),
  planted({
    name: 'running-marked-after',
    guarantee: 'a job is marked as running before its request is sent, not after its response',
    file: `${JOBS}/job-runner.ts`,
    find: `    beginJob(this.#parts.ledger, job.jobId, prepared.call);
`,
    replace: `    const { send } = prepared;
    prepared.send = (signal) =>
      send(signal).finally(() => beginJob(this.#parts.ledger, job.jobId, prepared.call));
`,
    test: [
      RUNNER_TEST,
      'does not resend a request that was interrupted after its reservation',
      'marks a request as running before it is sent, and does not resend it after a crash',
    ],
  }),
  planted({
    name: 'counted-tried-again',
    guarantee: 'a queued request that may have been charged is not repeated',
    file: `${JOBS}/job-outcome.ts`,
    find: "queue: { state: 'unknown', reason: 'network', scope: 'owner' }",
    replace: 'queue: NO_NETWORK',
    test: [RUNNER_TEST, 'does not resend a request that may have been charged'],
  }),
  planted({
    name: 'half-made-tried-again',
    guarantee: 'a queued catch-up that was charged in part is not repeated',
    file: `${JOBS}/job-outcome.ts`,
    find: "(found.charge === 'none' || WAITS[meaning.reason] === 'user')",
    replace: "(found.charge !== undefined || WAITS[meaning.reason] === 'user')",
    test: [RUNNER_TEST, 'does not resume a catch-up that was partly charged'],
  }),
  planted({
    name: 'unknown-plan-tried-again',
    guarantee: 'a request of a plan that the ledger cannot account for is not repeated',
    file: `${JOBS}/job-outcome.ts`,
    find: "if (found.charge === 'maybe') return { state: 'unknown', spent: found.spent };",
    replace: '',
    test: [RUNNER_TEST, 'does not resend a request with an unknown result'],
  }),
  planted({
    name: 'unknown-released',
    guarantee: 'the state table has no automatic way from an unknown result to a request',
    file: `${JOBS}/job-states.ts`,
    find: "shownAs: { queue: 'unknown', plan: 'unknown' },\n    next: { app: [],",
    replace: "shownAs: { queue: 'unknown', plan: 'unknown' },\n    next: { app: ['queued'],",
    test: ['test/unit/jobs/job-states.test.ts', 'never change automatically from unknown', 'is not written'],
  }),
  planted({
    name: 'recovered-in-part-sent-again',
    guarantee: 'a queued request that may have been charged before a crash is not sent again',
    file: `${JOBS}/job-store.ts`,
    find: "case 'in-part':\n      return { state: 'unknown' };",
    replace: "case 'in-part':\n      return { state: 'runnable' };",
    test: [RUNNER_TEST, 'does not resend a request that was interrupted after its reservation'],
  }),
  planted({
    name: 'recovered-maybe-sent-again',
    guarantee: 'a request of a plan that was reserved before a crash is not sent again',
    file: `${JOBS}/job-store.ts`,
    find: "case 'maybe':\n      return { state: 'unknown', spent: found.spent };",
    replace: "case 'maybe':\n      return { state: 'runnable' };",
    test: [RUNNER_TEST, 'marks a request as running before it is sent, and does not resend it after a crash'],
  }),
  planted({
    name: 'migrated-unknown-item-runnable',
    guarantee: 'a stored request of a plan with an unknown result does not become runnable',
    file: MIGRATION,
    find: "WHEN 'dropped' THEN 'cancelled'\n    ELSE 'unknown'",
    replace: "WHEN 'dropped' THEN 'cancelled'\n    ELSE 'approved'",
    test: [
      MIGRATION_TEST,
      'makes only unsent requests of a running plan runnable',
      'maps every combination of old values, and makes no sent request runnable',
    ],
  }),
  planted({
    name: 'migrated-unknown-call-runnable',
    guarantee: 'a stored queued request with an unknown result does not become runnable',
    file: MIGRATION,
    find: "WHEN 'done' THEN 'done'\n    ELSE 'unknown'",
    replace: "WHEN 'done' THEN 'done'\n    ELSE 'queued'",
    test: [
      MIGRATION_TEST,
      'maps every state of a queued request, and keeps its receipt or error',
      'never makes a request with an unknown result runnable',
    ],
  }),
  planted({
    name: 'migrated-interrupted-runnable',
    guarantee: 'a request of a plan that was under way does not become runnable by the migration',
    file: MIGRATION,
    find: "THEN 'unknown' ELSE 'running' END",
    replace: "THEN 'unknown' ELSE 'approved' END",
    test: [
      MIGRATION_TEST,
      'makes no request of an ended plan runnable',
      'recovers interrupted requests by the ledger: reserved ones are unknown, others are runnable',
    ],
  }),
  planted({
    name: 'run-of-one-group',
    guarantee: 'the total of a run counts all requests of the approval, and never falls',
    file: `${JOBS}/approved-plans.ts`,
    find: 'const run = groupsOfApproval(ledger, shown);',
    replace: 'const run = [shown];',
    test: [
      'test/unit/jobs/approved-plans.test.ts',
      'count all requests of an approval until the last one has ended, in however many groups they are',
    ],
  }),
  planted({
    name: 'stopped-run-left-waiting',
    guarantee: 'nothing of a run that was stopped in the meantime waits any more',
    file: `${JOBS}/job-store.ts`,
    find: "if (job.isGroupEnded && (state === 'runnable' || state === 'waiting')) return { state: 'cancelled' };",
    replace: '',
    test: [
      'test/unit/jobs/approved-plans.test.ts',
      'cancel a request that would wait again if the run was stopped in the meantime',
    ],
  }),
  planted({
    name: 'network-resumes-queue-only',
    guarantee: 'a connection that is back resumes plans as well as the offline queue',
    file: `${JOBS}/background-jobs.ts`,
    find: "runner.resume(['network', 'turn']);",
    replace: "runner.resume(['network', 'turn'], 'queue');",
    test: [
      'test/unit/jobs/back-online.test.ts',
      'a queued request that succeeds resumes the plan as well, before its own delay is over',
    ],
  }),
  {
    name: 'under-way-not-counted',
    guarantee: 'refreshes that are under way count against the allowance of their list',
    edits: [
      {
        file: 'electron/core/fetching/refresh-watched.ts',
        find: 'inProgress.set(listId, waiting + accepted.records);',
        replace: '',
      },
    ],
    test: {
      file: 'test/unit/fetching/refresh-watched.test.ts',
      titles: ['concurrent refreshes never exceed the allowance'],
    },
  },
  {
    name: 'list-id-forgotten',
    guarantee: 'a refresh names the list that pays for it by its id',
    edits: [
      {
        file: 'electron/core/watch/due-refreshes.ts',
        find: '  listId,\n  reason: `Watched list',
        replace: '  reason: `Watched list',
      },
    ],
    test: {
      file: 'test/unit/watch/allowance.test.ts',
      titles: [
        'includes a refresh that succeeded at the second attempt, once',
        'continues under another name of the list',
        'includes reserved requests and unknown results, and excludes free requests',
        'depends on the list id alone, not on the reason',
      ],
    },
  },
];
