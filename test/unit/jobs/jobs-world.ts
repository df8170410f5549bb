import { migrate } from '../../../electron/core/database/migrate.ts';
import { ledgerMigrations } from '../../../electron/core/database/migrations/ledger/index.ts';
import { openDatabase } from '../../../electron/core/database/open.ts';
import type { StoredJob } from '../../../electron/core/database/queries/ledger/jobs.ts';
import { run, type WriteDb } from '../../../electron/core/database/sql.ts';
import { createPlans, type Plans } from '../../../electron/core/jobs/approved-plans.ts';
import {
  createJobRunner,
  type JobPerformer,
  type JobRunner,
} from '../../../electron/core/jobs/job-runner.ts';
import { addCall, queuedCalls } from '../../../electron/core/jobs/offline-queue.ts';
import { createQueuePerformer } from '../../../electron/core/jobs/perform-queued.ts';
import { createResumeConditions } from '../../../electron/core/jobs/resume-conditions.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import type { AppError } from '../../../shared/app-error.ts';
import type { Receipt } from '../../../shared/model/budget.ts';
import type { Connection } from '../../../shared/model/workspace.ts';
import { createFakeClock, type FakeClock } from '../../support/app/fake-clock.ts';
import * as fixtures from '../../support/app/library-fixtures.ts';

/* Jobs in a ledger file, and a job runner whose requests end as the test specifies. */

export const COST = { requests: 1, records: 1, pageTurns: 0, companies: 1 };
export const RECEIPT: Receipt = {
  ledgerId: 1,
  atMs: 1,
  reserved: COST,
  cost: COST,
  outcome: 'spent',
  binding: { budget: 'month-records', left: 1, resetsAtMs: null },
};

export interface JobFiles {
  readonly ledger: WriteDb;
  readonly plans: Plans;
}

export function jobFiles(): JobFiles {
  const ledger = openDatabase(':memory:', { clock: fixtures.clock, log: fixtures.log });
  migrate(ledger, ledgerMigrations);
  return {
    ledger,
    plans: createPlans({ cache: fixtures.memoryCache(), yours: fixtures.memoryYours(), ledger }),
  };
}

/** Adds a request for a company's profile to the offline queue, and returns its id. */
export const queueProfile = (ledger: WriteDb, companyId: string): number =>
  addCall(ledger, {
    ask: { kind: 'profile', companyId },
    accepted: COST,
    screen: 'company',
    requestedAtMs: 1,
  });

export interface EntryFacts {
  readonly state: 'reserved' | 'spent' | 'released' | 'unknown';
  readonly call?: string;
  readonly companyId?: string | null;
  /** The number of charged records. If it is omitted, the row is added without a cost. */
  readonly records?: number;
}

/** Adds a ledger row as the governor writes it. */
export function addEntry(
  ledger: WriteDb,
  { state, call = '/c', companyId = null, records }: EntryFacts,
): void {
  run(
    ledger,
    `INSERT INTO entry (epoch, key_epoch, at_ms, wall_ms, endpoint, call, company_id, screen, reason, lane,
       accepted_requests, accepted_records, accepted_page_turns, accepted_companies,
       reserved_requests, reserved_records, reserved_page_turns, reserved_companies, state, from_ms,
       cost_requests, cost_records, cost_page_turns, cost_companies)
     VALUES (1, 1, 1, 1, 'company', :call, :companyId, 'company', 'You', 'interactive',
       1, 9, 0, 1, 1, 9, 0, 1, :state, 1, :requests, :records, :pageTurns, :companies)`,
    {
      call,
      companyId,
      state,
      records: records ?? null,
      requests: records === undefined ? null : 1,
      pageTurns: records === undefined ? null : 0,
      companies: records === undefined ? null : 1,
    },
  );
}

/** How a request ends. With `never`, no response arrives, for example because the app exits. */
export type RequestEnd = 'ok' | 'never' | AppError;
export const OFFLINE: AppError = { kind: 'network', reason: 'offline' };

export interface RunnerWorld {
  readonly clock: FakeClock;
  readonly runner: JobRunner;
  /**
   * The requests sent so far: the company id for a queued request, the item's key for a request of a plan.
   */
  readonly made: string[];
  /** Returns the states of the queued requests, as the contract shows them. */
  states(): string[];
  /** Returns the `step` of each request in the plan, as the contract shows it. */
  steps(): string[];
  become(state: Connection['state']): void;
}

export interface RunnerOptions {
  /** How the requests end, in order. All further requests end like the last one. */
  readonly ends: readonly RequestEnd[];
  /** Called while a request is being sent. */
  readonly during?: () => void;
}

/** Creates a job runner for the jobs of a ledger file. */
export function runnerOver({ ledger, plans }: JobFiles, { ends, during }: RunnerOptions): RunnerWorld {
  const clock = createFakeClock(0);
  const made: string[] = [];
  let state: Connection['state'] = 'offline';
  const send = async (name: string): Promise<Receipt> => {
    const end = ends[Math.min(made.length, ends.length - 1)] ?? 'ok';
    made.push(name);
    during?.();
    if (end === 'never') return new Promise<Receipt>(() => undefined);
    if (end === 'ok') return RECEIPT;
    throw new AppFailure(end);
  };
  const conditions = createResumeConditions({
    clock,
    connection: { current: () => ({ state, sinceMs: null }) },
    hasRoom: () => true,
    resume: (reason) => runner.resume([reason]),
  });
  const runner = createJobRunner({
    ledger,
    serverNowMs: () => clock.elapsedMs(),
    conditions,
    log: fixtures.log,
    performers: {
      queue: createQueuePerformer({
        publish: () => undefined,
        proposer: () => null,
        perform: ({ ask }) => send('companyId' in ask ? ask.companyId : ask.kind),
      }),
      plan: planPerformer(plans, send),
    },
  });
  return {
    clock,
    runner,
    made,
    states: () => queuedCalls(ledger).map((call) => call.state),
    steps: () => plans.run()?.items.map(({ step }) => step) ?? [],
    become: (next) => {
      state = next;
    },
  };
}

/** Sends the requests of a plan directly, without the checks that the product makes before them. */
const planPerformer = (plans: Plans, send: (name: string) => Promise<Receipt>): JobPerformer => ({
  prepare: (job: StoredJob) => ({
    call: `/companies/${job.companyId ?? ''}/contacts`,
    isSeveral: false,
    send: async () => ({ state: 'done', spent: (await send(job.itemKey ?? '')).cost }),
  }),
  beforeNext: () => void plans.finish(),
  begun: () => undefined,
  ended: () => undefined,
  changed: () => undefined,
  showProgress: () => ({ ended: () => undefined, end: () => undefined }),
});
