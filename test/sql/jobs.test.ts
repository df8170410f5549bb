import { describe, expect, it } from 'vitest';
import { migrate } from '../../electron/core/database/migrate.ts';
import { ledgerMigrations } from '../../electron/core/database/migrations/ledger/index.ts';
import { openDatabase } from '../../electron/core/database/open.ts';
import * as jobs from '../../electron/core/database/queries/ledger/jobs.ts';
import { run, type ReadDb, type WriteDb } from '../../electron/core/database/sql.ts';
import * as fixtures from '../support/app/library-fixtures.ts';
import { plansOf } from '../support/database/sql-tools.ts';

function memoryLedger(): WriteDb {
  const db = openDatabase(':memory:', { clock: fixtures.clock, log: fixtures.log });
  migrate(db, ledgerMigrations);
  return db;
}
const costOf = (records: number): string =>
  JSON.stringify({ requests: 1, records, pageTurns: 0, companies: 1 });

function approve(db: WriteDb, groupId: number, place: number, itemKey: string): number {
  const job = { groupId, place, itemKey, companyId: null, request: '{}', screen: 'today', createdAtMs: 5 };
  jobs.insertApprovedJob(db, { ...job, accepted: costOf(9) });
  return jobs.groupJobs(db, groupId).find((each) => each.place === place)?.jobId ?? 0;
}
function change(db: WriteDb, jobId: number, changed: Partial<jobs.JobChange>): void {
  const job = jobs.jobById(db, jobId);
  if (job !== null) jobs.updateJob(db, { ...job, ...changed });
}
const done = { state: 'done', spent: costOf(4) } as const;
const OPEN = ['approved', 'waiting', 'running'];

describe('runs in the ledger’s file', () => {
  it('store each request with its result, in execution order', () => {
    const db = memoryLedger();
    const groupId = jobs.insertGroup(db, { owner: 'seller', approvedAtMs: 5 });
    const [first] = ['contacts/b', 'contacts/a'].map((key, place) => approve(db, groupId, place, key));
    change(db, first ?? 0, { state: 'running', call: '/companies/b/contacts', afterEntry: 0 });
    expect(jobs.groupJobs(db, groupId)).toMatchObject([
      { itemKey: 'contacts/b', state: 'running', afterEntry: 0, owner: 'seller', isGroupEnded: false },
      { itemKey: 'contacts/a', state: 'approved', afterEntry: null },
    ]);
    change(db, first ?? 0, { ...done, endedAtMs: 9 });
    jobs.pauseGroup(db, { groupId, isPaused: true });
    expect(jobs.groupJobs(db, groupId)[0]).toMatchObject({ state: 'done', spent: costOf(4) });
    const stored = { groupId, owner: 'seller', approvedAtMs: 5, isPaused: true, isEnded: false };
    expect(jobs.openGroups(db)).toEqual([stored]);
    expect(jobs.latestGroup(db)?.groupId).toBe(groupId);
  });

  it('are ordered by owner, then by age; the latest run is the one that ended last', () => {
    const db = memoryLedger();
    const [rule = 0, first, second] = ['rule', 'seller', 'seller'].map((owner) =>
      jobs.insertGroup(db, { owner, approvedAtMs: 5 }),
    );
    expect(jobs.openGroups(db).map(({ groupId }) => groupId)).toEqual([first, second, rule]);
    const jobId = approve(db, rule, 0, 'k');
    change(db, jobId, { state: 'running', call: '/x', afterEntry: 0 });
    expect(jobs.jobsInState(db, { kind: 'plan', state: 'running' }).map((job) => job.jobId)).toEqual([jobId]);
    change(db, jobId, { ...done, endedAtMs: 9 });
    expect(jobs.jobsInState(db, { kind: 'plan', state: 'running' })).toEqual([]);
    expect(jobs.latestGroup(db)?.groupId).toBe(rule);
  });

  it('are executed in the same order, without paused and ended runs', () => {
    const db = memoryLedger();
    const [rule = 0, paused = 0, over = 0, own = 0] = ['rule', 'seller', 'seller', 'seller'].map((owner) =>
      jobs.insertGroup(db, { owner, approvedAtMs: 5 }),
    );
    for (const groupId of [rule, paused, over, own]) approve(db, groupId, 0, `k${groupId}`);
    jobs.pauseGroup(db, { groupId: paused, isPaused: true });
    jobs.endGroup(db, over);
    const next = jobs.nextApproved(db, 9);
    expect(next?.groupId).toBe(own);
    change(db, next?.jobId ?? 0, { state: 'cancelled' });
    expect(jobs.nextApproved(db, 9)?.groupId).toBe(rule);
  });

  it('count the records used by rules: open requests at their worst case, ended ones by their receipt', () => {
    const db = memoryLedger();
    const [byRule = 0, bySeller = 0] = ['rule', 'seller'].map((owner) =>
      jobs.insertGroup(db, { owner, approvedAtMs: 50 }),
    );
    for (const groupId of [byRule, bySeller])
      for (const [place, key] of ['contacts/a', 'contacts/b', 'catch-up/1'].entries())
        approve(db, groupId, place, key);
    const used = (sinceMs: number): number =>
      jobs.recordsByRule(db, { sinceMs, keys: 'contacts/*', open: OPEN });
    change(db, jobs.groupJobs(db, byRule)[0]?.jobId ?? 0, { ...done, endedAtMs: 60 });
    expect(used(0)).toBe(4 + 9);
    // The time of approval does not matter. A finished request counts on the day on which it ended, and an
    // open request counts today.
    expect(used(60)).toBe(4 + 9);
    expect(used(61)).toBe(9);
    change(db, jobs.groupJobs(db, byRule)[1]?.jobId ?? 0, { state: 'waiting', reason: 'network' });
    expect(used(61)).toBe(9);
    jobs.endGroup(db, byRule);
    expect(used(61)).toBe(0);
  });

  it('are deleted with their requests once they are old', () => {
    const db = memoryLedger();
    const kept = () => [1, 2, 3, 4, 5].map((groupId) => jobs.groupJobs(db, groupId).length);
    for (let at = 0; at < 5; at += 1) {
      const groupId = jobs.insertGroup(db, { owner: 'seller', approvedAtMs: at });
      change(db, approve(db, groupId, 0, 'k'), { ...done, endedAtMs: at });
      // The first group never ends, so its request must be kept regardless of its age.
      if (at > 0) jobs.endGroup(db, groupId);
    }
    jobs.pruneGroups(db, { max: 2, sinceMs: 2 });
    expect(kept()).toEqual([1, 0, 1, 1, 1]);
    jobs.pruneGroups(db, { max: 2, sinceMs: 9 });
    expect(kept()).toEqual([1, 0, 0, 1, 1]);
  });

  it('are not deleted while a group of the same approval is open', () => {
    const db = memoryLedger();
    const insert = (owner: string, approvedAtMs: number): number => {
      const groupId = jobs.insertGroup(db, { owner, approvedAtMs });
      change(db, approve(db, groupId, 0, 'k'), { ...done, endedAtMs: 6 });
      return groupId;
    };
    const [first = 0, open = 0, byRule = 0, other = 0] = [
      insert('seller', 5),
      insert('seller', 5),
      insert('rule', 5),
      insert('seller', 4),
    ];
    for (const groupId of [first, byRule, other]) jobs.endGroup(db, groupId);
    const kept = () => [first, open, byRule, other].map((groupId) => jobs.groupJobs(db, groupId).length);
    jobs.pruneGroups(db, { max: 0, sinceMs: 9 });
    expect(kept()).toEqual([1, 1, 0, 0]);
    jobs.endGroup(db, open);
    jobs.pruneGroups(db, { max: 0, sinceMs: 9 });
    expect(kept()).toEqual([0, 0, 0, 0]);
  });
});

