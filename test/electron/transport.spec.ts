import { expect, test } from '@playwright/test';
import { ENDPOINTS } from '../../shared/model/budget.ts';
import { goodBody } from '../security/malformed/good-bodies.ts';
import { startRawServer, type RawRequest, type Reply } from '../security/client/raw-server.ts';
import { chainAt, chainReply } from '../security/client/redirect-chains.ts';
import { hasKey, startRedirectWorld } from '../security/client/redirect-world.ts';
import { KEY } from '../security/client/subject-plan.ts';
import { startTlsFaults } from '../security/client/tls-faults.ts';
import { IS_FULL } from '../support/common/full-size.ts';
import {
  launchElectron,
  newElectronPlace,
  request,
  type LaunchedElectron,
} from '../support/electron/electron-app.ts';
import { addKnownHost } from '../support/electron/native-dialogs.ts';
import { verifyUpdatesInElectron } from '../support/electron/update-journey.ts';

/*
 * Tests the transport over Chromium's network stack, which the product uses. Each test calls the contract's
 * `connect` to send a request to a base URL. If that request fails, `connect` sends no second one.
 */

/** The number of redirect chains to try. */
const CHAINS = IS_FULL ? 120 : 60;
const place = newElectronPlace();
let running: LaunchedElectron;
test.beforeAll(async () => {
  running = await launchElectron(place, { keyring: false });
});
test.afterAll(async () => {
  await running.app.close();
  place.remove();
});

interface Answer {
  readonly ok: boolean;
  readonly value?: { readonly cost: object };
  readonly error?: { readonly kind: string; readonly reason?: string; readonly counted?: boolean };
}
const callCore = async (channel: string, input: unknown = {}): Promise<Answer> =>
  (await request(running.page, channel, input)) as Answer;
const known = new Set<string>();
/**
 * Connects to a base URL. First adds the URL's host to the known hosts, so the app does not ask the user
 * about the host.
 */
const connect = async (baseUrl: string): Promise<Answer> => {
  const { host } = new URL(baseUrl);
  if (!known.has(host)) await addKnownHost(running.app, place.dataDir, baseUrl);
  known.add(host);
  const { value } = await callCore('workspaces.connectPrice');
  return callCore('workspaces.connect', {
    baseUrl,
    apiKey: KEY,
    place: 'session',
    people: { mode: 'none' },
    accepted: value?.cost,
    screen: 'first-run',
  });
};
const again = async (endpoint: 'stats' | 'health', channel: string): Promise<Answer> => {
  const { value } = await callCore('quota.price', { call: { endpoint } });
  return callCore(channel, { accepted: value?.cost, screen: 'quota' });
};

