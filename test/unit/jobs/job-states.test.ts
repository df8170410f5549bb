import { describe, expect, it } from 'vitest';
import { jobById } from '../../../electron/core/database/queries/ledger/jobs.ts';
import { get, run, text } from '../../../electron/core/database/sql.ts';
import {
  JOB_STATES,
  jobStateSchema,
  mayMove,
  OPEN_STATES,
  RUNNABLE,
  WAITS,
  type WaitReason,
} from '../../../electron/core/jobs/job-states.ts';
import { moveJob, endWaits } from '../../../electron/core/jobs/job-store.ts';
import { jobFiles, queueProfile } from './jobs-world.ts';

const STATES = jobStateSchema.options;
const reasons = Object.keys(WAITS) as WaitReason[];

describe('the states of a job', () => {
  it('are those that the database accepts', () => {
    const { ledger } = jobFiles();
    const sql = get(ledger, "SELECT sql FROM sqlite_schema WHERE name = 'job'");
    const accepted = /state IN \(([^)]*)\)/.exec(sql === null ? '' : text(sql, 'sql'))?.[1] ?? '';
    expect(accepted.replaceAll("'", '').split(', ').sort()).toEqual([...STATES].sort());
  });

  it('change automatically only while the job is open', () => {
    for (const state of STATES)
      if (!JOB_STATES[state].isOpen) expect([state, JOB_STATES[state].next.app]).toEqual([state, []]);
    expect(OPEN_STATES).toEqual(['queued', 'approved', 'running', 'waiting']);
  });

  it('never change automatically from unknown', () => {
    for (const to of STATES) expect(mayMove({ state: 'unknown', reason: null }, to, 'app')).toBe(false);
    expect(mayMove({ state: 'unknown', reason: null }, 'queued', 'user')).toBe(true);
  });

  it('change to running only from a runnable state', () => {
    const before = STATES.filter((state) => mayMove({ state, reason: 'network' }, 'running', 'app'));
    expect(before).toEqual([RUNNABLE.queue, RUNNABLE.plan]);
    expect(STATES.filter((state) => mayMove({ state, reason: null }, 'running', 'user'))).toEqual([]);
  });

  it('end a wait automatically for every reason except a price or an unrecognised one', () => {
    const ends = [...reasons, 'later'].filter((reason) =>
      mayMove({ state: 'waiting', reason }, 'queued', 'app'),
    );
    expect(ends).toEqual(['network', 'key', 'storage', 'turn']);
    expect(mayMove({ state: 'waiting', reason: 'later' }, 'queued', 'user')).toBe(true);
  });
});

describe('a change that the state table forbids', () => {
  it('is not written', () => {
    const { ledger } = jobFiles();
    const jobId = queueProfile(ledger, 'a');
    run(ledger, "UPDATE job SET state = 'unknown' WHERE job_id = :jobId", { jobId });
    const job = jobById(ledger, jobId);
    if (job === null) throw new Error('not there');
    expect(() => moveJob(ledger, job, 'queued', 'app')).toThrow('moves no job from unknown');
    expect(jobById(ledger, jobId)?.state).toBe('unknown');
  });

  it('is not made for a job that waits for a price', () => {
    const { ledger } = jobFiles();
    const jobId = queueProfile(ledger, 'a');
    run(ledger, "UPDATE job SET state = 'waiting', reason = 'price' WHERE job_id = :jobId", { jobId });
    endWaits(ledger, { reasons: ['network', 'key', 'storage', 'turn'], by: 'app' });
    expect(() => endWaits(ledger, { reasons: ['price'], by: 'app' })).toThrow('moves no job');
    expect(jobById(ledger, jobId)).toMatchObject({ state: 'waiting', reason: 'price' });
  });
});
