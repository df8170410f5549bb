import { describe, expect, it } from 'vitest';
import { decodeContacts, isEmailShaped } from '../../../../electron/core/service-api/decoders/contacts.ts';
import { decodeFilters } from '../../../../electron/core/service-api/decoders/filters.ts';
import { decodeHealth, decodeStats } from '../../../../electron/core/service-api/decoders/stats.ts';
import { NO_ACCOUNT } from '../../../support/quota/governor-world.ts';

describe('contacts', () => {
  it('are counted for every row received, and returned only with a name or address', () => {
    const body = {
      data: [{ name: 'Ann', email: 'ann@acme.example' }, { title: 'CEO' }, 5, { email: 'not one' }],
    };
    const decoded = decodeContacts('c-1', body);
    expect(decoded?.rows).toBe(4);
    expect(decoded?.value.contacts.map(({ name, email, emailValid }) => [name, email, emailValid])).toEqual([
      ['Ann', 'ann@acme.example', true],
      [null, 'not one', false],
    ]);
    expect(decoded?.value.rawPersonal).toBe(body);
    expect(decodeContacts('c-1', { data: [] })?.value.contacts).toEqual([]);
    expect(decodeContacts('c-1', { data: null })).toBeNull();
  });

  it.each([
    ['ann@acme.example', true],
    ['ann.b+c@mail.acme.example', true],
    ["o'neil@acme.example", true],
    ['ann@acme', false],
    ['ann@@acme.example', false],
    ['ann@acme..example', false],
    ['.ann@acme.example', false],
    ['ann@acme.example?bcc=x@y.example', false],
    ['ann?bcc=x@acme.example', false],
    ['ann%0abcc@acme.example', false],
    ['ann@acme.example\nbcc', false],
    ['Ann <ann@acme.example>', false],
    [`${'a'.repeat(65)}@acme.example`, false],
  ])('have an address in %j: %s', (email, shaped) => {
    expect(isEmailShaped(email)).toBe(shaped);
  });
});

describe('filters, stats and health', () => {
  it('decodes filters in the spelling of requests', () => {
    const decoded = decodeFilters({
      data: {
        countries: ['US', 'de', 'Germany'],
        industries: ['A & B', 'C, D', 7],
        stages: ['Seed', 'undisclosed', 'Undisclosed'],
        company_sizes: ['1000+'],
        currencies: ['USD', 'x'],
        tags: [{ id: 't', name: 'AI', slug: 'ai', category: 'fifth' }],
        technologyOptions: Array.from({ length: 5_000 }, (_, index) => `tech ${index}`),
      },
      success: true,
      timestamp: 1,
    });
    expect(decoded?.value).toMatchObject({
      countries: ['US', 'DE'],
      industries: ['A & B', 'C, D'],
      stages: ['Seed', 'undisclosed'],
      companySizes: ['1000+'],
      currencies: ['USD'],
    });
    expect(decoded?.value.technologies).toHaveLength(5_000);
    expect(decodeFilters({ success: false, data: { countries: [] } })).toBeNull();
  });

  it('converts country names into codes', () => {
    const countries = ['Germany', 'Türkiye', 'Turkey', 'united states of america', 'uk', 'Atlantis', 'DE'];
    expect(decodeFilters({ data: { countries } })?.value.countries).toEqual(['DE', 'TR', 'US', 'GB']);
  });

  it('decodes filters with a single list', () => {
    expect(decodeFilters({ data: { currencies: ['usd'] } })?.value).toMatchObject({
      currencies: ['USD'],
      countries: [],
      tags: [],
    });
    expect(decodeFilters({ data: { countries: null } })).toBeNull();
  });

  it('decodes stats, whichever parts exist', () => {
    const decoded = decodeStats({
      api_key: { name: 'Laptop', type: 'Test' },
      rate_limits: {
        per_minute: { limit: 20, used: 1, remaining: 19, reset_unix: 1_767_225_600 },
        daily: null,
        monthly: { limit: 'many' },
        test_key_monthly: { limit: 300, used: 2 },
      },
    });
    expect(decoded?.value).toEqual({
      keyType: 'test',
      keyName: 'Laptop',
      budgets: {
        perMinute: { limit: 20, used: 1, remaining: 19, resetsAtMs: 1_767_225_600_000 },
        daily: null,
        monthly: { limit: null, used: null, remaining: null, resetsAtMs: null },
        monthlyExport: null,
        dailyCompanyDetail: null,
        monthlyPagination: null,
        testKeyMonthly: { limit: 300, used: 2, remaining: null, resetsAtMs: null },
      },
      account: NO_ACCOUNT,
    });
    expect(decodeStats({})).toBeNull();
  });

  it('decodes the account in stats, and leaves out missing and hostile values', () => {
    const account = (body: object) => decodeStats({ rate_limits: {}, ...body })?.value.account;
    expect(
      account({
        api_key: { created_at: 1_767_225_600, last_used_at: '1767225600' },
        average_response_time: 42.5,
        daily_usage: [
          { date: '2026-03-15', requests: 7 },
          { date: '2026-03-14', requests: '3' },
          { date: '2026-03-15', requests: 5 },
          { date: '2026-02-31', requests: 1 },
          { date: '2026-03-13', requests: -1 },
          { date: '2026-03-12' },
          'text',
          null,
        ],
        endpoints_used: ['get_stats', 7, 'x'.repeat(500), 'get_stats'],
        failed_requests: 1,
        successful_requests: 2,
        total_requests: 3,
        user_rate_limit: 20,
      }),
    ).toEqual({
      keyCreatedAtMs: 1_767_225_600_000,
      keyLastUsedAtMs: 1_767_225_600_000,
      successful: 2,
      failed: 1,
      total: 3,
      averageResponseTime: 42.5,
      userRateLimit: 20,
      endpoints: ['get_stats', 'x'.repeat(60)],
      days: [
        { startMs: Date.UTC(2026, 2, 14), requests: 3 },
        { startMs: Date.UTC(2026, 2, 15), requests: 7 },
      ],
    });
    expect(
      account({
        api_key: { created_at: {}, last_used_at: -1 },
        average_response_time: 'fast',
        daily_usage: { '2026-03-15': 7 },
        endpoints_used: { a: 1 },
        failed_requests: 1.5,
        successful_requests: null,
        total_requests: [],
        user_rate_limit: 'many',
      }),
    ).toEqual(NO_ACCOUNT);
    const many = Array.from({ length: 5_000 }, (_, at) => ({ date: '2026-03-15', requests: at, name: 'x' }));
    expect(
      account({ daily_usage: many, endpoints_used: many.map(({ requests }) => `e${requests}`) }),
    ).toMatchObject({
      days: [{ requests: 399 }],
      endpoints: { length: 50 },
    });
  });

  it('decodes any health status', () => {
    expect(decodeHealth({ status: 'degraded', version: 2 })).toEqual({
      rows: 0,
      value: { status: 'degraded', version: '2' },
    });
    expect(decodeHealth([])).toBeNull();
  });
});
