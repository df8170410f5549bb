import { KEY_CHECK } from '../../support/common/key-check.ts';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFetchTransport } from '../../../electron/adapters/fetch-transport.ts';
import { createSystemRandom } from '../../../electron/adapters/system-random.ts';
import type { NativeQuestion, Ports } from '../../../electron/core/ports.ts';
import {
  createWorkspaceStore,
  newDemo,
  WORKSPACES_MAX,
} from '../../../electron/core/workspace/workspace-store.ts';
import { startSimulator, type Simulator } from '../../../electron/simulator/index.ts';
import type { Api } from '../../../shared/contract/index.ts';
import { createFakeKeychain } from '../../support/app/fake-keychain.ts';
import { clock, log } from '../../support/app/library-fixtures.ts';
import { startTestApp, type TestApp } from '../../support/app/test-app.ts';
import { failureOf } from '../../support/common/failure.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import { sharedWorld } from '../../support/simulator/shared-simulator-data.ts';

let service: Simulator;
beforeAll(async () => {
  service = await startSimulator({ seed: 7, companies: 3_000, makeWorld: sharedWorld });
});
afterAll(() => service.dispose());

const accepted = { requests: 1, records: 1, pageTurns: 0, companies: 0 };
const connect = (api: Api, change: Partial<Parameters<Api['workspaces']['connect']>[0]> = {}) =>
  api.workspaces.connect({
    baseUrl: service.baseUrl,
    apiKey: service.liveKey,
    place: 'keychain',
    people: { mode: 'keychain' },
    accepted,
    screen: 'first-run',
    ...change,
  });
const calls = (): number => service.transcript().length;
const workspacesOn = (dataDir: string): string[] => {
  const root = join(dataDir, 'workspaces');
  return existsSync(root) ? readdirSync(root) : [];
};

/** Stores the records of `count` accounts. */
function storeAccounts(dataDir: string, count: number): void {
  const store = createWorkspaceStore(dataDir, { random: createSystemRandom(), log, clock });
  for (let at = 0; at < count; at += 1)
    store.save({ ...newDemo(store.newId(), at), kind: 'account', people: { mode: 'none' } });
}

