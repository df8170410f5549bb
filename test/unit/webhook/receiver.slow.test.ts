import { afterEach, describe, expect, it } from 'vitest';
import { createServer } from 'node:net';
import { newestSignals, signalsByKey } from '../../../electron/core/database/queries/cache/signals.ts';
import { latestIcpMatch } from '../../../electron/core/database/queries/cache/fit-facts.ts';
import { companyRows } from '../../../electron/core/database/queries/cache/companies.ts';
import { clock, memoryCache, memoryYours } from '../../support/app/library-fixtures.ts';
import { createFakeKeychain } from '../../support/app/fake-keychain.ts';
import {
  eventOf,
  exchangeRaw,
  freePort,
  openSignalsWorld,
  slowSockets,
  type Deliver,
  type SignalsWorld,
  type WorldOptions,
} from '../../support/webhook/webhook-receiver.ts';
import { until } from '../../support/common/until.ts';
import { storeSignal } from '../../support/app/store-without-key.ts';

const worlds: SignalsWorld[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});
async function open(options: WorldOptions = {}): Promise<SignalsWorld> {
  const world = await openSignalsWorld(options);
  worlds.push(world);
  return world;
}
const storedSignals = ({ files }: SignalsWorld) => newestSignals(files.cache, 100);

describe('webhook receiver', () => {
  it('is off until it is enabled, and accepts nothing without a key', async () => {
    const world = await open({ ready: false });
    const { receiver } = world.signals;
    expect(receiver.view()).toMatchObject({ state: 'off', enabled: false });
    await receiver.change({ port: world.port, enabled: true });
    expect(receiver.view()).toMatchObject({ state: 'no-key', enabled: true });
    expect((await world.deliver(eventOf())).status).toBe(0);
    await receiver.setKey(world.key, 'session');
    expect(receiver.view().state).toBe('listening');
    expect((await world.deliver(eventOf())).status).toBe(202);
    expect(receiver.view()).toMatchObject({ receivedSinceChange: true, refused: 0 });
  });

  it('stores an event before it acknowledges it, and stores its company without a request', async () => {
    const world = await open();
    expect((await world.deliver(eventOf({ note: 'met at a fair', status: 'contacted' }))).status).toBe(202);
    const [event] = storedSignals(world);
    expect(event).toMatchObject({ companyId: 'cmp_1', roundId: 'fnd_1', icpMatch: 72 });
    await until(() => companyRows(world.files.cache, ['cmp_1']).size === 1, 'the company');
    const [stored] = signalsByKey(world.files.cache, [event?.signalKey ?? 0]).values();
    expect(stored).toMatchObject({ userNote: 'met at a fair', trackingStatus: 'contacted', raw: null });
    expect(companyRows(world.files.cache, ['cmp_1']).get('cmp_1')).toMatchObject({ stage: 'Series A' });
    await until(
      () => world.pushes.includes('library.onChanged') && world.pushes.includes('signals.onChanged'),
      'both pushes',
    );
  });

  it.each<[string, Deliver, number]>([
    ['another host name', { headers: { Host: 'evil.example' } }, 403],
    ['another port in the host name', { headers: { Host: '127.0.0.1:1' } }, 403],
    ['a web page’s origin', { headers: { Origin: 'https://evil.example' } }, 403],
    ['an opaque origin', { headers: { Origin: 'null' } }, 403],
    ['another path', { path: '/hook/0' }, 404],
    ['a query after the path', { path: '?' }, 404],
    ['another method', { method: 'PUT' }, 405],
    ['no key', { authorization: null }, 401],
    ['another key', { authorization: 'Bearer whk_wrong' }, 401],
    ['an empty key', { authorization: 'Bearer ' }, 401],
    ['another scheme', { authorization: 'Basic eDp5' }, 401],
    ['another content type', { headers: { 'Content-Type': 'text/plain' } }, 415],
    ['a compressed body', { headers: { 'Content-Encoding': 'gzip' } }, 415],
  ])('rejects a delivery with %s', async (_what, how, status) => {
    const world = await open();
    const path = how.path === '?' ? `${world.path()}?a=1` : how.path;
    const response = await world.deliver(eventOf(), { ...how, ...(path === undefined ? {} : { path }) });
    expect(response.status).toBe(status);
    expect(storedSignals(world)).toEqual([]);
    expect(world.signals.receiver.view()).toMatchObject({ refused: 1, lastReceivedAtMs: null });
  });

  it.each([
    ['invalid JSON', '{"event":', 400],
    ['JSON that is not an object', '[1]', 400],
    ['invalid UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 400],
    ['too deep a nesting', `${'['.repeat(33)}${']'.repeat(33)}`, 400],
    ['too many bytes', JSON.stringify({ a: 'x'.repeat(262_144) }), 413],
  ])('rejects a body with %s, although the key is right', async (_what, body, status) => {
    const world = await open();
    expect((await world.deliver(body)).status).toBe(status);
    expect(storedSignals(world)).toEqual([]);
  });

  it.each(['bearer KEY', 'BEARER    KEY', 'Bearer KEY '])(
    'recognizes its key in the header %s',
    async (spelling) => {
      const world = await open();
      const authorization = spelling.replace('KEY', world.key);
      const headers = { 'Content-Type': 'application/json; charset=UTF-8', 'User-Agent': 'curl' };
      expect((await world.deliver(eventOf(), { authorization, headers })).status).toBe(202);
    },
  );

  it('accepts deliveries forwarded by the user’s tunnel', async () => {
    const world = await open();
    await world.signals.receiver.change({ tunnelHost: 'hooks.example.com' });
    expect(world.signals.receiver.view().publicUrl).toBe(`https://hooks.example.com${world.path()}`);
    for (const [host, status] of [
      ['hooks.example.com', 202],
      ['Hooks.Example.com:443', 202],
      ['localhost:PORT', 202],
      ['hooks.example.com.evil.example', 403],
    ] as const) {
      const headers = { Host: host.replace('PORT', String(world.port)) };
      expect([host, (await world.deliver(eventOf(), { headers })).status]).toEqual([host, status]);
    }
  });

  it('rejects a delivery without the key before its body is sent', async () => {
    const world = await open();
    const head = `POST ${world.path()} HTTP/1.1\r\nHost: 127.0.0.1:${world.port}\r\nContent-Type: application/json\r\n`;
    const response = await exchangeRaw(world.port, `${head}Content-Length: 100\r\n\r\n`);
    expect(response).toMatch(/^HTTP\/1.1 401 /);
    const expecting = await exchangeRaw(
      world.port,
      `${head}Expect: 100-continue\r\nContent-Length: 9\r\n\r\n`,
    );
    expect(expecting).toMatch(/^HTTP\/1.1 401 /);
  });

  it('limits requests without the key to 60 a minute, but never deliveries', async () => {
    const world = await open();
    const statuses: number[] = [];
    for (let times = 0; times < 62; times += 1)
      statuses.push((await world.deliver('x', { authorization: null })).status);
    expect([statuses[59], statuses[60], statuses[61]]).toEqual([401, 429, 429]);
    const many = await Promise.all(
      Array.from({ length: 80 }, (_, at) => world.deliver(eventOf({ roundId: `fnd_${at}` }))),
    );
    expect(new Set(many.map(({ status }) => status))).toEqual(new Set([202]));
    expect(storedSignals(world)).toHaveLength(80);
  });

  it('answers a delivery despite two hundred silent connections', async () => {
    // Stops the receiver's clock until the delivery is answered, so it does not time out the silent
    // connections before then.
    let isStopped = true;
    const monotonicMs = (): number => (isStopped ? 0 : clock.monotonicMs());
    const world = await open({ clock: { ...clock, monotonicMs } });
    const sockets = await slowSockets(world.port, 200, `POST ${world.path()} HTTP/1.1\r\nHost: x\r\n`);
    expect((await world.deliver(eventOf())).status).toBe(202);
    isStopped = false;
    await Promise.all(
      sockets.map(async (socket) => {
        if (!socket.destroyed) await new Promise((resolve) => socket.once('close', resolve).resume());
      }),
    );
  });

  it('applies a new key, path and port immediately, and accepts the old key until the new one is used', async () => {
    const world = await open();
    const { receiver } = world.signals;
    const second = receiver.newKey();
    await receiver.setKey(second, 'session');
    expect(receiver.view().key).toMatchObject({ state: 'ready', rotating: true });
    expect((await world.deliver(eventOf())).status).toBe(202);
    const authorization = `Bearer ${second}`;
    expect((await world.deliver(eventOf(), { authorization })).status).toBe(202);
    expect(receiver.view().key.rotating).toBe(false);
    expect((await world.deliver(eventOf())).status).toBe(401);
    const before = world.path();
    await receiver.newPath();
    expect(receiver.view().receivedSinceChange).toBe(false);
    expect((await world.deliver(eventOf(), { authorization, path: before })).status).toBe(404);
    const port = await freePort();
    await receiver.change({ port });
    expect((await world.deliver(eventOf(), { authorization })).status).toBe(0);
    expect((await world.deliver(eventOf(), { authorization, port })).status).toBe(202);
    await receiver.clearKey();
    expect(receiver.view().state).toBe('no-key');
  });

  it('reports that its port is taken, and listens once the port is free and the user retries', async () => {
    const other = createServer();
    const port = await freePort();
    await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
    const world = await open({ port });
    expect(world.signals.receiver.view().state).toBe('port-taken');
    await new Promise<void>((resolve) => other.close(() => resolve()));
    await world.signals.receiver.retry();
    expect(world.signals.receiver.view().state).toBe('listening');
  });

  it('listens without the user once another workspace has released its port', async () => {
    const one = await open();
    const other = await open({ port: one.port });
    expect(other.signals.receiver.view().state).toBe('port-taken');
    await one.close();
    await until(() => other.signals.receiver.view().state === 'listening', 'the receiver to listen');
    expect((await other.deliver(eventOf())).status).toBe(202);
  });

  it('merges events at the next start that a crash left unmerged', async () => {
    const files = { cache: memoryCache(), yours: memoryYours() };
    storeSignal(files.cache, { body: eventOf(), via: 'webhook', receivedAtMs: 1 });
    expect(companyRows(files.cache, ['cmp_1']).size).toBe(0);
    await open({ files, ready: false });
    await until(() => companyRows(files.cache, ['cmp_1']).size === 1, 'the company');
  });

  it('rejects the old key after a rotation, although the keychain could not delete it', async () => {
    const keychain = createFakeKeychain();
    const world = await open({ ready: false, keychain });
    const { receiver } = world.signals;
    const second = receiver.newKey();
    await receiver.setKey(world.key, 'keychain');
    await receiver.setKey(second, 'keychain');
    await receiver.change({ port: world.port, enabled: true });
    expect(receiver.view().key.rotating).toBe(true);
    keychain.become('locked');
    const authorization = `Bearer ${second}`;
    expect((await world.deliver(eventOf(), { authorization })).status).toBe(202);
    expect([...keychain.entries.values()].toSorted()).toEqual([world.key, second].toSorted());
    keychain.become('ready');
    await receiver.retry();
    expect((await world.deliver(eventOf())).status).toBe(401);
    expect([...keychain.entries.values()]).toEqual([second]);
  });

  it('waits for a locked keychain, and loses no key', async () => {
    const keychain = createFakeKeychain();
    const world = await open({ ready: false, keychain });
    const { receiver } = world.signals;
    await receiver.setKey(world.key, 'keychain');
    expect([...keychain.entries.values()]).toEqual([world.key]);
    keychain.become('locked');
    await receiver.retry();
    await receiver.change({ port: world.port, enabled: true });
    expect(receiver.view()).toMatchObject({ state: 'key-locked', key: { state: 'locked' } });
    await expect(receiver.clearKey()).rejects.toMatchObject({ appError: { kind: 'unauthorized' } });
    keychain.become('ready');
    await receiver.retry();
    expect((await world.deliver(eventOf())).status).toBe(202);
    await receiver.clearKey();
    expect(keychain.entries.size).toBe(0);
  });

  it('stores events that it cannot decode, because they are not sent again', async () => {
    const world = await open();
    const unknown = { event: 'endpoint_verified', timestamp: '2026-06-10T08:00:00Z', challenge: 'abc' };
    expect((await world.deliver(unknown)).status).toBe(202);
    expect((await world.deliver({ ...unknown, timestamp: '2026-06-11T08:00:00Z' })).status).toBe(202);
    expect((await world.deliver(eventOf({ event: 'trigger_revised', type: 'hiring' }))).status).toBe(202);
    const stored = signalsByKey(
      world.files.cache,
      storedSignals(world).map(({ signalKey }) => signalKey),
    );
    expect(
      [...stored.values()].map(({ event, keyRule, deliveries }) => [event, keyRule, deliveries]),
    ).toEqual(
      expect.arrayContaining([
        ['endpoint_verified', 'body', 2],
        ['trigger_revised', 'masked-name', 1],
      ]),
    );
  });

  it('stores the company of a test event, because a real company may have such an id', async () => {
    const world = await open();
    await world.deliver(eventOf({ companyId: 'cmp_sample', roundId: 'fnd_sample' }));
    await world.deliver(eventOf({ companyId: 'cmp_contestlab', roundId: 'fnd_2' }));
    const ids = ['cmp_sample', 'cmp_contestlab'];
    await until(() => companyRows(world.files.cache, ids).size === 2, 'the companies');
    const stored = signalsByKey(
      world.files.cache,
      storedSignals(world).map(({ signalKey }) => signalKey),
    );
    expect(new Map([...stored.values()].map((event) => [event.companyId, event.isSample]))).toEqual(
      new Map([
        ['cmp_sample', true],
        ['cmp_contestlab', false],
      ]),
    );
  });

  it('stores a missing score as null, and does not overwrite an earlier score with it', async () => {
    const world = await open();
    await world.deliver(eventOf({ icp: 72 }));
    await world.deliver(eventOf({ icp: null }));
    expect(storedSignals(world)).toMatchObject([{ icpMatch: 72 }]);
    await until(() => latestIcpMatch(world.files.cache, 'cmp_1')?.score === 72, 'the score of the alert');
    await world.deliver(eventOf({ roundId: 'fnd_2', companyId: 'cmp_2', icp: null }));
    expect(storedSignals(world).find(({ companyId }) => companyId === 'cmp_2')?.icpMatch).toBeNull();
  });
});
