import { describe, expect, it } from 'vitest';
import { outcomeOfError } from '../../../electron/core/jobs/job-outcome.ts';
import { shownAs, type JobKind } from '../../../electron/core/jobs/job-states.ts';
import { NOT_CHARGED, type Charge } from '../../../electron/core/jobs/job-store.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import type { AppError } from '../../../shared/app-error.ts';
import { COST } from './jobs-world.ts';

/* Tests the outcome of a job for each error, as the contract shows it. */

function outcome(kind: JobKind, error: AppError, found: Charge = NOT_CHARGED) {
  const { state, reason = null, wait } = outcomeOfError(kind, new AppFailure(error), found);
  const shown = state === 'runnable' ? state : shownAs(kind, { state, reason });
  return { shown, wait: wait ?? null };
}
const network = { reason: 'network', scope: 'all' };
const key = { reason: 'key', scope: 'owner' };

const ERRORS = [
  [{ kind: 'network', reason: 'offline' }, 'waiting', network, 'waiting', network],
  [{ kind: 'network', reason: 'connection' }, 'waiting', network, 'waiting', network],
  [{ kind: 'network', reason: 'timeout' }, 'waiting', network, 'waiting', network],
  [
    { kind: 'network', reason: 'resting', retryAtMs: 9 },
    'waiting',
    { ...network, untilMs: 9 },
    'waiting',
    { ...network, untilMs: 9 },
  ],
  [
    { kind: 'network', reason: 'timeout', counted: true },
    'unknown',
    { ...network, scope: 'owner' },
    'unknown',
    null,
  ],
  [{ kind: 'network', reason: 'aborted' }, 'refused', null, 'dropped', null],
  [{ kind: 'network', reason: 'tls' }, 'refused', null, 'waiting', network],
  [
    { kind: 'rate-limited', retryAtMs: 5 },
    'waiting',
    { reason: 'turn', scope: 'owner', untilMs: 5 },
    'no-room',
    null,
  ],
  [{ kind: 'rate-limited', retryAtMs: 5, askedAgain: true }, 'refused', null, 'no-room', null],
  [{ kind: 'price-changed', preview: null }, 'dearer', null, 'dearer', null],
  [{ kind: 'conflict', reason: 'people-locked' }, 'refused', null, 'waiting', key],
  [{ kind: 'conflict', reason: 'newer-revision' }, 'refused', null, 'failed', null],
  [{ kind: 'unauthorized', reason: 'key-locked' }, 'waiting', key, 'waiting', key],
  [{ kind: 'unauthorized', reason: 'key-refused' }, 'refused', null, 'waiting', key],
  [{ kind: 'unauthorized', reason: 'no-key' }, 'refused', null, 'waiting', key],
  [{ kind: 'storage', reason: 'full' }, 'refused', null, 'waiting', { reason: 'storage', scope: 'owner' }],
  [
    { kind: 'quota-exhausted', budget: 'day', resetsAtMs: 5, alternatives: [] },
    'refused',
    null,
    'no-room',
    null,
  ],
  [{ kind: 'not-found', what: 'company' }, 'refused', null, 'free', null],
  [{ kind: 'not-available', what: 'contacts', hint: null }, 'refused', null, 'free', null],
  [{ kind: 'upstream', status: 500, code: null, retryable: true }, 'refused', null, 'failed', null],
  [{ kind: 'validation', issues: [] }, 'refused', null, 'failed', null],
  [{ kind: 'internal', ref: 'x' }, 'refused', null, 'failed', null],
] as const satisfies readonly (readonly [AppError, string, unknown, string, unknown])[];

describe('an error of a job', () => {
  it.each(ERRORS)('%j: %s in the queue', (error, queue, queueWait, plan, planWait) => {
    expect(outcome('queue', error)).toEqual({ shown: queue, wait: queueWait });
    expect(outcome('plan', error)).toEqual({ shown: plan, wait: planWait });
  });

  it.each(ERRORS)('%j: is never retried automatically if it may have been charged', (error) => {
    for (const kind of ['queue', 'plan'] as const) {
      expect(outcome(kind, error, { charge: 'maybe', spent: COST })).toEqual({
        shown: 'unknown',
        wait: null,
      });
      const failed = kind === 'queue' ? 'refused' : 'failed';
      expect(outcome(kind, error, { charge: 'charged', spent: COST })).toEqual({ shown: failed, wait: null });
      expect(outcome(kind, error, { charge: 'in-part' }).shown).not.toBe('waiting');
    }
  });

  it('that is unexpected is shown as an internal one', () => {
    expect(outcomeOfError('queue', new Error('unknown'), NOT_CHARGED)).toEqual({
      state: 'failed',
      error: { kind: 'internal', ref: 'offline' },
    });
    expect(outcomeOfError('plan', new Error('unknown'), NOT_CHARGED).state).toBe('failed');
  });
});
