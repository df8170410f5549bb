import { KEY_CHECK } from '../../support/common/key-check.ts';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { parseBaseUrl } from '../../../electron/core/service-api/base-url.ts';
import type { Bench, Benches, Row } from '../kit/bench.ts';
import { getPath, companyId, required, ignore, pick, LAST_60_DAYS, textAt } from '../kit/requests.ts';
import { assertLedger, serviceCounters, errorOf, ledgerOf, lastSeq } from '../kit/match-ledger.ts';
import { withListener } from '../kit/webhook-listener.ts';
import { keyAtReceiver } from '../webhook/receiver.ts';
import { failureOf } from '../../support/common/failure.ts';
import { until } from '../../support/common/until.ts';

const PATHS = [
  '/health',
  '/filters',
  '/stats',
  `/fundings?${LAST_60_DAYS}`,
  `/companies?${LAST_60_DAYS}`,
  '/companies/cmp_none',
];

/** Rows for section 3.8 of the requirements: API keys. */
export const ROWS_5: readonly Row[] = [
  {
    id: 'R-5-1',
    title: 'sends the key with every request, /health included; 401 without',
    part: 'C+S',
    run: async ({ open }) => {
      const seen: string[] = [];
      const bench = await open({
        transport: (real) => ({
          get: (request) => (seen.push(request.headers['Authorization'] ?? ''), real.get(request)),
        }),
      });
      for (const path of PATHS) {
        const answer = await bench.raw(path, { headers: { Authorization: '' } });
        assert.equal(answer.status, 401, path);
        assert.equal(typeof pick(answer.body, 'error'), 'string');
      }
      const { client, context } = await bench.core();
      await client.request({ endpoint: 'health' }, context(), ignore);
      await client.request({ endpoint: 'filters' }, context(), ignore);
      await client.request({ endpoint: 'stats' }, context(), ignore);
      await client.request({ endpoint: 'company', companyId: await companyId(bench) }, context(), ignore);
      assert.deepEqual(
        seen,
        Array.from({ length: 4 }, () => `Bearer ${bench.apiKey}`),
      );
    },
  },
  {
    id: 'R-5-2',
    title: 'the key is in no file, log, ledger or reply; one request validates it',
    part: 'C',
    run: async ({ open }) => hidesKey(await open()),
  },
  {
    id: 'R-5-3',
    title: 'key revoked: one 401 stops all requests for free; offline use continues',
    part: 'C+S',
    run: async ({ open }) => stopsOnRefusal(await open()),
  },
  {
    id: 'R-5-4',
    title: 'rejects http except on this machine, and untrusted certificates',
    part: 'C+S',
    run: refusesPlain,
  },
  {
    id: 'R-5-5',
    title: 'recognises a test key by its header and by /stats; budgets are shared',
    part: 'C+S',
    run: async ({ open }) => testKey(await open({ keyType: 'test' })),
  },
  {
    id: 'R-5-6',
    title: 'every delivery has the webhook key in one of five formats',
    part: 'C+S',
    run: async ({ open }) => {
      await webhookKey(await open());
      await keyAtReceiver(await open());
    },
  },
];

const FILES = [
  'cache.db',
  'ledger.db',
  'yours.db',
  'cache.db-wal',
  'ledger.db-wal',
  'workspace.json',
  'workspace.copy.json',
];

async function hidesKey(bench: Bench): Promise<void> {
  const key = bench.apiKey;
  const app = await bench.app();
  assert.equal(bench.simulator.transcript().length, 1, 'connecting is one request');
  await app.search({ limit: 5 });
  await errorOf(app.fetchProfile('cmp_none'));
  const state = await app.api.keys.state({});
  assert.deepEqual(state.apiKey, { state: 'ready', place: 'session' });
  const visible = [state, await app.api.workspaces.list({}), await ledgerOf(app), app.app.logged];
  assert.ok(!JSON.stringify(visible).includes(key), 'the key was returned');
  const folder = join(app.app.dataDir, 'workspaces', app.workspace.id);
  let read = 0;
  for (const name of FILES) {
    const bytes = fileOf(join(folder, name));
    read += bytes.length;
    assert.ok(!bytes.includes(key), `the key is in ${name}`);
  }
  assert.ok(read > 10_000, 'no file was read');
}

function fileOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}