const sent = (status: string, lines: readonly string[], body = ''): Reply => {
  const head = [`HTTP/1.1 ${status}`, ...lines, `content-length: ${Buffer.byteLength(body)}`];
  return { steps: [{ afterMs: 0, bytes: Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`) }], end: 'keep' };
};
const whole = (lines: readonly string[], body: string): Reply =>
  sent('200 OK', [...lines, 'content-type: application/json'], body);
/** Returns a valid response to a request to any endpoint. */
const good = ({ path }: RawRequest, lines: readonly string[] = []): Reply => {
  const endpoint = ENDPOINTS.find((name) => path.endsWith(`/${name}`)) ?? 'stats';
  return whole(lines, JSON.stringify(goodBody(endpoint, 'c-1').value));
};

test('redirects: the key reaches no other origin, and no request is repeated', async () => {
  test.setTimeout(120_000);
  const seed = 20_260_517;
  const world = await startRedirectWorld();
  world.answer(chainReply(seed, world));
  const service = world.services.find((origin) => origin.startsWith('http:')) ?? '';
  const chains = Array.from({ length: CHAINS }, (_, index) => ({ index, ...chainAt(seed, index, world) }));
  // Excludes responses whose status makes Chromium or the app repeat the request, because the test expects
  // one request per chain.
  const once = chains.filter(({ first }) => !/^HTTP\/1\.1 (?:408|421|425|429|50[234])/.test(first));
  const notNamed: unknown[] = [];
  for (const { index, kind, isRedirect, first } of once) {
    const { error } = await connect(`${service}/${index}/api/v1`);
    // If a response has two Location headers, Chromium fails before it reports the status. The app therefore
    // cannot recognise the redirect.
    const isOneAddress = (first.match(/^location:/gim) ?? []).length === 1;
    const isNamed = error?.kind === 'network' && error.reason === 'redirect';
    if (isRedirect && isOneAddress && !isNamed) notNamed.push([kind, error]);
  }
  const { atServices, elsewhere } = world.takeRequests();
  expect(elsewhere).toEqual([]);
  expect(atServices.map(({ path }) => path)).toEqual(once.map(({ index }) => `/${index}/api/v1/stats`));
  expect(atServices.every(hasKey)).toBe(true);
  expect(notNamed).toEqual([]);
  expect(new Set(once.map(({ kind }) => kind)).size).toBeGreaterThan(10);

  // Planted defect: a fetch that follows redirects and sends the key in another header.
  const other = world.others.find((origin) => origin.startsWith('http://127.0.0.1:')) ?? '';
  world.answer(({ path }) =>
    path.includes('/hop/') ? whole([], '{}') : sent('302 Found', [`location: ${other}/0/hop/0`]),
  );
  await running.app.evaluate(
    async ({ session }, [url, key]) => {
      const network = session.fromPartition('roundwatch-net');
      const response = await network.fetch(url, { redirect: 'follow', headers: { 'X-Api-Key': key } });
      await response.text();
    },
    [`${service}/0/api/v1/stats`, KEY] as const,
  );
  expect(world.takeRequests().elsewhere.filter(hasKey)).toHaveLength(1);
  await world.dispose();
});

test('no cookie is sent or stored, and no response is cached', async () => {
  const lines = [
    'set-cookie: session=canary; path=/; max-age=9999',
    'cache-control: public, max-age=9999, immutable',
    'etag: "canary"',
    'last-modified: Mon, 04 May 2026 10:00:00 GMT',
  ];
  const service = await startRawServer((rawRequest) => good(rawRequest, lines));
  expect(await connect(`${service.origin}/1/api/v1`)).toMatchObject({ ok: true });
  for (let round = 0; round < 2; round += 1) {
    expect(await again('stats', 'quota.confirm')).toMatchObject({ ok: true });
    expect(await again('health', 'connection.test')).toMatchObject({ ok: true });
  }
  expect(service.requests.map(({ path }) => path.split('/').at(-1))).toEqual([
    'stats',
    'filters',
    'stats',
    'health',
    'stats',
    'health',
  ]);
  for (const { text } of service.requests) {
    expect(text).not.toMatch(/^(?:cookie|if-none-match|if-modified-since|origin|referer):/im);
    expect(text.match(/(?<=^authorization: ).*$/gim)).toEqual([`Bearer ${KEY}`]);
  }
  const cookies = () =>
    running.app.evaluate(({ session }) => session.fromPartition('roundwatch-net').cookies.get({}));
  expect(await cookies()).toEqual([]);

  // Planted defect: a session that stores cookies and responses.
  await running.app.evaluate(async ({ session }, url) => {
    const keeping = session.fromPartition('roundwatch-control', { cache: true });
    for (let round = 0; round < 2; round += 1)
      await (await keeping.fetch(url, { credentials: 'include' })).text();
    await (await keeping.fetch(url, { credentials: 'include', cache: 'reload' })).text();
  }, `${service.origin}/1/api/v1/stats`);
  const control = service.requests.slice(6);
  expect(control).toHaveLength(2);
  expect(control[1]?.text).toMatch(/^cookie: session=canary/im);
  await service.dispose();
});

test('faulty TLS is refused before anything is sent', async () => {
  test.setTimeout(120_000);
  const tls = await startTlsFaults();
  // Excludes the one fault that makes a request take the full timeout.
  const faults = tls.faults.filter(({ name }) => name !== 'handshake never answered');
  const isContacted = ({ requests, sawKey }: (typeof faults)[number]): boolean =>
    requests.length > 0 || sawKey();
  const errors: unknown[] = [];
  for (const { origin, name } of faults) errors.push([name, (await connect(`${origin}/1/api/v1`)).error]);
  expect(faults.filter(isContacted).map(({ name }) => name)).toEqual([]);
  // Chromium does not trust the test authority, so it also rejects the correct certificates.
  expect(errors).toEqual(
    faults.map(({ name, isTlsInChromium }) => [
      name,
      isTlsInChromium ? { kind: 'network', reason: 'tls' } : expect.objectContaining({ kind: 'network' }),
    ]),
  );

  await tls.dispose();

  // Planted defect: a session that accepts any certificate. Chromium caches its verdict on each certificate,
  // so the services are started again with new certificates.
  const others = await startTlsFaults();
  await running.app.evaluate(({ session }) =>
    session.fromPartition('roundwatch-net').setCertificateVerifyProc((_certificate, done) => done(0)),
  );
  for (const { origin, name } of others.faults)
    if (name !== 'handshake never answered') await connect(`${origin}/2/api/v1`);
  const contacted = others.faults.filter(isContacted).map(({ name }) => name);
  expect(contacted).toEqual(
    expect.arrayContaining(['trusted, TLS 1.3', 'self-signed', 'expired', 'another name']),
  );
  expect(contacted.filter((name) => /TLS 1\.[01]|plain|handshake/.test(name))).toEqual([]);
  await running.app.evaluate(({ session }) =>
    session.fromPartition('roundwatch-net').setCertificateVerifyProc(null),
  );
  await others.dispose();
});

// This test is part of full runs only, because it starts a second app.
if (IS_FULL)
  test(
    'an update is verified over Chromium’s network stack, which reaches only the update server',
    verifyUpdatesInElectron,
  );
