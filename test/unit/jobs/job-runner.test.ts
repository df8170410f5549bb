import { describe, expect, it } from 'vitest';
import type { AppError } from '../../../shared/app-error.ts';
import { insertQueuedJob, queuedJobs } from '../../../electron/core/database/queries/ledger/jobs.ts';
import { exec } from '../../../electron/core/database/sql.ts';
import { stopRuns } from '../../../electron/core/jobs/approved-plans.ts';
import { addCall } from '../../../electron/core/jobs/offline-queue.ts';
import { settled } from '../../support/app/fake-clock.ts';
import { contactsCallOf } from '../day-plan/plan-calls.ts';
import { addEntry, COST, jobFiles, OFFLINE, queueProfile, runnerOver } from './jobs-world.ts';

const HOUR_MS = 3_600_000;

describe('the offline queue', () => {
  it('retries only the first request while offline, with growing delays, then sends each request once', async () => {
    const files = jobFiles();
    for (const companyId of ['a', 'b']) queueProfile(files.ledger, companyId);
    const { clock, runner, made, states } = runnerOver(files, { ends: [OFFLINE, OFFLINE, 'ok'] });
    runner.start();
    await settled();
    expect([made, states()]).toEqual([['a'], ['waiting', 'waiting']]);
    await clock.advance(15_000);
    await settled();
    expect(made).toEqual(['a', 'a']);
    await clock.advance(29_999);
    await settled();
    expect(made).toHaveLength(2);
    await clock.advance(1);
    await settled();
    expect([made, states()]).toEqual([
      ['a', 'a', 'a', 'b'],
      ['done', 'done'],
    ]);
    runner.run();
    await clock.advance(HOUR_MS);
    await settled();
    expect(made).toHaveLength(4);
  });

  it('does not resend a request that was interrupted after its reservation', async () => {
    const files = jobFiles();
    queueProfile(files.ledger, 'a');
    const first = runnerOver(files, { ends: ['never'] });
    first.runner.start();
    await settled();
    addEntry(files.ledger, { state: 'unknown', companyId: 'a' });
    const second = runnerOver(files, { ends: ['ok'] });
    second.runner.start();
    await settled();
    expect([second.made, second.states()]).toEqual([[], ['unknown']]);
  });

  it('resends a request that was interrupted before its reservation', async () => {
    const files = jobFiles();
    addEntry(files.ledger, { state: 'unknown', companyId: 'a' });
    queueProfile(files.ledger, 'a');
    const first = runnerOver(files, { ends: ['never'] });
    first.runner.start();
    await settled();
    const second = runnerOver(files, { ends: ['ok'] });
    second.runner.start();
    await settled();
    expect(second.states()).toEqual(['done']);
  });

  it('waits for a key without prompting repeatedly, and resumes once a key is available', async () => {
    const files = jobFiles();
    for (const companyId of ['a', 'b']) queueProfile(files.ledger, companyId);
    const locked: AppError = { kind: 'unauthorized', reason: 'key-locked' };
    const { clock, runner, made, states } = runnerOver(files, { ends: [locked, 'ok'] });
    runner.start();
    await settled();
    runner.resume(['network', 'turn']);
    await clock.advance(HOUR_MS);
    await settled();
    expect([made, states()]).toEqual([['a'], ['waiting', 'waiting']]);
    runner.resume(['key']);
    await settled();
    expect([made, states()]).toEqual([
      ['a', 'a', 'b'],
      ['done', 'done'],
    ]);
  });

  it('waits until the time that the service named', async () => {
    const files = jobFiles();
    for (const companyId of ['a', 'b']) queueProfile(files.ledger, companyId);
    const throttled: AppError = { kind: 'rate-limited', retryAtMs: 42_000 };
    const { clock, runner, made, states } = runnerOver(files, { ends: [throttled, 'ok'] });
    runner.start();
    await settled();
    await clock.advance(41_999);
    expect([made, states()]).toEqual([['a'], ['waiting', 'waiting']]);
    await clock.advance(1);
    await settled();
    expect(states()).toEqual(['done', 'done']);
  });

  it('does not resend a request that may have been charged', async () => {
    const files = jobFiles();
    queueProfile(files.ledger, 'a');
    const counted: AppError = { kind: 'network', reason: 'timeout', counted: true };
    const { clock, runner, made, states } = runnerOver(files, { ends: [counted, 'ok'] });
    runner.start();
    await settled();
    runner.resume(['network', 'key', 'storage', 'turn']);
    await clock.advance(HOUR_MS);
    await settled();
    expect([made, states()]).toEqual([['a'], ['unknown']]);
  });

  it('does not resume a catch-up that was partly charged', async () => {
    const files = jobFiles();
    const { ledger } = files;
    addCall(ledger, { ask: { kind: 'catch-up' }, accepted: COST, screen: 'today', requestedAtMs: 1 });
    const during = (): void => addEntry(ledger, { state: 'spent', records: 1 });
    const { clock, runner, made, states } = runnerOver(files, { ends: [OFFLINE, 'ok'], during });
    runner.start();
    await settled();
    await clock.advance(HOUR_MS);
    await settled();
    expect([made.length, states()]).toEqual([1, ['unknown']]);
  });

  it('waits for the user’s approval of a new price, even if a part was charged', async () => {
    const files = jobFiles();
    const { ledger } = files;
    addCall(ledger, { ask: { kind: 'catch-up' }, accepted: COST, screen: 'today', requestedAtMs: 1 });
    const dearer: AppError = { kind: 'price-changed', preview: null };
    const during = (): void => addEntry(ledger, { state: 'spent', records: 1 });
    const { clock, runner, made, states } = runnerOver(files, { ends: [dearer, 'ok'], during });
    runner.start();
    await settled();
    runner.resume(['network', 'key', 'storage', 'turn']);
    await clock.advance(HOUR_MS);
    await settled();
    expect([made.length, states()]).toEqual([1, ['dearer']]);
  });
});

