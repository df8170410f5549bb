import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFetchTransport } from '../../../electron/adapters/fetch-transport.ts';
import { createClient, type ClientOptions } from '../../../electron/core/service-api/client.ts';
import { TransportFailure, type HttpTransport } from '../../../electron/core/ports.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import { fundingsQuerySchema } from '../../../shared/model/query.ts';
import { startFaultServer, type Fault, type FaultServer } from '../../support/simulator/fault-server.ts';
import { byTest, createDirectGovernor, NO_HINTS, SERVER_NOW_MS } from './direct-governor.ts';

const KEY = 'fs_live_0123456789abcdef';
const query = fundingsQuerySchema.parse({
  fundingDateStart: '2026-01-01',
  fundingDateEnd: '2026-01-07',
  limit: 25,
  offset: 0,
  stages: ['Series C+'],
});

let server: FaultServer;
beforeAll(async () => {
  server = await startFaultServer();
});
beforeEach(() => server.answer({ body: { status: 'healthy', version: '1' } }));
afterAll(() => server.dispose());

const setUp = (fault: Fault = 'ok', more: Partial<ClientOptions> = {}) => {
  const direct = createDirectGovernor();
  const client = createClient({
    watch: { answered: () => undefined },
    governor: direct.governor,
    transport: createFetchTransport((url, init) => fetch(url, init)),
    baseUrl: server.baseUrl(fault),
    apiKey: () => Promise.resolve(KEY),
    userAgent: 'Roundwatch/0.1.0',
    hints: NO_HINTS,
    ...more,
  });
  return { client, runs: direct.runs };
};
const ignore = (): void => undefined;
const failureOf = async (work: Promise<unknown>): Promise<unknown> => {
  try {
    return await work;
  } catch (error) {
    expect(inspect(error, { depth: 10 })).not.toContain(KEY);
    return error instanceof AppFailure ? error.appError : error;
  }
};

