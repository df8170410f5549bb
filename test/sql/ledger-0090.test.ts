import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { ledgerMigrations } from '../../electron/core/database/migrations/ledger/index.ts';
import { migrate } from '../../electron/core/database/migrate.ts';
import { openDatabase } from '../../electron/core/database/open.ts';
import * as queries from '../../electron/core/database/queries/ledger/jobs.ts';
import { all, exec, run, text, type WriteDb } from '../../electron/core/database/sql.ts';
import { createPlans } from '../../electron/core/jobs/approved-plans.ts';
import { jobStateSchema, RUNNABLE } from '../../electron/core/jobs/job-states.ts';
import { nextJob, recoverJobs, endWaits } from '../../electron/core/jobs/job-store.ts';
import { addCall, queuedCalls } from '../../electron/core/jobs/offline-queue.ts';
import * as fixtures from '../support/app/library-fixtures.ts';
import { contactsCallOf } from '../unit/day-plan/plan-calls.ts';

/* The migration of `ledger.db` to version 90 turns plans and queued requests in every state into jobs. */

const before = ledgerMigrations.filter(({ id }) => id < 90);
const FIXTURE = readFileSync(join(import.meta.dirname, 'fixtures', 'ledger-60.sql'), 'utf8');

let db: WriteDb;
beforeEach(() => {
  db = openDatabase(':memory:', { clock: fixtures.clock, log: fixtures.log });
  migrate(db, before);
});

function migrated(): void {
  exec(db, FIXTURE);
  migrate(db, ledgerMigrations);
}
const statesOf = (groupId: number): (string | null)[][] =>
  queries.groupJobs(db, groupId).map(({ state, reason }) => [state, reason]);
const stepsOf = (): Record<string, string> => {
  const plans = createPlans({ cache: fixtures.memoryCache(), yours: fixtures.memoryYours(), ledger: db });
  return Object.fromEntries(plans.run()?.items.map(({ key, step }) => [key, step]) ?? []);
};
const COST = { requests: 1, records: 9, pageTurns: 0, companies: 1 };