describe('a queued request of another version', () => {
  it('is removed when it would be sent, because its cost is unknown', async () => {
    const files = jobFiles();
    const stored = { request: '{"kind":"later"}', companyId: null, screen: 'company', createdAtMs: 1 };
    insertQueuedJob(files.ledger, { ...stored, accepted: JSON.stringify(COST) });
    queueProfile(files.ledger, 'a');
    const { runner, made } = runnerOver(files, { ends: ['ok'] });
    runner.start();
    await settled();
    expect([made, queuedJobs(files.ledger).map(({ state }) => state)]).toEqual([['a'], ['done']]);
  });
});

describe('a run of a plan', () => {
  const approved = (...companyIds: string[]) => {
    const files = jobFiles();
    files.plans.start(companyIds.map(contactsCallOf), 'seller', 5);
    return files;
  };

  it('does not resend a request with an unknown result', async () => {
    const files = approved('a', 'b');
    const during = (): void => addEntry(files.ledger, { state: 'unknown', call: '/companies/a/contacts' });
    const { clock, runner, made, steps } = runnerOver(files, { ends: [OFFLINE, 'ok'], during });
    runner.start();
    await settled();
    await clock.advance(HOUR_MS);
    await settled();
    expect([made, steps()]).toEqual([
      ['contacts/a', 'contacts/b'],
      ['unknown', 'done'],
    ]);
    expect(files.plans.run()?.items[0]?.spent?.records).toBe(9);
  });

  it('counts a request as failed if it was charged and ended in an error', async () => {
    const files = approved('a');
    const during = (): void =>
      addEntry(files.ledger, { state: 'spent', call: '/companies/a/contacts', records: 4 });
    const { runner, steps } = runnerOver(files, { ends: [OFFLINE], during });
    runner.start();
    await settled();
    expect([steps(), files.plans.run()?.spent.records]).toEqual([['failed'], 4]);
  });

  it('marks a request as running before it is sent, and does not resend it after a crash', async () => {
    const files = approved('a', 'b');
    const first = runnerOver(files, { ends: ['never'] });
    first.runner.start();
    await settled();
    addEntry(files.ledger, { state: 'reserved', call: '/companies/a/contacts' });
    const second = runnerOver(files, { ends: ['ok'] });
    second.runner.start();
    await settled();
    expect([second.made, second.steps()]).toEqual([['contacts/b'], ['unknown', 'done']]);
  });

  it('sends and writes nothing after the workspace was closed', async () => {
    const files = approved('a', 'b');
    const first = runnerOver(files, { ends: ['ok'], during: () => first.runner.dispose() });
    first.runner.start();
    await first.runner.idle();
    expect([first.made, first.steps()]).toEqual([['contacts/a'], ['under-way', 'waiting']]);
  });
});