describe('the offline queue in the ledger’s file', () => {
  const queue = (db: WriteDb, request: string): number =>
    jobs.insertQueuedJob(db, {
      request,
      companyId: 'a',
      accepted: costOf(1),
      screen: 'company',
      createdAtMs: 1,
    });

  it('contains an unfinished request only once', () => {
    const db = memoryLedger();
    const jobId = queue(db, '{}');
    expect(() => queue(db, '{}')).toThrow('UNIQUE');
    expect(jobs.queuedJobByRequest(db, '{}')?.jobId).toBe(jobId);
    change(db, jobId, { state: 'done' });
    expect(jobs.queuedJobByRequest(db, '{}')).toBeNull();
    expect(queue(db, '{}')).toBeGreaterThan(jobId);
  });

  it('requires the newest ledger row for a running job, and a reason for a waiting one', () => {
    const db = memoryLedger();
    const jobId = queue(db, '{}');
    const become = (state: string): void =>
      void run(db, 'UPDATE job SET state = :state WHERE job_id = :jobId', { jobId, state });
    for (const state of ['running', 'waiting', 'elsewhere']) expect(() => become(state)).toThrow('CHECK');
  });

  it('prunes completed requests except the newest', () => {
    const db = memoryLedger();
    const ids = [1, 2, 3, 4].map((at) => queue(db, `{"at":${at}}`));
    for (const jobId of ids.slice(0, 3)) change(db, jobId, { state: 'done' });
    jobs.pruneDoneQueued(db, 2);
    expect(jobs.queuedJobs(db).map(({ jobId }) => jobId)).toEqual(ids.slice(1));
    jobs.deleteUndoneQueued(db);
    expect(jobs.queuedJobs(db).map(({ jobId }) => jobId)).toEqual(ids.slice(1, 3));
    jobs.deleteQueuedOf(db, 'a');
    expect(jobs.queuedJobs(db)).toEqual([]);
  });
});

describe('reads of jobs use an index', () => {
  it.each<[string, (db: ReadDb) => unknown]>([
    ['jobById', (db) => jobs.jobById(db, 1)],
    ['jobsInState', (db) => jobs.jobsInState(db, { kind: 'plan', state: 'waiting' })],
    ['queuedJobs', (db) => jobs.queuedJobs(db)],
    ['queuedJobByRequest', (db) => jobs.queuedJobByRequest(db, '{}')],
    ['groupById', (db) => jobs.groupById(db, 1)],
    ['groupJobs', (db) => jobs.groupJobs(db, 1)],
    ['jobsOfCompany', (db) => jobs.jobsOfCompany(db, 'a')],
    ['nextQueued', (db) => jobs.nextQueued(db)],
    ['nextApproved', (db) => jobs.nextApproved(db, 9)],
    ['entryAfter', (db) => jobs.entryAfter(db, { afterEntry: 1, call: '/x' })],
    ['hasLaterCharge', (db) => jobs.hasLaterCharge(db, { afterEntry: 1, companyId: 'a' })],
  ])('%s', (_, read) => {
    const plan = plansOf(memoryLedger(), read);
    expect(plan.length).toBeGreaterThan(0);
    expect(plan.filter((line) => line.startsWith('SCAN'))).toEqual([]);
  });

  it('scans only the few runs, and finds their requests by run', () => {
    for (const read of [
      jobs.openGroups,
      jobs.latestGroup,
      (db: ReadDb) => jobs.recordsByRule(db, { sinceMs: 1, keys: 'contacts/*', open: OPEN }),
    ])
      expect(
        plansOf(memoryLedger(), read).filter((line) => /^SCAN (?!job_group$|json_each)/.test(line)),
      ).toEqual([]);
  });
});