describe('client', () => {
  it('sends the key, the app’s name and no unnecessary headers', async () => {
    const { client } = setUp();
    await client.request({ endpoint: 'health' }, byTest, ignore);
    const hit = server.hits.at(-1);
    expect(hit).toMatchObject({ method: 'GET', path: '/ok/api/v1/health' });
    expect(hit?.headers).toMatchObject({
      authorization: `Bearer ${KEY}`,
      accept: 'application/json',
      'user-agent': 'Roundwatch/0.1.0',
    });
    expect(hit?.headers.cookie).toBeUndefined();
    expect(hit?.path).not.toContain(KEY);
  });

  it('sends the canonical request, and stores the response before it returns', async () => {
    const { client, runs } = setUp();
    const data = [{ id: 'f', company: { id: 'c', name: 'Acme' } }, { id: 'g' }];
    server.answer({ body: { data, pagination: { total: 2, has_more: false } } });
    const stored: unknown[] = [];
    const fetched = await client.request({ endpoint: 'fundings', query }, byTest, (page, nowMs) =>
      stored.push([page, nowMs]),
    );
    expect(server.hits.at(-1)?.path).toBe(`/ok/api/v1${runs[0]?.call.canonical}`);
    expect(server.hits.at(-1)?.path).toContain('stages%5B%5D=Series+C%2B');
    expect(fetched.value).toMatchObject({ setAside: 1, total: 2, hasMore: false });
    expect(stored).toEqual([[fetched.value, SERVER_NOW_MS]]);
    expect(runs[0]?.answered?.rows).toBe(2);
  });

  it('reports the charged rows of each endpoint', async () => {
    const { client, runs } = setUp();
    server.answer({ body: { data: [{ name: 'Ann' }, {}, 5] } });
    await client.request({ endpoint: 'contacts', companyId: 'a/b' }, byTest, ignore);
    server.answer({ body: { id: 'a/b', companyName: 'Acme' } });
    await client.request({ endpoint: 'company', companyId: 'a/b' }, byTest, ignore);
    server.answer({ body: { data: { countries: ['DE'] } } });
    await client.request({ endpoint: 'filters' }, byTest, ignore);
    server.answer({ body: { rate_limits: {} } });
    await client.request({ endpoint: 'stats' }, byTest, ignore);
    server.answer({ body: { status: 'healthy' } });
    await client.request({ endpoint: 'health' }, byTest, ignore);
    expect(runs.map(({ answered }) => answered?.rows)).toEqual([3, 1, 1, 1, 0]);
    expect(server.hits.at(-5)?.path).toBe('/ok/api/v1/companies/a%2Fb/contacts');
  });

  it('reports the charged rows of company endpoints, and distinguishes none from missing', async () => {
    const { client, runs } = setUp();
    const roles = { page: 2, perPage: 30, department: 'it', search: 'C++' } as const;
    const calls = [
      () => client.request({ endpoint: 'tech-stack', companyId: 'c' }, byTest, ignore),
      () => client.request({ endpoint: 'rounds', companyId: 'c' }, byTest, ignore),
      () => client.request({ endpoint: 'highlights', companyId: 'c' }, byTest, ignore),
      () => client.request({ endpoint: 'news', companyId: 'c' }, byTest, ignore),
      () => client.request({ endpoint: 'open-roles', companyId: 'c', query: roles }, byTest, ignore),
    ];
    const charged = async (body: unknown): Promise<unknown[]> => {
      server.answer({ body });
      for (const call of calls) await failureOf(call());
      return runs.slice(-calls.length).map(({ answered }) => [answered?.value !== null, answered?.rows]);
    };
    const two = [{ id: 1, highlight: 'h', title: 't', stage: 'Seed', name: 'n' }, 'x'];
    expect(await charged({ data: two })).toEqual([1, 2, 2, 2, 2].map((rows) => [true, rows]));
    expect(await charged({ data: [] })).toEqual([1, 0, 0, 0, 0].map((rows) => [true, rows]));
    // These bodies do not show how many records the service charged, so the client counts the worst case.
    for (const body of [{ message: 'hello' }, { success: false, data: two }, { data: null }, 7])
      expect(await charged(body)).toEqual([1, 10, 15, 25, 30].map((rows) => [false, rows]));
    expect(server.hits.slice(-5).map(({ path }) => path.replace('/ok/api/v1/companies/c', ''))).toEqual([
      '/tech-stack',
      '/fundings',
      '/highlights',
      '/news',
      '/open-roles?department=it&page=2&per_page=30&search=C%2B%2B',
    ]);
  });

  it.each([
    ['no-key', ''],
    ['no-key', '  \n'],
    ['key-refused', 'two\nlines'],
    ['key-refused', 'schlüssel'],
  ] as const)('sends nothing without a usable key (%s)', async (reason, key) => {
    const { client, runs } = setUp('ok', { apiKey: () => Promise.resolve(key) });
    const before = server.hits.length;
    expect(await failureOf(client.request({ endpoint: 'stats' }, byTest, ignore))).toEqual({
      kind: 'unauthorized',
      reason,
    });
    expect(runs).toHaveLength(0);
    expect(server.hits).toHaveLength(before);
  });

  it('reports a locked key, before and after waiting in the queue', async () => {
    const locked = new AppFailure({ kind: 'unauthorized', reason: 'key-locked' });
    const never = setUp('ok', { apiKey: () => Promise.reject(locked) });
    expect(await failureOf(never.client.request({ endpoint: 'stats' }, byTest, ignore))).toBe(
      locked.appError,
    );
    expect(never.runs).toHaveLength(0);
    let keyReads = 0;
    const later = setUp('ok', {
      apiKey: () => ((keyReads += 1) === 1 ? Promise.resolve(KEY) : Promise.reject(locked)),
    });
    const before = server.hits.length;
    expect(await failureOf(later.client.request({ endpoint: 'stats' }, byTest, ignore))).toBe(
      locked.appError,
    );
    expect(server.hits).toHaveLength(before);
  });

  it('reads the key for every request', async () => {
    const keys = ['first', 'first', 'first', 'second'];
    const { client } = setUp('ok', { apiKey: () => Promise.resolve(keys.shift() ?? '') });
    await client.request({ endpoint: 'health' }, byTest, ignore);
    await client.request({ endpoint: 'health' }, byTest, ignore);
    expect(server.hits.slice(-2).map(({ headers }) => headers.authorization)).toEqual([
      'Bearer first',
      'Bearer second',
    ]);
  });

  it('rejects invalid requests before the governor is called', async () => {
    const { client, runs } = setUp();
    expect(
      await failureOf(client.request({ endpoint: 'company', companyId: '..' }, byTest, ignore)),
    ).toMatchObject({ kind: 'validation' });
    const backwards = { ...query, fundingDateStart: '2026-02-01' };
    expect(
      await failureOf(client.request({ endpoint: 'fundings', query: backwards }, byTest, ignore)),
    ).toMatchObject({ kind: 'validation' });
    expect(runs).toHaveLength(0);
  });

  it('is not created for an address that must not get the key', () => {
    for (const baseUrl of ['http://api.example.com/api/v1', 'https://u:p@api.example.com/api/v1', 'nowhere'])
      expect(() => setUp('ok', { baseUrl })).toThrow(AppFailure);
  });
});