describe('jobs of both kinds', () => {
  const both = () => {
    const files = jobFiles();
    queueProfile(files.ledger, 'a');
    files.plans.start(['b', 'c'].map(contactsCallOf), 'seller', 5);
    return files;
  };

  it('wait for the network together, and all resume when it is back', async () => {
    const files = both();
    const { clock, runner, made, states, steps, become } = runnerOver(files, {
      ends: [OFFLINE, OFFLINE, 'ok'],
    });
    runner.start();
    await settled();
    expect([made, states(), steps()]).toEqual([['a', 'contacts/b'], ['waiting'], ['waiting', 'waiting']]);
    expect(files.plans.run()).toMatchObject({ state: 'paused', paused: 'offline' });
    await clock.advance(5_000);
    become('online');
    await clock.advance(5_000);
    await settled();
    expect([states(), steps()]).toEqual([['done'], ['done', 'done']]);
    expect(files.plans.run()?.state).toBe('over');
  });

  it('do not lengthen each other’s delays', async () => {
    const files = both();
    const { clock, runner, made } = runnerOver(files, { ends: [OFFLINE] });
    runner.start();
    await settled();
    for (const pauseMs of [15_000, 30_000, 60_000]) {
      const before = made.length;
      await clock.advance(pauseMs);
      await settled();
      expect(made.length - before).toBe(2);
    }
  });

  it('do not resume with the network if the user paused the run', async () => {
    const files = both();
    files.plans.pause('seller');
    const { clock, runner, made, steps } = runnerOver(files, { ends: [OFFLINE, 'ok'] });
    runner.start();
    await settled();
    await clock.advance(60_000);
    await settled();
    expect([made, steps()]).toEqual([
      ['a', 'a'],
      ['waiting', 'waiting'],
    ]);
    expect(files.plans.run()).toMatchObject({ state: 'paused', paused: null });
  });

  it('are sent concurrently: a queued request does not wait for a plan', async () => {
    const files = both();
    const { runner, made } = runnerOver(files, { ends: ['never'] });
    runner.start();
    await settled();
    expect(made).toEqual(['a', 'contacts/b']);
  });

  it('continue after a failed write, and the ledger settles the job', async () => {
    const files = both();
    const { ledger } = files;
    exec(
      ledger,
      `CREATE TRIGGER full BEFORE UPDATE ON job WHEN NEW.state = 'done' BEGIN SELECT RAISE(ABORT, 'full'); END`,
    );
    const { clock, runner, made, states, steps } = runnerOver(files, { ends: ['ok'] });
    const during = (): void => {
      addEntry(ledger, { state: 'spent', companyId: 'a', records: 1 });
      addEntry(ledger, { state: 'spent', call: '/companies/b/contacts', records: 4 });
    };
    runner.start();
    during();
    await settled();
    expect([states(), steps()]).toEqual([['running'], ['under-way', 'waiting']]);
    exec(ledger, 'DROP TRIGGER full');
    await clock.advance(15_000);
    await settled();
    expect([made, states(), steps()]).toEqual([
      ['a', 'contacts/b', 'contacts/c'],
      ['unknown'],
      ['done', 'done'],
    ]);
  });

  it('put runs of the user before runs of rules, and leave no job waiting after a stop', async () => {
    const files = jobFiles();
    files.plans.start([contactsCallOf('rule')], 'rule', 4);
    files.plans.start([contactsCallOf('own'), contactsCallOf('later')], 'seller', 5);
    const { runner, made } = runnerOver(files, {
      ends: [OFFLINE],
      during: () => stopRuns(files.ledger, 'seller', 6),
    });
    runner.start();
    await settled();
    expect(made).toEqual(['contacts/own']);
    expect(files.plans.run()).toMatchObject({ by: 'rule', state: 'paused', paused: 'offline' });
    stopRuns(files.ledger, 'rule', 7);
    const own = files.plans.run();
    expect(own?.items.map(({ step }) => step)).toEqual(['dropped']);
  });
});
