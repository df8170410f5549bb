import { request } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import {
  parseSnapshot,
  type Simulator,
  type SimulatorOptions,
} from '../../../../electron/simulator/index.ts';
import { visibleRounds } from '../../../../electron/simulator/data/company-model.ts';
import { createWorld } from '../../../../electron/simulator/data/world.ts';
import { asRow, asRows, charged, DAY_MS, day, EPOCH_MS, get, lastDays, page, start } from '../support.ts';

let simulator: Simulator;
const open = async (options: SimulatorOptions = {}): Promise<void> => {
  simulator = await start({ companies: 700, nowMs: () => EPOCH_MS, ...options });
};
afterEach(() => simulator.dispose());

/** Sends a request that `fetch` would not send, and returns the status. */
const rawStatus = (
  method: string,
  headers: Record<string, string>,
  path = '/api/v1/health',
): Promise<number> =>
  new Promise((resolve, reject) => {
    const { port } = new URL(simulator.baseUrl);
    const sent = request({ host: '127.0.0.1', port, method, path, headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on('error', reject).end();
  });

describe('access', () => {
  it('accepts the key only as an exact Bearer header', async () => {
    await open();
    const key = simulator.liveKey;
    expect(await rawStatus('GET', { authorization: `Bearer ${key}` })).toBe(200);
    expect(await rawStatus('GET', { AUTHORIZATION: `Bearer ${key}` })).toBe(200);
    for (const wrong of [`bearer ${key}`, `Bearer  ${key}`, key, `Basic ${key}`, 'Bearer ', `Bearer ${key}x`])
      expect(await rawStatus('GET', { authorization: wrong }), wrong).toBe(401);
    expect(await rawStatus('GET', {}, `/api/v1/health?api_key=${key}`)).toBe(401);
    expect(await rawStatus('GET', {}, `/api/v1/health?whatever=${key}`)).toBe(401);
    expect(JSON.stringify(simulator.transcript())).not.toContain(key);
    const { body, headers } = await get(simulator, '/health', [], 'fs_live_wrong');
    expect(typeof body['error']).toBe('string');
    expect(headers.get('x-ratelimit-daily-limit')).toBeNull();
  });

  it('is read-only, and limited to its base path', async () => {
    await open();
    const authorization = `Bearer ${simulator.liveKey}`;
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'])
      expect(await rawStatus(method, { authorization }), method).toBe(405);
    for (const path of [
      '/',
      '/api/v1',
      '/api/v2/health',
      '/__sim/state',
      '/api/v1/__sim/state',
      '/api/v1/companies/%zz',
    ])
      expect(await rawStatus('GET', { authorization }, path), path).toBe(404);
  });

  it('rejects revoked keys and lapsed plans', async () => {
    await open();
    simulator.setPlanLapsed(true);
    expect(await get(simulator, '/health')).toMatchObject({
      status: 403,
      body: { error: expect.any(String) },
    });
    simulator.setPlanLapsed(false);
    simulator.setKeyRevoked('live', true);
    expect((await get(simulator, '/health')).status).toBe(401);
    expect((await get(simulator, '/health', [], simulator.testKey)).status).toBe(200);
    simulator.setKeyRevoked('live', false);
    expect((await get(simulator, '/health')).status).toBe(200);
  });
});

describe('lists', () => {
  it('reject wrong dates, limits and offsets with a message', async () => {
    await open();
    const dates = (from: string, to: string): [string, string][] => [
      ['funding_date_start', from],
      ['funding_date_end', to],
    ];
    const wrong: [string, string][][] = [
      [],
      [['funding_date_start', day(-3)]],
      dates('14.11.2026', day(0)),
      dates('2026-02-30', day(0)),
      dates(day(0), day(-1)),
      [...lastDays(9), ['limit', '0']],
      [...lastDays(9), ['limit', '51']],
      [...lastDays(9), ['limit', 'many']],
      [...lastDays(9), ['offset', '-1']],
      [...lastDays(9), ['offset', '500']],
    ];
    for (const path of ['/companies', '/fundings']) {
      for (const params of wrong) {
        const { status, body } = await get(simulator, path, params);
        expect([status, typeof body['error']], JSON.stringify(params)).toEqual([400, 'string']);
      }
    }
  });

  it('return 500 rows of a larger set, and truncate the page that crosses the end', async () => {
    await open({ companies: 3_000 });
    const params = (offset: number): [string, string][] => [
      ...lastDays(60),
      ['limit', '50'],
      ['offset', String(offset)],
    ];
    const first = await page(simulator, '/fundings', params(0));
    expect(first).toMatchObject({ limit: 50, hasMore: true });
    expect(first.total).toBeGreaterThan(500);
    const last = await page(simulator, '/fundings', params(480));
    expect(last.rows).toHaveLength(20);
    expect(last).toMatchObject({ total: first.total, hasMore: false });
    expect((await page(simulator, '/fundings', params(499))).rows).toHaveLength(1);
  });

  it('have the documented shapes', async () => {
    await open();
    const companies = await page(simulator, '/companies', lastDays(60));
    expect(companies.rows).toHaveLength(25);
    expect(Object.keys(companies.rows[0] ?? {}).sort()).toEqual([
      'companyName',
      'country',
      'country_name',
      'currency',
      'fundingAmount',
      'fundingAnnounceDate',
      'id',
      'stage',
    ]);
    for (const row of companies.rows) {
      expect(row['fundingAmount']).toMatch(/^(\d+(\.\d+)?[KMB]?|undisclosed)$/);
      expect(row['fundingAnnounceDate']).toMatch(/^2026-\d\d-\d\d$/);
    }
    const events = await page(simulator, '/fundings', lastDays(60));
    const keys = ['company', 'currency', 'fundingAmount', 'fundingAnnounceDate', 'id', 'stage'];
    expect(Object.keys(events.rows[0] ?? {}).sort()).toEqual(keys);
    expect(Object.keys(asRow(events.rows[0]?.['company'])).sort()).toEqual([
      'country',
      'id',
      'industries',
      'name',
      'tags',
    ]);
  });

  it('include new rounds as time passes, never before their publication', async () => {
    await open();
    const future: [string, string][] = [
      ['funding_date_start', day(1)],
      ['funding_date_end', day(400)],
    ];
    expect((await page(simulator, '/fundings', future)).total).toBe(0);
    for (const days of [30, 180, 395]) {
      simulator.setNow(EPOCH_MS + days * DAY_MS);
      const month: [string, string][] = [
        ['funding_date_start', day(days - 30)],
        ['funding_date_end', day(days)],
      ];
      expect((await page(simulator, '/fundings', month)).total, `after ${days} days`).toBeGreaterThan(20);
    }
  });
});

describe('companies', () => {
  const newest = async (params: [string, string][]): Promise<Record<string, unknown>[]> =>
    (await page(simulator, '/fundings', [...params, ['limit', '50'], ['validated_contacts', 'true']])).rows;
  const contactsOf = (id: string) => get(simulator, `/companies/${id}/contacts`);
  const closed = {
    status: 404,
    body: { code: 'CONTACTS_NOT_AVAILABLE', error: expect.any(String), hint: expect.any(String) },
  };

  it('have contacts until 30 days after the announcement, to the millisecond', async () => {
    await open();
    const world = createWorld({ seed: 5, companies: 700, epochMs: EPOCH_MS });
    const company = world.companies.find(
      (item) =>
        item.hasValidatedContacts &&
        visibleRounds(item, EPOCH_MS + 40 * DAY_MS).at(-1)?.announcedOn === day(-10),
    );
    if (!company) throw new Error('no company of that day');
    const path = `/companies/${company.id}`;
    simulator.setNow(Date.parse(`${day(20)}T00:00:00Z`) - 1);
    const open30 = await contactsOf(company.id);
    expect(open30.status).toBe(200);
    expect(asRows(open30.body['data'])).toHaveLength(company.contactCount);
    expect(charged(simulator)).toEqual({
      requests: 1,
      records: company.contactCount,
      pageTurns: 0,
      companies: 1,
    });
    expect(asRows((await get(simulator, path)).body['contacts'])).toHaveLength(company.contactCount);
    simulator.advance(1);
    expect(await contactsOf(company.id)).toMatchObject(closed);
    const detail = await get(simulator, path);
    expect(detail.body).not.toHaveProperty('contacts');
    expect(detail.body['total_contacts']).toBe(company.contactCount);
    simulator.reveal(company.id);
    expect((await contactsOf(company.id)).status).toBe(200);
    expect(asRow(asRows((await get(simulator, path)).body['contacts'])[0])).not.toHaveProperty('email');
    expect(() => simulator.reveal('cmp_none')).toThrow(RangeError);
  });

  it('have a detail with every documented field at the top level', async () => {
    await open();
    const [event] = await newest(lastDays(10));
    const { id, name } = asRow(event?.['company']);
    const { body, status } = await get(simulator, `/companies/${String(id)}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id,
      companyName: name,
      description: expect.stringMatching(/^[^.]+\. .+\.$/),
    });
    expect(Object.keys(body).sort()).toEqual(
      'companyName contacts country country_name description fundings highlights id industries linkedinUrl tags tech_stack total_contacts total_fundings website'.split(
        ' ',
      ),
    );
    expect(asRows(body['fundings'])).toHaveLength(Number(body['total_fundings']));
    expect(asRow(body['tech_stack'])['companyId']).toBe(id);
    const rounds = asRows((await get(simulator, `/companies/${String(id)}/fundings`)).body['data']);
    expect(rounds).toHaveLength(Number(body['total_fundings']));
    for (const round of rounds)
      expect(round['fundingAnnounceDate']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00[+-]\d\d:\d\d$/);
    expect(String(rounds[0]?.['fundingAnnounceDate']).slice(0, 10)).toBe(
      asRows(body['fundings'])[0]?.['fundingAnnounceDate'],
    );
  });

  it('return 404 in the documented ways', async () => {
    await open();
    const error = expect.any(String);
    const status = 404;
    expect(await get(simulator, '/companies/a%2Fb')).toMatchObject({
      status,
      body: { error, message: error },
    });
    expect(await get(simulator, '/companies/none/tech-stack')).toMatchObject({ status, body: { error } });
    expect(await get(simulator, '/companies/none/fundings')).toMatchObject({ status, body: { error } });
    expect(await get(simulator, '/companies/none/highlights')).toMatchObject({
      status,
      body: { code: 'HIGHLIGHTS_NOT_FOUND', error },
    });
    expect(await get(simulator, '/companies/none/news')).toMatchObject({
      status,
      body: { code: 'NEWS_NOT_FOUND', error },
    });
    expect(await get(simulator, '/companies/none/open-roles')).toMatchObject({ status, body: { error } });
  });

  it('have open roles in pages, which can be filtered', async () => {
    await open();
    const { rows } = await page(simulator, '/companies', [
      ...lastDays(60),
      ['limit', '50'],
      ['has_open_roles', 'true'],
      ['hiring_departments', 'it'],
    ]);
    const path = `/companies/${String(rows[0]?.['id'])}/open-roles`;
    const all = await get(simulator, path);
    const { total } = asRow(all.body['pagination']);
    expect(all.body['pagination']).toEqual({ page: 1, per_page: 25, total, has_more: false });
    expect(asRows(all.body['data'])).toHaveLength(Number(total));
    const engineers = asRows((await get(simulator, path, [['department', 'it']])).body['data']);
    expect(engineers.length).toBeGreaterThan(0);
    expect(engineers).toEqual(asRows(all.body['data']).filter((role) => role['hunterDepartment'] === 'it'));
    const noRoles = await get(simulator, path, [
      ['department', 'it'],
      ['search', 'no such title'],
    ]);
    expect(noRoles.body).toMatchObject({ data: [], pagination: { total: 0, has_more: false } });
    const unknown = asRows((await get(simulator, path, [['department', 'gardening']])).body['data']);
    expect(unknown).toEqual([]);
    const one = await get(simulator, path, [['per_page', '1']]);
    expect(one.body['pagination']).toEqual({ page: 1, per_page: 1, total, has_more: Number(total) > 1 });
    expect((await get(simulator, path, [['page', '-1']])).status).toBe(400);
  });
});

describe('filters, time and restarts', () => {
  it('/filters lists the values used in rows', async () => {
    await open();
    const { body } = await get(simulator, '/filters');
    const data = asRow(body['data']);
    expect(body['success']).toBe(true);
    expect(body['timestamp']).toBe(EPOCH_MS / 1_000);
    expect(data['stages']).toEqual([
      'Pre-Seed',
      'Seed',
      'Series A',
      'Series B',
      'Series C+',
      'Debt',
      'Bootstrapped',
      'undisclosed',
    ]);
    expect(data['company_sizes']).toEqual(['1-10', '11-50', '51-200', '201-1000', '1000+']);
    expect(data['currencies']).toEqual(expect.arrayContaining(['USD', 'EUR', 'GBP', 'INR', 'TRY', 'JPY']));
    const { rows } = await page(simulator, '/fundings', [...lastDays(60), ['limit', '50']]);
    for (const row of rows) {
      expect(data['countries']).toContain(asRow(row['company'])['country']);
      expect(data['currencies']).toContain(row['currency']);
      expect(data['tags']).toEqual(expect.arrayContaining(asRows(asRow(row['company'])['tags'])));
    }
  });

  it('the Date header and /health contain virtual time', async () => {
    await open();
    simulator.advance(12 * 3_600_000);
    const { headers, body } = await get(simulator, '/health');
    expect(Date.parse(headers.get('date') ?? '')).toBe(EPOCH_MS + 12 * 3_600_000);
    expect(body).toMatchObject({
      status: 'healthy',
      timestamp: EPOCH_MS / 1_000 + 43_200,
      version: expect.any(String),
    });
  });

  it('a restart continues where the service stopped', async () => {
    await open();
    const event = (await page(simulator, '/fundings', lastDays(60))).rows[0];
    const id = String(asRow(event?.['company'])['id']);
    await get(simulator, `/companies/${id}`, [], simulator.testKey);
    simulator.reveal(id);
    simulator.advance(45 * DAY_MS);
    await get(simulator, `/companies/${id}`);
    const before = simulator.snapshot();
    const stored: unknown = JSON.parse(JSON.stringify(before));
    const detail = (await get(simulator, `/companies/${id}`)).body;
    await simulator.dispose();
    const restore = parseSnapshot(stored);
    if (!restore) throw new Error('not a snapshot');
    await open({ seed: 99, restore, makeWorld: createWorld });
    expect(simulator.snapshot()).toEqual(before);
    expect(simulator.nowMs()).toBe(EPOCH_MS + 45 * DAY_MS + 4_000);
    expect((await get(simulator, `/companies/${id}`)).body).toEqual(detail);
    expect(simulator.liveKey).toBe(before.keys.live);
    expect(parseSnapshot({ ...before, version: 2 })).toBeNull();
    expect(parseSnapshot('damaged')).toBeNull();
    expect(JSON.stringify(before).length).toBeLessThan(5_000);
  });

  it('the same seed gives the same rows, another seed gives others', async () => {
    const rows = async (seed: number): Promise<unknown> => {
      // Creates a new world each time. If both services shared a world, equal rows would prove nothing.
      await open({ seed, makeWorld: createWorld });
      const found = await page(simulator, '/fundings', [...lastDays(60), ['limit', '50']]);
      await simulator.dispose();
      return found;
    };
    const first = await rows(1);
    expect(await rows(1)).toEqual(first);
    expect(await rows(2)).not.toEqual(first);
  });
});

describe('profiles', () => {
  it('hostile: missing, null, wrong types, unknown keys and both layouts, the same each time', async () => {
    await open({ profile: 'hostile' });
    simulator.freeze(true);
    const read = () => get(simulator, '/companies', [...lastDays(60), ['limit', '50']]);
    const rows = asRows((await read()).body['data']);
    expect(asRows((await read()).body['data'])).toEqual(rows);
    expect(rows.some((row) => Object.values(row).includes(null))).toBe(true);
    expect(rows.some((row) => Object.keys(row).some((key) => key.startsWith('x_')))).toBe(true);
    expect(rows.some((row) => 'fundingAmountFormatted' in row)).toBe(true);
    expect(rows.some((row) => !('fundingAmountFormatted' in row))).toBe(true);
  });

  it('strict: 422 for dates, 400 for unknown values and long spans', async () => {
    await open({ profile: 'strict' });
    expect((await get(simulator, '/fundings')).status).toBe(422);
    expect((await get(simulator, '/fundings', [...lastDays(9), ['countries', 'XX']])).status).toBe(400);
    expect((await get(simulator, '/fundings', lastDays(91))).status).toBe(422);
    expect(
      (await get(simulator, '/fundings', [...lastDays(9), ['offset', '480'], ['limit', '50']])).status,
    ).toBe(400);
  });
});
