import { expect, it } from 'vitest';
import type { AccountCheck, CheckedRequest } from '../../../../shared/model/account/account-check.ts';
import { accountCheckLines } from '../../../../renderer/features/settings/diagnostics/account-check-text.ts';

const request = (
  endpoint: CheckedRequest['endpoint'],
  change: Partial<CheckedRequest> = {},
): CheckedRequest => ({ endpoint, result: 'ok', status: null, differences: [], headers: [], ...change });
const check = (change: Partial<AccountCheck> = {}): AccountCheck => ({
  atMs: Date.UTC(2026, 10, 25, 23, 40),
  requests: [request('stats'), request('health'), request('stats')],
  costs: [{ unit: 'requests', counted: 2, least: 1, most: 2 }],
  spent: { requests: 3, records: 2, pageTurns: 0, companies: 0 },
  ...change,
});

it('reports that nothing differs', () => {
  expect(accountCheckLines(check(), '0.1.0')).toEqual([
    'Account check, 2026-11-25 23:40 UTC, Roundwatch 0.1.0',
    'Spent: 3 requests, 2 records',
    'Usage check: as documented',
    'Connection test: as documented',
    'Usage check: as documented',
    'Costs: requests: 2 counted by the service, 1 to 2 documented',
    'Everything matches the documentation.',
  ]);
});

it('lists each difference once, and cleans hostile names', () => {
  const missing = { kind: 'missing', field: 'rate_limits.daily' } as const;
  const headers = [{ name: 'x-ratelimit-daily-limit', problem: 'missing' }] as const;
  const lines = accountCheckLines(
    check({
      requests: [
        request('stats', { differences: [missing], headers: [...headers] }),
        request('fundings', { differences: [{ kind: 'unknown', field: 'data[].\u202eevil' }] }),
        request('stats', { differences: [missing] }),
      ],
      costs: [
        { unit: 'requests', counted: 9, least: 1, most: 2 },
        { unit: 'records', counted: null, least: 0, most: 2 },
      ],
    }),
    '0.1.0',
  );
  expect(lines).toContain('Usage check: 2 differences from the documentation');
  expect(lines.slice(lines.indexOf('4 differences from the documentation:'))).toEqual([
    '4 differences from the documentation:',
    '- Usage check: documented field is missing: rate_limits.daily',
    '- Rounds: field isn’t documented: data[].evil',
    '- Headers: x-ratelimit-daily-limit: missing, in 1 of 3 responses',
    '- Costs: requests: 9 counted by the service, 1 to 2 documented. Another device may have used this account during the check.',
  ]);
});

it('never reports that nothing differs if the check is incomplete', () => {
  const lines = accountCheckLines(
    check({
      requests: [
        request('stats'),
        request('company', { result: 'not-found', status: 404 }),
        request('stats'),
      ],
    }),
    '0.1.0',
  );
  expect(lines).toContain('Profile: not found, status 404');
  expect(lines).toContain('The check is incomplete, because some requests got no usable response.');
  expect(lines).not.toContain('Everything matches the documentation.');
});