describe('failures', () => {
  it.each<[Fault, object]>([
    ['html-404', { kind: 'not-found', what: 'service' }],
    ['html-502', { kind: 'upstream', status: 502, code: null, retryable: true }],
    ['empty', { kind: 'network', reason: 'not-json' }],
    ['deep', { kind: 'network', reason: 'not-json' }],
  ])('%s', async (fault, error) => {
    expect(
      await failureOf(setUp(fault).client.request({ endpoint: 'company', companyId: 'c' }, byTest, ignore)),
    ).toEqual(error);
  });

  it.each<[Fault, string]>([
    ['redirect', 'redirect'],
    ['truncated-length', 'connection'],
    ['oversize', 'too-large'],
    ['big-header', 'too-large'],
  ])('passes %s to the governor', async (fault, reason) => {
    const failure = await failureOf(
      setUp(fault).client.request({ endpoint: 'company', companyId: 'c' }, byTest, ignore),
    );
    expect(failure).toBeInstanceOf(TransportFailure);
    expect(failure).toMatchObject({ reason });
  });

  it('parses JSON with any content type, and with a byte order mark', async () => {
    for (const fault of ['wrong-type', 'bom'] as const)
      expect((await setUp(fault).client.request({ endpoint: 'health' }, byTest, ignore)).value).toEqual({
        status: 'healthy',
        version: '1',
      });
  });

  it.each([
    [
      404,
      { code: 'CONTACTS_NOT_AVAILABLE', error: 'x', hint: 'h' },
      { kind: 'not-available', what: 'contacts', hint: 'h' },
    ],
    [404, { error: 'Company not found' }, { kind: 'not-found', what: 'company' }],
    [400, { error: 'bad', code: 'BAD' }, { kind: 'upstream', status: 400, code: 'BAD', retryable: false }],
  ])('%i %j', async (status, body, error) => {
    const { client, runs } = setUp();
    server.answer({ status, body });
    expect(await failureOf(client.request({ endpoint: 'contacts', companyId: 'c' }, byTest, ignore))).toEqual(
      error,
    );
    expect(runs[0]?.answered).toMatchObject({ status, rows: 0, value: null, body });
  });

  it('maps a 404 differently for an unknown company and for a later page', async () => {
    const none = { error: 'None', code: 'NEWS_NOT_FOUND' };
    const failuresOf = async (body: unknown, isKnown: boolean, page = 1) => {
      server.answer({ status: 404, body });
      const { client } = setUp('ok', { hints: { ...NO_HINTS, isKnown: () => isKnown } });
      return [
        await failureOf(client.request({ endpoint: 'news', companyId: 'c' }, byTest, ignore)),
        await failureOf(client.request({ endpoint: 'tech-stack', companyId: 'c' }, byTest, ignore)),
        await failureOf(
          client.request(
            { endpoint: 'open-roles', companyId: 'c', query: { page, perPage: 25 } },
            byTest,
            ignore,
          ),
        ),
      ];
    };
    const company = { kind: 'not-found', what: 'company' };
    const news = { kind: 'not-available', what: 'news', hint: null };
    const stack = { kind: 'not-available', what: 'tech-stack', hint: null };
    expect(await failuresOf(none, true)).toEqual([news, stack, company]);
    const unsure = { ambiguous: true };
    expect(await failuresOf(none, false)).toEqual([{ ...news, ...unsure }, { ...stack, ...unsure }, company]);
    const page = { kind: 'not-available', what: 'page', hint: null };
    expect(await failuresOf({ error: 'No such page' }, true, 2)).toEqual([news, stack, page]);
    const service = { kind: 'not-found', what: 'service' };
    expect(await failuresOf('<html>', true, 2)).toEqual([service, service, service]);
  });

  it('counts an unreadable 2xx as charged in full', async () => {
    const { client, runs } = setUp();
    for (const body of ['<html>', { success: false, data: [] }, { data: {} }]) {
      server.answer({ body });
      await failureOf(client.request({ endpoint: 'fundings', query }, byTest, ignore));
    }
    expect(runs.map(({ answered }) => [answered?.value, answered?.rows])).toEqual(Array(3).fill([null, 25]));
  });

  it('bounds every request', async () => {
    const requests: Parameters<HttpTransport['get']>[0][] = [];
    const transport: HttpTransport = {
      get: (request) => {
        requests.push(request);
        return Promise.resolve({ status: 200, headers: {}, body: '{"status":"ok"}' });
      },
    };
    await setUp('ok', { transport, baseUrl: 'https://api.example.com/api/v1/' }).client.request(
      { endpoint: 'health' },
      byTest,
      ignore,
    );
    expect(requests[0]).toMatchObject({
      url: 'https://api.example.com/api/v1/health',
      headTimeoutMs: 15_000,
      totalTimeoutMs: 30_000,
      maxBodyBytes: 5 * 1024 * 1024,
    });
  });
});