describe('ledger.db from version 70 to 90', () => {
  it('makes no request of an ended plan runnable', () => {
    migrated();
    expect(statesOf(3)).toEqual([
      ['running', null],
      ['done', null],
      ['done', 'not-found'],
      ['failed', 'price'],
      ['failed', 'budget'],
      ['failed', null],
      ['unknown', null],
      ['cancelled', null],
      ['cancelled', null],
    ]);
  });

  it('makes only unsent requests of a running plan runnable', () => {
    migrated();
    expect(statesOf(4)).toEqual([
      ['done', null],
      ['running', null],
      ['approved', null],
      // The old version cancelled this request before sending it, and set its state back to `waiting`. The
      // request was not charged, so it may still run.
      ['approved', null],
      // These two requests must not run again. The first was in progress, and the newest ledger row at the
      // time it started was not recorded. The second has an unknown result.
      ['unknown', null],
      ['unknown', null],
      ['approved', null],
      ['approved', null],
    ]);
  });

  it('keeps the reason for which each plan waits, and the user’s pause', () => {
    migrated();
    expect(queries.openGroups(db)).toMatchObject([
      { groupId: 4, owner: 'seller', isPaused: false },
      { groupId: 5, owner: 'seller', isPaused: true },
      { groupId: 6, owner: 'rule', isPaused: false, approvedAtMs: 1781078000006 },
      { groupId: 7, owner: 'rule', isPaused: false },
      { groupId: 8, owner: 'rule', isPaused: false },
      { groupId: 9, owner: 'rule', isPaused: true },
    ]);
    expect([5, 6, 7, 8, 9].map((groupId) => statesOf(groupId)[1])).toEqual([
      ['approved', null],
      ['waiting', 'network'],
      ['waiting', 'key'],
      ['waiting', 'storage'],
      ['approved', null],
    ]);
  });

  it('maps every state of a queued request, and keeps its receipt or error', () => {
    migrated();
    expect(queries.queuedJobs(db).map(({ jobId, state, reason }) => [jobId, state, reason])).toEqual([
      [1, 'queued', null],
      [2, 'running', null],
      [3, 'waiting', 'price'],
      [4, 'failed', null],
      [5, 'unknown', null],
      [6, 'done', null],
      [7, 'running', null],
      [8, 'running', null],
      [9, 'queued', null],
    ]);
    const calls = queuedCalls(db);
    expect(calls.map(({ callId, state }) => [callId, state])).toEqual([
      [1, 'waiting'],
      [2, 'running'],
      [3, 'dearer'],
      [4, 'refused'],
      [5, 'unknown'],
      [7, 'running'],
      [8, 'running'],
      [9, 'waiting'],
      [6, 'done'],
    ]);
    expect(calls.find(({ callId }) => callId === 4)?.error).toMatchObject({ kind: 'not-available' });
    expect(calls.find(({ callId }) => callId === 6)?.receipt?.cost.records).toBe(1);
    expect(calls[0]).toMatchObject({
      requestedAtMs: 1781078500001,
      screen: 'company',
      accepted: { records: 1 },
    });
  });

  it('recovers interrupted requests by the ledger: reserved ones are unknown, others are runnable', () => {
    migrated();
    recoverJobs(db, 1781080000000, () => false);
    // Row 100 of the ledger is newer than the start of the first request. The row may belong to this request,
    // so the request may have been sent. No row is newer than the start of the second request.
    expect([statesOf(3)[0], statesOf(4)[1]]).toEqual([
      ['unknown', null],
      ['approved', null],
    ]);
    const states = queuedCalls(db).map(({ callId, state }) => `${callId} ${state}`);
    // Request 2 was in progress. A later ledger row for the same company may belong to this request, so the
    // request's result is unknown.
    expect(states).toEqual(expect.arrayContaining(['2 unknown', '7 waiting', '8 waiting']));
  });

  it('never makes a request with an unknown result runnable', () => {
    migrated();
    const unknown = () =>
      all(db, "SELECT job_id FROM job WHERE state = 'unknown' ORDER BY job_id").map((row) => row.job_id);
    const first = unknown();
    expect(first).toHaveLength(4);
    recoverJobs(db, 1781080000000, () => false);
    endWaits(db, { reasons: ['network', 'key', 'storage', 'turn'], by: 'app' });
    expect(unknown()).toEqual(expect.arrayContaining(first));
    for (const kind of ['queue', 'plan'] as const) {
      for (let job = nextJob(db, kind, Infinity); job !== null; job = nextJob(db, kind, Infinity)) {
        expect(first).not.toContain(job.jobId);
        run(db, "UPDATE job SET state = 'cancelled' WHERE job_id = :jobId", { jobId: job.jobId });
      }
    }
  });

  it('keeps the approved price and the displayed run', () => {
    migrated();
    const [first] = queries.groupJobs(db, 4);
    expect(JSON.parse(first?.accepted ?? '')).toEqual(COST);
    expect(first).toMatchObject({
      screen: 'today',
      itemKey: 'contacts/p-4',
      call: '/companies/p-4/contacts',
    });
    const steps = stepsOf();
    expect(steps).toMatchObject({ 'contacts/p-4': 'done', 'contacts/p-4-1': 'under-way' });
    // Requests in a format that the app cannot decode are not shown.
    expect(Object.keys(steps)).toHaveLength(6);
    expect(queries.recordsByRule(db, { sinceMs: 0, keys: 'contacts/*', open: ['approved', 'waiting'] })).toBe(
      4 * (4 + 9),
    );
  });

  it('does not reuse the ids of deleted rows', () => {
    migrated();
    const ask = { kind: 'profile', companyId: 'new' } as const;
    expect(addCall(db, { ask, accepted: COST, screen: 'company', requestedAtMs: 1 })).toBeGreaterThan(40);
    const files = { cache: fixtures.memoryCache(), yours: fixtures.memoryYours(), ledger: db };
    for (const { groupId } of queries.openGroups(db)) queries.endGroup(db, groupId);
    createPlans(files).start([contactsCallOf('new')], 'seller', 1781080000000);
    expect(queries.openGroups(db).map(({ groupId }) => groupId)).toEqual([13]);
  });

  it('drops the old tables, and does not change facts and notices', () => {
    exec(db, "INSERT INTO plan_fact (name, at_ms) VALUES ('heard', 5)");
    exec(db, "INSERT INTO notice (notice_key, told_at_ms) VALUES ('instant/1', 5)");
    migrated();
    const tables = all(db, "SELECT name FROM sqlite_schema WHERE type = 'table'").map((row) =>
      text(row, 'name'),
    );
    expect(tables.filter((name) => /^(plan|plan_item|offline_call)$/.test(name))).toEqual([]);
    expect(all(db, 'SELECT * FROM plan_fact')).toEqual([{ name: 'heard', at_ms: 5 }]);
    expect(all(db, 'SELECT * FROM notice')).toHaveLength(1);
  });

  it('maps every combination of old values, and makes no sent request runnable', () => {
    const what = JSON.stringify({ item: { cost: COST }, priced: {} });
    let planId = 0;
    for (const state of ['running', 'paused', 'over'])
      for (const paused of [null, 'offline', 'key', 'storage', 'another']) {
        planId += 1;
        run(
          db,
          `INSERT INTO plan (plan_id, by_rule, approved_at_ms, state, paused)
           VALUES (:planId, 0, 1, :state, :paused)`,
          { planId, state, paused },
        );
        for (const [place, step] of STEPS.entries())
          run(
            db,
            `INSERT INTO plan_item (plan_id, place, item_key, what, step, call, after_entry)
             VALUES (:planId, :place, :step, :what, :step, '/x', 0)`,
            { planId, place, step, what },
          );
      }
    migrate(db, ledgerMigrations);
    const moved = all(db, 'SELECT state, item_key AS step FROM job');
    expect(moved).toHaveLength(15 * STEPS.length);
    for (const row of moved) {
      const state = jobStateSchema.parse(row.state);
      if (row.step !== 'waiting') expect([row.step, state]).not.toEqual([row.step, RUNNABLE.plan]);
      if (row.step !== 'waiting') expect(state).not.toBe('waiting');
    }
  });
});

const STEPS = [
  'waiting',
  'under-way',
  'done',
  'free',
  'dearer',
  'no-room',
  'failed',
  'unknown',
  'dropped',
  'of another version',
];