describe('connecting an account', () => {
  it('makes one /stats request, stores the key in the keychain only, and learns key type and balances', async () => {
    const app = await startTestApp();
    const before = calls();
    const { workspace, receipt } = await connect(app.api, { apiKey: service.testKey });
    expect(calls() - before).toBe(1);
    expect(workspace).toMatchObject({
      kind: 'account',
      loopback: true,
      keyType: 'test',
      baseUrl: service.baseUrl,
    });
    expect(receipt.cost.requests).toBe(1);
    const { budgets, confirmedAtMs } = await app.api.quota.status({});
    expect(confirmedAtMs).not.toBeNull();
    expect(budgets.map(({ budget }) => budget)).toContain('test-key');
    expect([...app.keychain.entries.values()]).toContain(service.testKey);
    const files = readdirSync(app.dataDir, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    for (const file of files)
      expect(readFileSync(join(file.parentPath, file.name)).includes(service.testKey), file.name).toBe(false);
    expect(app.logged.join('\n')).not.toContain(service.testKey);
    await app.dispose();
  });

  it('with a rejected key costs nothing, and leaves neither a workspace nor a key', async () => {
    const app = await startTestApp();
    await expect(connect(app.api, { apiKey: 'fs_live_wrong' })).rejects.toMatchObject({
      appError: { kind: 'unauthorized', reason: 'key-refused' },
    });
    expect(await app.api.workspaces.list({})).toEqual({
      workspaces: [],
      activeId: null,
      assistantsOn: false,
      lost: [],
    });
    expect(workspacesOn(app.dataDir)).toEqual([]);
    expect(app.keychain.entries.size).toBe(0);
    await app.dispose();
  });

  it('leaves the open workspace open if it fails', async () => {
    const app = await startTestApp();
    const { workspace } = await connect(app.api);
    const pushed: unknown[] = [];
    app.api.connection.onChanged((connection) => pushed.push(connection));
    await expect(connect(app.api, { baseUrl: 'http://127.0.0.1:9/api/v1' })).rejects.toMatchObject({
      appError: { kind: 'network' },
    });
    expect((await app.api.workspaces.list({})).activeId).toBe(workspace.id);
    expect(pushed).toEqual([]);
    await app.dispose();
  });

  it('prepares one workspace at a time, and refuses the one that would be too many', async () => {
    const transport = createFetchTransport((url, init) => fetch(url, init));
    const running = { now: 0, most: 0 };
    const get: Ports['transport']['get'] = async (request) => {
      running.now += 1;
      running.most = Math.max(running.most, running.now);
      try {
        return await transport.get(request);
      } finally {
        running.now -= 1;
      }
    };
    const folder = tempDir();
    storeAccounts(folder.path, WORKSPACES_MAX - 1);
    const app = await startTestApp({ dataDir: folder.path, ports: { transport: { get } } });
    const results = await Promise.allSettled([connect(app.api), connect(app.api)]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(results[1]).toMatchObject({ reason: { appError: { kind: 'validation' } } });
    expect(running.most).toBe(1);
    expect((await app.api.workspaces.list({})).workspaces).toHaveLength(WORKSPACES_MAX);
    await app.dispose();
    folder.remove();
  });

  it('reports a locked keychain before a request is sent', async () => {
    const keychain = createFakeKeychain();
    keychain.become('locked');
    const app = await startTestApp({ keychain });
    const before = calls();
    await expect(connect(app.api)).rejects.toMatchObject({
      appError: { kind: 'unauthorized', reason: 'key-locked' },
    });
    keychain.become('unavailable');
    await expect(connect(app.api)).rejects.toMatchObject({
      appError: { kind: 'unsupported', capability: 'keychain' },
    });
    expect(calls()).toBe(before);
    expect(workspacesOn(app.dataDir)).toEqual([]);
    await app.dispose();
  });

  it('leaves no key behind if the keychain gets locked: the next start deletes the key', async () => {
    const folder = tempDir();
    const keychain = createFakeKeychain();
    const locksItself = {
      ...keychain,
      set: async (account: string, secret: string) => {
        const state = await keychain.set(account, secret);
        if (keychain.entries.size === 2) keychain.become('locked');
        return state;
      },
    };
    const app = await startTestApp({ dataDir: folder.path, keychain: locksItself });
    await expect(connect(app.api, { baseUrl: 'http://127.0.0.1:9/api/v1' })).rejects.toThrow();
    expect((await app.api.workspaces.list({})).workspaces).toEqual([]);
    expect(keychain.entries.size).toBe(2);
    await app.dispose();
    keychain.become('ready');
    const next = await startTestApp({ dataDir: folder.path, keychain, settings: app.settings });
    expect(keychain.entries.size).toBe(0);
    expect(workspacesOn(folder.path)).toEqual([]);
    await next.dispose();
    folder.remove();
  });

  it.each([
    ['http://signals.example/api/v1', { kind: 'unsupported', capability: 'http' }],
    ['https://user:pass@signals.example/api/v1', { kind: 'unsupported', capability: 'base-url' }],
    ['ftp://signals.example', { kind: 'unsupported' }],
    ['not a url', { kind: 'unsupported', capability: 'base-url' }],
  ])('rejects %s before a request is sent', async (baseUrl, appError) => {
    const app = await startTestApp();
    await expect(connect(app.api, { baseUrl })).rejects.toMatchObject({ appError });
    await app.dispose();
  });

  it('allows only base URLs on this machine in the loopback shell', async () => {
    const app = await startTestApp({ realAccounts: false });
    await expect(connect(app.api, { baseUrl: 'https://signals.example/api/v1' })).rejects.toMatchObject({
      appError: { kind: 'unsupported', capability: 'real-account' },
    });
    await connect(app.api);
    await app.dispose();
  });
});

describe('the filter options', () => {
  const bothCost = { requests: 2, records: 2, pageTurns: 0, companies: 0 };
  const industries = (api: Api) => api.search.suggest({ field: 'industries', text: '' });

  it('are loaded while connecting at the price of both requests, with one receipt', async () => {
    const app = await startTestApp();
    expect((await app.api.workspaces.connectPrice({})).cost).toEqual(bothCost);
    const before = calls();
    const { receipt } = await connect(app.api, { accepted: bothCost });
    expect(calls() - before).toBe(2);
    expect(receipt.reserved).toEqual(bothCost);
    expect(await industries(app.api)).toMatchObject({ listed: true });
    await app.dispose();
  });

  it('are not loaded if only /stats was accepted', async () => {
    const app = await startTestApp();
    const before = calls();
    await connect(app.api);
    expect(calls() - before).toBe(1);
    expect(await industries(app.api)).toMatchObject({ listed: false, fetchedAtMs: null });
    await app.dispose();
  });

  it('do not prevent connecting if they fail', async () => {
    const app = await startTestApp();
    service.addFaults([{ match: '/filters', action: { kind: 'status', status: 404 } }]);
    const { workspace, receipt } = await connect(app.api, { accepted: bothCost });
    expect((await app.api.workspaces.list({})).activeId).toBe(workspace.id);
    expect(receipt.cost.requests).toBe(1);
    await app.dispose();
  });
});

describe('after a restart', () => {
  it('only a key stored for the session is gone', async () => {
    const folder = tempDir();
    const first = await startTestApp({ dataDir: folder.path, keychain: null });
    await connect(first.api, { place: 'session', people: { mode: 'none' } });
    const { id } = await first.api.watchlists.create({ name: 'Kept' });
    await first.dispose();
    const second = await startTestApp({ dataDir: folder.path, keychain: null, settings: first.settings });
    expect((await second.api.watchlists.list({})).watchlists).toEqual([{ id, name: 'Kept', count: 0 }]);
    expect(await second.api.keys.state({})).toEqual({
      apiKey: { state: 'absent', place: 'session' },
      people: { mode: 'none', state: 'not-kept' },
    });
    const before = calls();
    await expect(second.api.quota.confirm({ accepted, screen: 'quota' })).rejects.toMatchObject({
      appError: { kind: 'unauthorized', reason: 'no-key' },
    });
    expect(calls()).toBe(before);
    await second.dispose();
    folder.remove();
  });

  it('contacts with a passphrase stay locked until it is entered, and requests for contacts are rejected free of charge', async () => {
    const folder = tempDir();
    const passphrase = 'correct horse battery';
    const first = await startTestApp({ dataDir: folder.path });
    await connect(first.api, { people: { mode: 'passphrase', passphrase } });
    expect((await first.api.keys.state({})).people.state).toBe('open');
    const [id] = workspacesOn(folder.path);
    const record = readFileSync(join(folder.path, 'workspaces', id ?? '', 'workspace.json'), 'utf8');
    expect(record).toMatch(/"cost":\s*16384\b/);
    await first.dispose();
    const second = await startTestApp({
      dataDir: folder.path,
      keychain: first.keychain,
      settings: first.settings,
    });
    expect((await second.api.keys.state({})).people).toEqual({
      mode: 'passphrase',
      state: 'locked',
      why: 'passphrase',
    });
    const before = calls();
    await expect(
      second.api.companies.fetchPeople({
        id: 'cmp_any',
        accepted: { requests: 1, records: 10, pageTurns: 0, companies: 1 },
        screen: 'company',
      }),
    ).rejects.toMatchObject({ appError: { kind: 'conflict', reason: 'people-locked' } });
    expect(calls()).toBe(before);
    expect((await second.api.keys.unlockPeople({ passphrase: 'wrong horse' })).people.state).toBe('locked');
    expect((await second.api.keys.unlockPeople({ passphrase })).people.state).toBe('open');
    await second.dispose();
    folder.remove();
  });

  it('a missing contact key locks contacts and is never replaced', async () => {
    const folder = tempDir();
    const first = await startTestApp({ dataDir: folder.path });
    await connect(first.api);
    await first.dispose();
    const empty = createFakeKeychain();
    const second = await startTestApp({ dataDir: folder.path, keychain: empty, settings: first.settings });
    expect((await second.api.keys.state({})).people.state).toBe('locked');
    expect(empty.entries.size).toBe(0);
    await second.dispose();
    folder.remove();
  });
});

describe('replacing the API key', () => {
  // All tests share one service. A minute passes before each test, so no test uses up the service's minute
  // budget for the next.
  beforeEach(() => service.advance(61_000));

  const slowCall = async (app: TestApp) => {
    const { serverNowMs } = await app.api.quota.status({});
    const day = new Date(serverNowMs).toISOString().slice(0, 10);
    const query = { fundingDateStart: day, fundingDateEnd: day, limit: 1, offset: 0 };
    const { cost } = await app.api.quota.price({ call: { endpoint: 'fundings', query } });
    return app.api.search.run({ question: { list: 'fundings', query }, accepted: cost, screen: 'search' });
  };

  it('ignores a late 401 of the old key', async () => {
    const transport = createFetchTransport((url, init) => fetch(url, init));
    let release = (): void => undefined;
    /** The response to the next request is passed on only after this promise has resolved. */
    let hold = Promise.resolve();
    const get: Ports['transport']['get'] = async (request) => {
      const released = hold;
      hold = Promise.resolve();
      const response = await transport.get(request);
      await released;
      return response;
    };
    const app = await startTestApp({ ports: { transport: { get } } });
    await connect(app.api);
    hold = new Promise((resolve) => (release = resolve));
    service.setKeyRevoked('live', true);
    const before = calls();
    const late = slowCall(app).catch((error: unknown) => error);
    await expect.poll(calls).toBe(before + 1);
    await app.api.keys.setApiKey({
      apiKey: service.testKey,
      place: 'keychain',
      sameAccount: true,
      ...KEY_CHECK,
    });
    release();
    expect(await late).toMatchObject({ appError: { kind: 'network', reason: 'aborted' } });
    service.setKeyRevoked('live', false);
    expect((await slowCall(app)).receipt.outcome).toBe('spent');
    await app.dispose();
  });

  it('with the same key does not reset its month, even after it was cleared or while it cannot be read', async () => {
    const keychain = createFakeKeychain();
    const app = await startTestApp({ keychain });
    const { api } = app;
    await connect(api, { apiKey: service.testKey });
    const used = async () =>
      (await api.quota.status({})).budgets.find(({ budget }) => budget === 'test-key')?.used;
    const type = (apiKey: string, place: 'keychain' | 'session' = 'keychain') =>
      api.keys.setApiKey({ apiKey, place, sameAccount: true, ...KEY_CHECK });
    await slowCall(app);
    const before = await used();
    expect(before).toBeGreaterThan(1);
    await type(service.testKey);
    expect(await used()).toBe(before);
    await api.keys.clearApiKey({});
    // The old key was cleared, so the app cannot compare the new key with it. Therefore, the app sends one
    // request to check the new key.
    await type(service.testKey);
    expect(await used()).toBe(before === undefined ? 0 : before + 1);
    keychain.become('locked');
    await type(service.testKey, 'session');
    expect(await used()).toBe(before === undefined ? 0 : before + 2);
    await type(service.liveKey, 'session');
    expect(await used()).toBeUndefined();
    await type(service.testKey, 'session');
    await slowCall(app);
    expect(await used()).toBe(1);
    await app.dispose();
  });

  it('keeps the key if the service refuses the new one, and shows the type of the new one otherwise', async () => {
    const app = await startTestApp();
    await connect(app.api);
    const keyType = async () => (await app.api.workspaces.list({})).workspaces[0]?.keyType;
    const replace = (apiKey: string) =>
      app.api.keys.setApiKey({ apiKey, place: 'keychain', sameAccount: true, ...KEY_CHECK });
    const before = calls();
    await expect(replace('not-a-key')).rejects.toMatchObject({
      appError: { kind: 'unauthorized', reason: 'key-refused' },
    });
    expect(calls()).toBe(before + 1);
    // The service refused only the new key. The current key still works, so the app stays online.
    expect((await app.api.connection.status({})).state).toBe('online');
    expect((await slowCall(app)).receipt.outcome).toBe('spent');
    expect(await keyType()).toBe('live');
    await replace(service.testKey);
    expect(await keyType()).toBe('test');
    const { budgets } = await app.api.quota.status({});
    expect(budgets.map(({ budget }) => budget)).toContain('test-key');
    // A key that is in use is not checked again.
    const checked = calls();
    await replace(service.testKey);
    expect(calls()).toBe(checked);
    await app.dispose();
  });

  it('reports a key that the keychain could not delete', async () => {
    const app = await startTestApp();
    const { workspace } = await connect(app.api);
    app.keychain.become('locked');
    const refused = { appError: { kind: 'unauthorized', reason: 'key-locked' } };
    await expect(app.api.keys.clearApiKey({})).rejects.toMatchObject(refused);
    await expect(app.api.workspaces.remove({ id: workspace.id })).rejects.toMatchObject(refused);
    expect((await app.api.workspaces.list({})).activeId).toBe(workspace.id);
    expect(workspacesOn(app.dataDir)).toEqual([workspace.id]);
    await app.dispose();
  });
});

describe('contacts that were not stored', () => {
  it('are stored once a passphrase is chosen, and decrypted with it later', async () => {
    const folder = tempDir();
    const passphrase = 'correct horse battery';
    const first = await startTestApp({ dataDir: folder.path, keychain: null });
    await connect(first.api, { place: 'session', people: { mode: 'none' } });
    const how = { mode: 'passphrase', passphrase } as const;
    expect((await first.api.keys.keepPeople({ how })).people).toEqual({ mode: 'passphrase', state: 'open' });
    await expect(first.api.keys.keepPeople({ how })).rejects.toMatchObject({
      appError: { kind: 'conflict', reason: 'people-kept' },
    });
    await first.dispose();
    const second = await startTestApp({ dataDir: folder.path, keychain: null, settings: first.settings });
    expect((await second.api.keys.state({})).people.state).toBe('locked');
    expect((await second.api.keys.unlockPeople({ passphrase })).people.state).toBe('open');
    await second.dispose();
    folder.remove();
  });

  it('are encrypted with a key in the keychain if there is one', async () => {
    const app = await startTestApp();
    await connect(app.api, { people: { mode: 'none' } });
    expect((await app.api.keys.keepPeople({ how: { mode: 'keychain' } })).people.state).toBe('open');
    expect(app.keychain.entries.size).toBe(2);
    await app.dispose();
  });
});

describe('opening a workspace', () => {
  it('happens once for two concurrent calls', async () => {
    const app = await startTestApp();
    const [first, second] = await Promise.all([
      app.api.workspaces.exploreDemo({}),
      app.api.workspaces.exploreDemo({}),
    ]);
    expect(second).toEqual(first);
    expect((await app.api.workspaces.list({})).workspaces).toHaveLength(1);
    await app.dispose();
  });

  it('with a damaged contact key locks contacts, but opens everything else', async () => {
    const folder = tempDir();
    const first = await startTestApp({ dataDir: folder.path });
    const { workspace } = await connect(first.api);
    await first.dispose();
    await first.keychain.set(`${workspace.id}:people-key`, 'abc');
    const second = await startTestApp({
      dataDir: folder.path,
      keychain: first.keychain,
      settings: first.settings,
    });
    expect((await second.api.keys.state({})).people.state).toBe('locked');
    expect((await second.api.watchlists.list({})).watchlists).toEqual([]);
    await second.dispose();
    folder.remove();
  });

  it('with a remote base URL is rejected by the loopback shell', async () => {
    const folder = tempDir();
    const first = await startTestApp({ dataDir: folder.path });
    const { workspace } = await connect(first.api);
    await first.dispose();
    const file = join(folder.path, 'workspaces', workspace.id, 'workspace.json');
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace(service.baseUrl, 'https://signals.example/api/v1'),
    );
    const second = await startTestApp({
      dataDir: folder.path,
      keychain: first.keychain,
      settings: first.settings,
      realAccounts: false,
    });
    expect((await second.api.workspaces.list({})).activeId).toBeNull();
    await expect(second.api.workspaces.open({ id: workspace.id })).rejects.toMatchObject({
      appError: { kind: 'unsupported', capability: 'real-account' },
    });
    await second.dispose();
    folder.remove();
  });

  it('deletes an unfinished connection and its keys after a crash', async () => {
    const folder = tempDir();
    const id = 'a1b2c3d4e5f6a1b2c3d4e5f6';
    mkdirSync(join(folder.path, 'workspaces', id), { recursive: true });
    const keychain = createFakeKeychain();
    await keychain.set(`${id}:api-key`, 'left');
    const app = await startTestApp({ dataDir: folder.path, keychain });
    expect(workspacesOn(folder.path)).toEqual([]);
    expect(keychain.entries.size).toBe(0);
    await app.dispose();
    folder.remove();
  });

  it('that fails leaves the previous one open, and reports the reason', async () => {
    const app = await startTestApp();
    const { workspace } = await connect(app.api);
    const demo = await app.api.workspaces.exploreDemo({});
    writeFileSync(join(app.dataDir, 'workspaces', workspace.id, 'yours.db'), 'not a database');
    await expect(app.api.workspaces.open({ id: workspace.id })).rejects.toMatchObject({
      appError: { kind: 'storage', reason: 'damaged' },
    });
    expect((await app.api.workspaces.list({})).activeId).toBe(demo.id);
    expect((await app.api.library.open({})).total).toBe(0);
    await app.dispose();
  });
});

describe('connecting to a host that no workspace uses', () => {
  let questions: NativeQuestion[];
  let agrees: boolean;
  let passedMs: number;
  const start = (ports: Partial<Ports> = {}) =>
    startTestApp({
      ports: {
        confirm: async (question) => {
          questions.push(question);
          return agrees;
        },
        clock: { ...clock, monotonicMs: () => clock.monotonicMs() + passedMs },
        ...ports,
      },
    });
  const error = (reason: string) => ({ kind: 'not-confirmed', action: 'connect', reason });
  beforeEach(() => {
    [questions, agrees, passedMs] = [[], false, 0];
  });

  it('asks outside the page, names the host, and sends and stores nothing before the user agrees', async () => {
    const app = await start();
    const before = calls();
    expect(await failureOf(connect(app.api))).toEqual(error('declined'));
    expect([calls() - before, app.keychain.entries.size, workspacesOn(app.dataDir)]).toEqual([0, 0, []]);
    expect(questions).toEqual([{ kind: 'connect', host: new URL(service.baseUrl).host }]);
    agrees = true;
    await connect(app.api);
    expect(calls() - before).toBe(1);
    await app.dispose();
  });

  it('asks again for another port, and not for the host of an account', async () => {
    const app = await start();
    agrees = true;
    await connect(app.api);
    await connect(app.api);
    expect(questions).toHaveLength(1);
    await failureOf(connect(app.api, { baseUrl: 'http://127.0.0.1:9/api/v1' }));
    expect(questions.at(-1)).toEqual({ kind: 'connect', host: '127.0.0.1:9' });
    await app.dispose();
  });

  it('shows another script in its ASCII form, and the end of a long host', async () => {
    const app = await start();
    const long = `https://api.good.example.${'x'.repeat(50)}.${'y'.repeat(50)}.evil.example/api/v1`;
    for (const baseUrl of ['https://аpi.example/api/v1', long])
      await failureOf(connect(app.api, { baseUrl }));
    const hosts = questions.map((question) => ('host' in question ? question.host : null));
    expect(hosts[0]).toBe('xn--pi-6kc.example');
    expect(hosts[1]).toMatch(/^…y{47}\.evil\.example$/);
    await app.dispose();
  });

  it('refuses the sixth attempt in a minute without asking', async () => {
    const app = await start();
    for (let at = 0; at < 5; at += 1) expect(await failureOf(connect(app.api))).toEqual(error('declined'));
    agrees = true;
    expect(await failureOf(connect(app.api))).toEqual(error('too-often'));
    expect(questions).toHaveLength(5);
    passedMs += 60_000;
    await connect(app.api);
    await app.dispose();
  });

  it('is refused in a shell that cannot ask, unless the host is this computer', async () => {
    const app = await start({ confirm: null });
    const baseUrl = 'https://api.example/api/v1';
    expect(await failureOf(connect(app.api, { baseUrl }))).toEqual(error('unavailable'));
    await connect(app.api);
    await app.dispose();
  });
});

describe('removing a workspace', () => {
  it('stops once the keychain locks itself, and deletes the contact key last', async () => {
    const keychain = createFakeKeychain();
    const app = await startTestApp({ keychain });
    const { workspace } = await connect(app.api);
    const remove = keychain.delete.bind(keychain);
    const requested: string[] = [];
    const spied = vi.spyOn(keychain, 'delete').mockImplementation(async (account) => {
      requested.push(account.replace(workspace.id, ''));
      if (requested.length === 2) keychain.become('locked');
      return remove(account);
    });
    await expect(app.api.workspaces.remove({ id: workspace.id })).rejects.toMatchObject({
      appError: { kind: 'unauthorized', reason: 'key-locked' },
    });
    expect(requested[0]).toBe(':api-key');
    expect(requested).toHaveLength(2);
    expect([...keychain.entries.keys()].map((account) => account.replace(workspace.id, ''))).toEqual([
      ':people-key',
    ]);
    spied.mockRestore();
    keychain.become('ready');
    await app.api.workspaces.remove({ id: workspace.id });
    expect(keychain.entries.size).toBe(0);
    await app.dispose();
  });

  it('deletes a key that a locked keychain had kept when another place was chosen', async () => {
    const keychain = createFakeKeychain();
    const app = await startTestApp({ keychain });
    const { workspace } = await connect(app.api, { people: { mode: 'none' } });
    keychain.become('locked');
    await app.api.keys.setApiKey({
      apiKey: service.liveKey,
      place: 'session',
      sameAccount: true,
      ...KEY_CHECK,
    });
    await expect(app.api.workspaces.remove({ id: workspace.id })).rejects.toMatchObject({
      appError: { kind: 'unauthorized', reason: 'key-locked' },
    });
    keychain.become('ready');
    expect(keychain.entries.size).toBe(1);
    await app.api.workspaces.remove({ id: workspace.id });
    expect(keychain.entries.size).toBe(0);
    await app.dispose();
  });

  it('leaves neither data nor keys behind', async () => {
    const app = await startTestApp();
    const { workspace } = await connect(app.api);
    expect(app.keychain.entries.size).toBe(2);
    await app.api.workspaces.remove({ id: workspace.id });
    expect(app.keychain.entries.size).toBe(0);
    expect(workspacesOn(app.dataDir)).toEqual([]);
    await app.dispose();
  });
});
