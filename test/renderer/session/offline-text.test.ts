import { describe, expect, it } from 'vitest';
import { offlineLine, queuedCost, requestName } from '../../../renderer/session/offline/offline-text.ts';
import { isSafeToQueue } from '../../../renderer/session/queue-when-offline.ts';
import type { OfflineCall } from '../../../shared/contract/offline.ts';
import type { AppError } from '../../../shared/app-error.ts';

describe('the offline queue', () => {
  it('accepts requests that were certainly not sent, unless they may be charged or would fail again', () => {
    const network = (
      reason: 'offline' | 'connection' | 'timeout' | 'tls' | 'aborted' | 'resting',
    ): AppError => ({
      kind: 'network',
      reason,
    });
    expect(
      ['offline', 'connection', 'timeout'].map((reason) => isSafeToQueue(network(reason as 'offline'))),
    ).toEqual([true, true, true]);
    expect(['tls', 'aborted', 'resting'].map((reason) => isSafeToQueue(network(reason as 'tls')))).toEqual([
      false,
      false,
      false,
    ]);
    expect(isSafeToQueue({ kind: 'network', reason: 'timeout', counted: true })).toBe(false);
    expect(isSafeToQueue({ kind: 'upstream', status: 503, code: null, retryable: true })).toBe(false);
  });

  it('calls a price without a maximum an estimate', () => {
    const people = { kind: 'people', companyId: 'a' } as const;
    const profile = { kind: 'profile', companyId: 'a' } as const;
    expect([people, profile].map((ask) => queuedCost(ask, '10 records'))).toEqual([
      'about 10 records',
      'up to 10 records',
    ]);
    const accepted = { requests: 1, records: 10, pageTurns: 0, companies: 1 };
    const waiting = (ask: typeof people | typeof profile) =>
      ({ id: 1, ask, accepted, state: 'waiting' }) as unknown as OfflineCall;
    expect(offlineLine([waiting(profile), waiting(people)])).toMatch(/ \(about 20 records\)$/);
    expect(offlineLine([waiting(profile)])).toMatch(/ \(up to 10 records\)$/);
  });

  it('names a request by the data that it fetches', () => {
    expect(requestName({ kind: 'catch-up' }, '')).toBe('Catch-up');
    expect(requestName({ kind: 'people', companyId: 'a' }, 'Halden Grid')).toBe('Contacts for Halden Grid');
  });
});