async function stopsOnRefusal(bench: Bench): Promise<void> {
  const app = await bench.app();
  const { rows } = await app.search({ limit: 5 });
  const id = required(rows[0], 'no row').companyId;
  const before = pick(await serviceCounters(bench), 'monthly.used');
  await bench.control('key', { revoked: true });
  const sinceSeq = lastSeq(bench);
  assert.deepEqual(await errorOf(app.fetchProfile(id)), { kind: 'unauthorized', reason: 'key-refused' });
  for (const work of [app.fetchContacts(id), app.search({ limit: 6 })])
    assert.deepEqual(await errorOf(work), { kind: 'unauthorized', reason: 'key-refused' });
  const calls = bench.simulator.transcript(sinceSeq);
  assert.deepEqual(
    calls.map(({ status }) => status),
    [401],
    'the queue was not stopped',
  );
  assert.equal((await app.api.connection.status({})).state, 'key-refused');
  assert.equal(pick(await serviceCounters(bench), 'monthly.used'), before, 'a 401 was charged');
  assert.equal((await app.api.companies.get({ id })).row.name, rows[0]?.name);
  await app.api.notes.save({ companyId: id, body: 'the library is still readable', baseRevision: 0 });
  await bench.control('key', { revoked: false });
  await app.api.keys.setApiKey({ apiKey: bench.apiKey, place: 'session', sameAccount: true, ...KEY_CHECK });
  await app.fetchProfile(id);
  await assertLedger(bench, app);
}

async function refusesPlain({ open }: Benches): Promise<void> {
  for (const base of [
    'http://api.example/api/v1',
    'http://192.168.0.2/api/v1',
    'http://127.0.0.1.example/api/v1',
  ])
    assert.deepEqual(
      await failureOf(() => parseBaseUrl(base)),
      { kind: 'unsupported', capability: 'http' },
      base,
    );
  const bench = await open();
  assert.ok(parseBaseUrl(bench.simulator.baseUrl).loopback);
  // The client connects to an https URL, but the server at this address does not speak TLS. The client must
  // not send the key to it.
  const received: Buffer[] = [];
  const server = createServer((socket) =>
    socket.on('data', (bytes) => received.push(bytes)).on('error', ignore),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const address = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const away = await open({
      transport: (real) => ({
        get: (request) =>
          real.get({
            ...request,
            url: request.url.replace(/^http:\/\/[^/]+/, address),
            // The kit multiplies this time (`transportOf`).
            headTimeoutMs: 400,
          }),
      }),
    });
    const { client, context } = await away.core();
    const end = await failureOf(
      client.request({ endpoint: 'health' }, context({ lane: 'calibration' }), ignore),
    );
    assert.equal(end.kind, 'network');
    await until(() => received.length > 0, 'data at the address');
    const bytes = Buffer.concat(received);
    assert.ok(bytes.length > 0 && bytes[0] === 0x16, 'the connection started without TLS');
    assert.ok(!bytes.includes(away.apiKey), 'the key was sent without TLS');
  } finally {
    server.close();
  }
}

async function testKey(bench: Bench): Promise<void> {
  const { headers } = await getPath(bench, '/health');
  assert.equal(headers.get('X-RateLimit-Test-Key-Monthly-Limit'), '300');
  const live = await bench.raw('/health', {
    headers: { Authorization: `Bearer ${bench.simulator.liveKey}` },
  });
  assert.equal(live.headers.has('X-RateLimit-Test-Key-Monthly-Limit'), false);
  const { body } = await getPath(bench, '/stats');
  assert.equal(textAt(body, 'api_key.type'), 'test');
  assert.equal(pick(body, 'rate_limits.monthly.used'), 3, 'live and test share the account');
  const core = await bench.core();
  await core.client.request({ endpoint: 'health' }, core.context(), ignore);
  const budgets = core.governor.status().budgets.map(({ budget }) => budget);
  assert.ok(budgets.includes('test-key'), 'the header was not noticed');
  const app = await bench.app();
  assert.equal(app.workspace.keyType, 'test');
  const status = await app.api.quota.status({});
  assert.equal(status.budgets.find(({ budget }) => budget === 'test-key')?.limit, 300);
}

async function webhookKey(bench: Bench): Promise<void> {
  const id = await companyId(bench);
  await withListener(async ({ url, wait }) => {
    const generated = textAt(await bench.control('webhook', { url }), 'webhookKey');
    assert.ok(generated.length >= 24, 'a blank key is generated');
    const key = 'a-key-of-the-dashboard';
    const spellings = [
      ['right', `Bearer ${key}`],
      ['wrong', `Bearer ${key.slice(0, -1)}x`],
      ['missing', undefined],
      ['lower-case', `bearer ${key}`],
      ['spaces', `Bearer   ${key}`],
    ] as const;
    for (const [index, [authorization, expected]] of spellings.entries()) {
      await bench.control('webhook', { url, key, authorization });
      await bench.control('webhook/send', { companyId: id });
      const { headers } = required((await wait(index + 1))[index], 'no delivery');
      assert.equal(headers.authorization, expected);
    }
    assert.ok(!JSON.stringify(await bench.control('webhook')).includes(key), 'the key is shown again');
  });
}
