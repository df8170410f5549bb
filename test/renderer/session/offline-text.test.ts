import { describe, expect, it } from 'vitest';
import { requestName } from '../../../renderer/session/offline/offline-text.ts';
import { isSafeToQueue } from '../../../renderer/session/queue-when-offline.ts';
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

  it('names a request by the data that it fetches', () => {
    expect(requestName({ kind: 'catch-up' }, '')).toBe('Catch-up');
    expect(requestName({ kind: 'people', companyId: 'a' }, 'Halden Grid')).toBe('Contacts for Halden Grid');
  });
});
