import { afterEach, describe, expect, it } from 'vitest';
import { createServer } from 'node:net';
import { newestSignals, signalsByKey } from '../../../electron/core/database/queries/cache/signals.ts';
import { latestIcpMatch } from '../../../electron/core/database/queries/cache/fit-facts.ts';
import { companyRows } from '../../../electron/core/database/queries/cache/companies.ts';
import { storeSignal } from '../../../electron/core/webhook/store-signal.ts';
import { memoryCache, memoryYours } from '../../support/app/library-fixtures.ts';
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

const worlds: SignalsWorld[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});
async function open(options: WorldOptions = {}): Promise<SignalsWorld> {
  const world = await openSignalsWorld(options);
  worlds.push(world);
  return world;
}
const kept = ({ files }: SignalsWorld) => newestSignals(files.cache, 100);

describe('the receiver of the webhook', () => {
  it('is off until it is switched on, and takes nothing without a key', async () => {
    const world = await open({ ready: false });
    const { receiver } = world.signals;
    expect(receiver.view()).toMatchObject({ state: 'off', enabled: false });
    await receiver.change({ port: world.port, enabled: true });
    expect(receiver.view()).toMatchObject({ state: 'no-key', enabled: true });
    expect((await world.deliver(eventOf())).status).toBe(0);
    await receiver.setKey(world.key, 'session');
    expect(receiver.view().state).toBe('listening');
    expect((await world.deliver(eventOf())).status).toBe(202);
    expect(receiver.view()).toMatchObject({ heardSinceChange: true, refused: 0 });
  });

  it('keeps an event before it answers, and makes a company of it without asking anybody', async () => {
    const world = await open();
    expect((await world.deliver(eventOf({ note: 'met at a fair', status: 'contacted' }))).status).toBe(202);
    const [event] = kept(world);
    expect(event).toMatchObject({ companyId: 'cmp_1', roundId: 'fnd_1', icpMatch: 72 });
    await until(() => companyRows(world.files.cache, ['cmp_1']).size === 1, 'the company');
    const [stored] = signalsByKey(world.files.cache, [event?.signalKey ?? 0]).values();
    expect(stored).toMatchObject({ userNote: 'met at a fair', trackingStatus: 'contacted', raw: null });
    expect(companyRows(world.files.cache, ['cmp_1']).get('cmp_1')).toMatchObject({ stage: 'Series A' });
    await until(
      () => world.pushes.includes('library.onChanged') && world.pushes.includes('signals.onChanged'),
      'the pushes of both',
    );
  });

  it.each<[string, Deliver, number]>([
    ['another name pointed here', { headers: { Host: 'evil.example' } }, 403],
    ['another port in its name', { headers: { Host: '127.0.0.1:1' } }, 403],
    ['a page of a browser', { headers: { Origin: 'https://evil.example' } }, 403],
    ['an opaque origin', { headers: { Origin: 'null' } }, 403],
    ['another path', { path: '/hook/0' }, 404],
    ['its path with a query', { path: '?' }, 404],
    ['another method', { method: 'PUT' }, 405],
    ['no key', { authorization: null }, 401],
    ['another key', { authorization: 'Bearer whk_wrong' }, 401],
    ['an empty key', { authorization: 'Bearer ' }, 401],
    ['another scheme', { authorization: 'Basic eDp5' }, 401],
    ['another type', { headers: { 'Content-Type': 'text/plain' } }, 415],
    ['a packed body', { headers: { 'Content-Encoding': 'gzip' } }, 415],
  ])('turns away %s', async (_what, how, status) => {
    const world = await open();
    const path = how.path === '?' ? `${world.path()}?a=1` : how.path;
    const answer = await world.deliver(eventOf(), { ...how, ...(path === undefined ? {} : { path }) });
    expect(answer.status).toBe(status);
    expect(kept(world)).toEqual([]);
    expect(world.signals.receiver.view()).toMatchObject({ refused: 1, lastHeardAtMs: null });
  });

  it.each([
    ['no JSON', '{"event":', 400],
    ['JSON that is no object', '[1]', 400],
    ['bytes that are no text', Buffer.from([0x7b, 0xff, 0x7d]), 400],
    ['too deep', `${'['.repeat(33)}${']'.repeat(33)}`, 400],
    ['more than is taken', JSON.stringify({ a: 'x'.repeat(262_144) }), 413],
  ])('with the right key, refuses %s', async (_what, body, status) => {
    const world = await open();
    expect((await world.deliver(body)).status).toBe(status);
    expect(kept(world)).toEqual([]);
  });

  it.each(['bearer KEY', 'BEARER    KEY', 'Bearer KEY '])('knows its key in %s', async (spelling) => {
    const world = await open();
    const authorization = spelling.replace('KEY', world.key);
    const headers = { 'Content-Type': 'application/json; charset=UTF-8', 'User-Agent': 'curl' };
    expect((await world.deliver(eventOf(), { authorization, headers })).status).toBe(202);
  });

  it('takes what the seller’s own tunnel hands on', async () => {
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

  it('answers who has no key before any of the body was sent', async () => {
    const world = await open();
    const head = `POST ${world.path()} HTTP/1.1\r\nHost: 127.0.0.1:${world.port}\r\nContent-Type: application/json\r\n`;
    const answer = await exchangeRaw(world.port, `${head}Content-Length: 100\r\n\r\n`, 1_500);
    expect(answer).toMatch(/^HTTP\/1.1 401 /);
    const asking = await exchangeRaw(
      world.port,
      `${head}Expect: 100-continue\r\nContent-Length: 9\r\n\r\n`,
      1_500,
    );
    expect(asking).toMatch(/^HTTP\/1.1 401 /);
  });

  it('counts only who has no key: the 61st in a minute is not looked at, a delivery always is', async () => {
    const world = await open();
    const statuses: number[] = [];
    for (let times = 0; times < 62; times += 1)
      statuses.push((await world.deliver('x', { authorization: null })).status);
    expect([statuses[59], statuses[60], statuses[61]]).toEqual([401, 429, 429]);
    const many = await Promise.all(
      Array.from({ length: 80 }, (_, at) => world.deliver(eventOf({ roundId: `fnd_${at}` }))),
    );
    expect(new Set(many.map(({ status }) => status))).toEqual(new Set([202]));
    expect(kept(world)).toHaveLength(80);
  });

  it('two hundred silent connections keep no delivery out', async () => {
    const world = await open();
    const sockets = await slowSockets(world.port, 200, `POST ${world.path()} HTTP/1.1\r\nHost: x\r\n`);
    const answer = await world.deliver(eventOf());
    expect(answer.status).toBe(202);
    expect(answer.tookMs).toBeLessThan(1_000);
    await Promise.all(
      sockets.map(async (socket) => {
        if (!socket.destroyed) await new Promise((resolve) => socket.once('close', resolve).resume());
      }),
    );
  });

  it('another key, path and port are in force at once; the key before is taken until the new one is heard', async () => {
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
    expect(receiver.view().heardSinceChange).toBe(false);
    expect((await world.deliver(eventOf(), { authorization, path: before })).status).toBe(404);
    const port = await freePort();
    await receiver.change({ port });
    expect((await world.deliver(eventOf(), { authorization })).status).toBe(0);
    expect((await world.deliver(eventOf(), { authorization, port })).status).toBe(202);
    await receiver.clearKey();
    expect(receiver.view().state).toBe('no-key');
  });

  it('says that its port is taken, and listens once it is free', async () => {
    const other = createServer();
    const port = await freePort();
    await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
    const world = await open({ port });
    expect(world.signals.receiver.view().state).toBe('port-taken');
    await new Promise<void>((resolve) => other.close(() => resolve()));
    await world.signals.receiver.retry();
    expect(world.signals.receiver.view().state).toBe('listening');
  });

  it('takes the port by itself once another workspace has closed', async () => {
    const one = await open();
    const other = await open({ port: one.port });
    expect(other.signals.receiver.view().state).toBe('port-taken');
    await one.close();
    await until(() => other.signals.receiver.view().state === 'listening', 'the receiver to listen');
    expect((await other.deliver(eventOf())).status).toBe(202);
  });

  it('what a crash left waiting is taken into the library at the next start', async () => {
    const files = { cache: memoryCache(), yours: memoryYours() };
    storeSignal(files.cache, { body: eventOf(), via: 'webhook', receivedAtMs: 1 });
    expect(companyRows(files.cache, ['cmp_1']).size).toBe(0);
    await open({ files, ready: false });
    await until(() => companyRows(files.cache, ['cmp_1']).size === 1, 'the company');
  });

  it('a key that a keychain did not let go of is taken no more once the change of keys is over', async () => {
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

  it('waits for a locked keychain, and forgets nothing', async () => {
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

  it('keeps what it cannot read, for it is not sent again', async () => {
    const world = await open();
    const unknown = { event: 'endpoint_verified', timestamp: '2026-06-10T08:00:00Z', challenge: 'abc' };
    expect((await world.deliver(unknown)).status).toBe(202);
    expect((await world.deliver({ ...unknown, timestamp: '2026-06-11T08:00:00Z' })).status).toBe(202);
    expect((await world.deliver(eventOf({ event: 'trigger_revised', type: 'hiring' }))).status).toBe(202);
    const stored = signalsByKey(
      world.files.cache,
      kept(world).map(({ signalKey }) => signalKey),
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

  it('makes no company of the ids of a test event', async () => {
    const world = await open();
    await world.deliver(eventOf({ companyId: 'cmp_sample', roundId: 'fnd_sample' }));
    await world.deliver(eventOf({ companyId: 'cmp_contestlab', roundId: 'fnd_2' }));
    await until(() => companyRows(world.files.cache, ['cmp_contestlab']).size === 1, 'the company');
    expect(companyRows(world.files.cache, ['cmp_sample']).size).toBe(0);
    expect(kept(world)).toHaveLength(2);
  });

  it('no score is not 0, and takes none away', async () => {
    const world = await open();
    await world.deliver(eventOf({ icp: 72 }));
    await world.deliver(eventOf({ icp: null }));
    expect(kept(world)).toMatchObject([{ icpMatch: 72 }]);
    await until(() => latestIcpMatch(world.files.cache, 'cmp_1')?.score === 72, 'what the alert told');
    await world.deliver(eventOf({ roundId: 'fnd_2', companyId: 'cmp_2', icp: null }));
    expect(kept(world).find(({ companyId }) => companyId === 'cmp_2')?.icpMatch).toBeNull();
  });
});
