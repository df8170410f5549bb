import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limitAfter, limitsInHeaders } from '../../../electron/core/quota/account/reported-limits.ts';
import { CALENDAR } from '../../../electron/core/quota/policy/windows.ts';
import { readRefusal } from '../../../electron/core/quota/parse-rate-limit-response.ts';

const NOW = Date.UTC(2026, 4, 14, 10, 0, 0);
const MIDNIGHT = Date.UTC(2026, 4, 15);
const FIRST = Date.UTC(2026, 5, 1);
const read = (body: unknown, headers: Record<string, string> = {}) =>
  readRefusal({ body, headers }, NOW, CALENDAR);

describe('readRefusal', () => {
  it.each([
    ['per_minute', 'minute', NOW + 60_000],
    ['daily', 'day', MIDNIGHT],
    ['monthly', 'month-requests', FIRST],
    ['monthly_export', 'export', FIRST],
    ['monthly_pagination', 'page-turns', FIRST],
    ['daily_company_detail', 'companies-day', MIDNIGHT],
    ['test_key_monthly', 'test-key', FIRST],
    ['something_new', null, NOW + 60_000],
  ])('%s closes %s until its reset', (limit_type, budget, untilMs) => {
    expect(read({ error: 'x', limit_type, limit: 300, used: 300 })).toEqual({
      budget,
      limit: 300,
      used: 300,
      untilMs,
      resetMs: null,
      namesTime: false,
      disagrees: false,
    });
  });

  it('prefers the body to the headers, and reports a difference', () => {
    const refusal = read(
      { limit_type: 'daily', limit: 300, used: 301 },
      { 'x-ratelimit-limit-type': 'monthly', 'x-ratelimit-limit': '3000', 'x-ratelimit-used': '9' },
    );
    expect(refusal).toMatchObject({ budget: 'day', limit: 300, used: 301, disagrees: true });
  });

  it('reads the headers if the body has no limit, and a nested rate_limit', () => {
    const headers = {
      'x-ratelimit-limit-type': 'daily',
      'x-ratelimit-limit': '300',
      'x-ratelimit-used': '300',
    };
    expect(read('<html>', headers)).toMatchObject({ budget: 'day', limit: 300, used: 300 });
    expect(
      read({ rate_limit: { limit_type: 'per_minute', limit: 20, used: 20, retry_after: 12 } }),
    ).toMatchObject({
      budget: 'minute',
      limit: 20,
      untilMs: NOW + 12_000,
    });
  });

  it.each([
    ['seconds', { 'retry-after': '7' }, NOW + 7_000],
    ['an HTTP-date', { 'retry-after': new Date(NOW + 9_000).toUTCString() }, NOW + 9_000],
    ['zero', { 'retry-after': '0' }, NOW + 1_000],
    ['a date in the past', { 'retry-after': new Date(NOW - 90_000).toUTCString() }, NOW + 1_000],
    ['nonsense', { 'retry-after': 'soon' }, NOW + 60_000],
    [
      'more than the reset',
      { 'retry-after': '500', 'x-ratelimit-reset': String(NOW / 1_000 + 40) },
      NOW + 40_000,
    ],
    ['only a reset', { 'x-ratelimit-reset': String(NOW / 1_000 + 33) }, NOW + 33_000],
    [
      'a reset in the past',
      { 'retry-after': '5', 'x-ratelimit-reset': String(NOW / 1_000 - 1) },
      NOW + 60_000,
    ],
  ])('reads per_minute with Retry-After: %s', (_name, headers: Record<string, string>, untilMs) => {
    expect(read({ limit_type: 'per_minute' }, headers).untilMs).toBe(untilMs);
  });

  it.each([
    ['in seconds', String((NOW + 3_600_000) / 1_000), NOW + 3_600_000],
    ['in milliseconds', String(NOW + 3_600_000), NOW + 3_600_000],
    ['in the past', String(NOW / 1_000 - 5), NOW + 60_000],
    ['beyond the day', String(FIRST / 1_000), MIDNIGHT],
  ])('reads daily with a reset %s', (_name, reset, untilMs) => {
    expect(read({ limit_type: 'daily', retry_after: 60 }, { 'x-ratelimit-reset': reset }).untilMs).toBe(
      untilMs,
    );
  });

  it.each([
    [45, NOW + 45_000],
    [3_600, NOW + 3_600_000],
    [45_000, NOW + 45_000],
    ['60000', NOW + 60_000],
    [9_000_000, NOW + 3_600_000],
  ])('reads retry_after %s of per_minute as milliseconds if it is over an hour', (retry_after, untilMs) => {
    expect(read({ limit_type: 'per_minute', retry_after }).untilMs).toBe(untilMs);
  });

  it('does not open a day before its reset because of a short retry_after', () => {
    expect(read({ limit_type: 'daily', retry_after: 60 }).untilMs).toBe(MIDNIGHT);
  });

  it('never throws for any input, and always closes for between a second and a month', () => {
    const text = fc.oneof(fc.string(), fc.constantFrom('daily', 'per_minute', '-1', '1e9', '', ' 60 '));
    fc.assert(
      fc.property(
        fc.anything(),
        fc.dictionary(
          fc.constantFrom('retry-after', 'x-ratelimit-reset', 'x-ratelimit-limit-type', 'x-ratelimit-used'),
          text,
        ),
        (body, headers) => {
          const { untilMs, limit, used } = read(body, headers);
          expect(untilMs).toBeGreaterThanOrEqual(NOW + 1_000);
          expect(untilMs).toBeLessThanOrEqual(FIRST);
          for (const count of [limit, used]) if (count !== null) expect(Number.isInteger(count)).toBe(true);
        },
      ),
    );
  });
});

describe('limits', () => {
  it('are read from the documented headers; values that are not numbers are skipped', () => {
    const limits = limitsInHeaders({
      'x-ratelimit-per-minute-limit': '20',
      'x-ratelimit-daily-limit': 'lots',
      'x-ratelimit-monthly-limit': '0',
      'x-ratelimit-test-key-monthly-limit': '300',
      'x-ratelimit-limit': '5',
    });
    expect([...limits]).toEqual([
      ['minute', 20],
      ['test-key', 300],
    ]);
  });

  it('go down immediately, and up only if /stats agrees', () => {
    const before = { value: 300, source: 'documented' } as const;
    const header = (value: number, atMs = NOW) => ({ budget: 'day', source: 'header', value, atMs }) as const;
    const stats = (value: number, atMs = NOW) => ({ budget: 'day', source: 'stats', value, atMs }) as const;
    expect(limitAfter(before, [header(200)], NOW)).toEqual({ value: 200, source: 'header' });
    expect(limitAfter(before, [header(500)], NOW)).toEqual(before);
    expect(limitAfter(before, [header(500), stats(500)], NOW).value).toBe(500);
    expect(limitAfter(before, [header(250), stats(500)], NOW)).toEqual({ value: 250, source: 'header' });
    expect(limitAfter(before, [header(250, NOW - 90_000_000), stats(500)], NOW).value).toBe(500);
    expect(limitAfter(before, [stats(500, NOW - 90_000_000)], NOW)).toEqual(before);
  });
});
