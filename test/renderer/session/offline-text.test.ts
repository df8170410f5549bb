import { describe, expect, it } from 'vitest';
import { requestName, isSafeToQueue } from '../../../renderer/session/offline/offline-text.ts';
import type { AppError } from '../../../shared/app-error.ts';

describe('what waits for the network', () => {
  it('is what certainly was not sent, and nothing that may have been charged or that waiting would not mend', () => {
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

  it('is named by what it brings', () => {
    expect(requestName({ kind: 'catch-up' }, '')).toBe('Catching up');
    expect(requestName({ kind: 'people', companyId: 'a' }, 'Halden Grid')).toBe('Contacts Halden Grid');
  });
});
