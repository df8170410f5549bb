import { randomBytes } from 'node:crypto';
import { request, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createLoopbackPort } from '../../../../electron/shells/loopback/port.ts';
import { startLoopbackServer, type LoopbackServer } from '../../../../electron/shells/loopback/server.ts';
import { listRendererFiles } from '../../../../electron/shells/common/renderer-files.ts';
import { makeRendererFolder } from '../../../support/app/renderer-folder.ts';

const { root, secret } = makeRendererFolder();
const running: LoopbackServer[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
});

async function start() {
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const hint = vi.fn<(sentence: string) => void>();
  const dispatch = vi.fn((channel: unknown, input: unknown) =>
    Promise.resolve({ ok: true as const, value: { channel, input } }),
  );
  const port = createLoopbackPort({ dispatch, log, nowMs: () => performance.now() });
  const spent = vi.fn();
  const server = await startLoopbackServer({
    ...{ files: listRendererFiles(root), port, listenOn: 0, log, hint },
    onAddressSpent: spent,
  });
  running.push(server);
  return { server, hint, spent, dispatch, port, log, number: Number(new URL(server.url).port) };
}
type Started = Awaited<ReturnType<typeof start>>;

interface HttpReply {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}
function send(
  port: number,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<HttpReply> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
      );
    });
    sent.on('error', reject).end();
  });
}

const newSession = (): string => randomBytes(32).toString('hex');
const tokenIn = (address: string): string =>
  new URLSearchParams(new URL(address).hash.slice(1)).get('token') ?? '';
/** Returns the first frame that a tab sends after it has opened the server's address. */
const firstFrame = (address: string, session = newSession()): string =>
  JSON.stringify({ session, token: tokenIn(address) });

describe('HTTP requests', () => {
  it('receive the page uncached, with a policy that allows its own socket', async () => {
    const started = await start();
    const { status, headers, body } = await send(started.number, '/');
    expect(status).toBe(200);
    expect(body).toContain('<title>Roundwatch');
    expect(headers['content-security-policy']).toContain("connect-src 'self'");
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    const { body: none } = await send(started.number, '/', {}, 'HEAD');
    expect(none).toBe('');
  });

  it.each([
    'evil.example',
    'evil.example:PORT',
    '127.0.0.1',
    '127.0.0.1:1',
    '[::1]:PORT',
    '0.0.0.0:PORT',
    'LOCALHOST:PORT.',
    'localhost',
    'localhost:1',
    '127.0.0.1.:PORT',
  ])('get 403 for the host %s', async (host) => {
    const started = await start();
    const reply = await send(started.number, '/', {
      host: host.replace('PORT', String(started.number)),
    });
    expect(reply.status).toBe(403);
    expect(reply.body).not.toContain('<title>');
  });

  it('are redirected from localhost, where another account may listen on ::1', async () => {
    const { number } = await start();
    const host = `localhost:${number}`;
    for (const path of ['/', '/assets/index-Ab1.js']) {
      const { status, headers, body } = await send(number, path, { host });
      expect([status, headers.location, body]).toEqual([307, `http://127.0.0.1:${number}${path}`, '']);
    }
    expect((await send(number, '/', { host: 'localhost:1' })).status).toBe(403);
  });

  it('get no cookie, and the same files whether the tab is signed in or not', async () => {
    const started = await start();
    const before = await send(started.number, '/assets/index-Ab1.js');
    const { ready } = openSocket(started);
    await ready;
    const after = await send(started.number, '/assets/index-Ab1.js');
    expect(before).toMatchObject({ status: 200, body: 'export {};' });
    expect(after.body).toBe(before.body);
    for (const { headers } of [before, after]) expect(headers['set-cookie']).toBeUndefined();
  });

  it('cannot use or spend the token of the address', async () => {
    const started = await start();
    const token = tokenIn(started.server.url);
    for (const path of [`/?token=${token}`, `/#token=${token}`, `/${token}`])
      await send(started.number, path);
    const tab = openSocket(started);
    tab.socket.on('open', () => ask(tab.socket, 1));
    await expect.poll(() => tab.messages).toHaveLength(1);
  });

  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'])(
    'with %s get 405 from the app’s page and 403 from elsewhere',
    async (method) => {
      const started = await start();
      const { number } = started;
      const fromPage = await send(number, '/', { origin: `http://127.0.0.1:${number}` }, method);
      expect([fromPage.status, fromPage.headers['allow']]).toEqual([405, 'GET, HEAD']);
      expect((await send(number, '/', { origin: 'http://127.0.0.1:1' }, method)).status).toBe(403);
      expect((await send(number, '/', {}, method)).status).toBe(403);
    },
  );

  it('are rejected if another page embeds the server, but not if a user follows a link', async () => {
    const started = await start();
    const statusFrom = (site: string, mode: string, dest: string) =>
      send(started.number, '/', {
        'sec-fetch-site': site,
        'sec-fetch-mode': mode,
        'sec-fetch-dest': dest,
      }).then(({ status }) => status);
    expect(await statusFrom('same-site', 'no-cors', 'script')).toBe(403);
    expect(await statusFrom('cross-site', 'cors', 'empty')).toBe(403);
    expect(await statusFrom('same-site', 'navigate', 'iframe')).toBe(403);
    expect(await statusFrom('cross-site', 'navigate', 'document')).toBe(200);
    expect(await statusFrom('same-origin', 'cors', 'empty')).toBe(200);
  });

  it.each([
    '/../secret.js',
    '/assets/../../secret.js',
    '/%2e%2e/secret.js',
    '/..%2fsecret.js',
    '/assets/link.js',
    '//secret.js',
    'http://x/',
  ])('get nothing outside the folder with the raw path %s', async (path) => {
    const started = await start();
    const text = await raw(
      started.number,
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${started.number}\r\nConnection: close\r\n\r\n`,
    );
    expect(text).toMatch(/^HTTP\/1.1 404/);
    expect(text).not.toContain(secret);
  });

  it('are rejected if a header exceeds 16 KB or the request is malformed', async () => {
    const { number } = await start();
    expect(
      await raw(number, `GET / HTTP/1.1\r\nHost: 127.0.0.1:${number}\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`),
    ).toMatch(/ 431 /);
    expect(await raw(number, 'nonsense\r\n\r\n')).toMatch(/ 400 /);
  });
});

function raw(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    let reply = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.setEncoding('utf8').on('data', (chunk: string) => (reply += chunk));
    socket.on('error', () => resolve(reply)).on('close', () => resolve(reply));
  });
}

interface Closed {
  opened: boolean;
  code: number;
}
interface SocketOptions {
  readonly headers?: Record<string, string>;
  readonly path?: string;
  /** The first frame to send, or null to send none. The default frame signs in with the server's address. */
  readonly first?: string | Buffer | null;
}
function openSocket(
  { server, number }: Pick<Started, 'server' | 'number'>,
  { headers = {}, path = '/socket', first = firstFrame(server.url) }: SocketOptions = {},
) {
  const socket = new WebSocket(`ws://127.0.0.1:${number}${path}`, {
    headers: { origin: `http://127.0.0.1:${number}`, ...headers },
  });
  const messages: unknown[] = [];
  let opened = false;
  socket.on('open', () => first !== null && socket.send(first));
  socket.on('message', (data) => messages.push(JSON.parse(data.toString())));
  const ready = new Promise<boolean>((resolve) => {
    socket.on('open', () => resolve((opened = true)));
    socket.on('error', () => resolve(false));
  });
  const closed = new Promise<Closed>((resolve) => socket.on('close', (code) => resolve({ opened, code })));
  return { socket, messages, ready, closed };
}
const ask = (socket: WebSocket, id: number): void =>
  socket.send(JSON.stringify({ id, channel: 'app.info', input: {} }));

async function openOwnSocket() {
  const started = await start();
  const opened = openSocket(started);
  expect(await opened.ready).toBe(true);
  return { ...started, ...opened };
}

/**
 * Opens a socket, sends the first frame and a request, and returns 0 if a reply arrives. Otherwise, returns
 * the close code, or -1 if the socket cannot be opened.
 */
async function outcomeOf(started: Started, options: SocketOptions): Promise<number> {
  const { socket, ready, closed, messages } = openSocket(started, options);
  if (!(await ready)) return -1;
  ask(socket, 1);
  const answered = vi.waitUntil(() => messages.length > 0, { timeout: 20_000 }).then(() => 0);
  const code = await Promise.race([answered, closed.then((ended) => ended.code)]);
  answered.catch(() => undefined);
  socket.terminate();
  return code;
}

describe('sign-in', () => {
  it('uses an address on 127.0.0.1 whose token is in the fragment, which browsers send to no server', async () => {
    const { server, number } = await start();
    expect(server.url).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:${number}/#token=[\\w-]{43}$`));
  });

  it('accepts the token once; the tab that used it stays signed in', async () => {
    const started = await start();
    const session = newSession();
    const first = firstFrame(started.server.url, session);
    expect(await outcomeOf(started, { first })).toBe(0);
    expect(await outcomeOf(started, { first: firstFrame(started.server.url) })).toBe(4401);
    // After a reload, a tab sends only its secret. After a lost connection, it sends its whole first frame
    // again.
    expect(await outcomeOf(started, { first: JSON.stringify({ session }) })).toBe(0);
    expect(await outcomeOf(started, { first })).toBe(0);
    // Simulates that the user opens the address again in the same tab.
    const again = JSON.stringify({ ...JSON.parse(firstFrame(started.server.url)), previous: session });
    expect(await outcomeOf(started, { first: again })).toBe(0);
    expect(started.spent).toHaveBeenCalledOnce();
  });

  it('prints a fresh address once when a tab was refused, and not while the last one is unused', async () => {
    const started = await start();
    const { hint } = started;
    expect(await outcomeOf(started, { first: JSON.stringify({ session: newSession() }) })).toBe(4401);
    expect(hint).not.toHaveBeenCalled();
    expect(await outcomeOf(started, {})).toBe(0);
    for (let visit = 0; visit < 3; visit += 1) expect(await outcomeOf(started, {})).toBe(4401);
    expect(hint).toHaveBeenCalledOnce();
    const fresh = /http\S+/.exec(hint.mock.calls[0]?.[0] ?? '')?.[0] ?? '';
    expect(await outcomeOf(started, { first: firstFrame(fresh) })).toBe(0);
  });

  it.each([
    ['no JSON', 'hello'],
    ['a request', JSON.stringify({ id: 1, channel: 'app.info', input: {} })],
    ['no secret', '{}'],
    ['a short secret', JSON.stringify({ session: 'x' })],
    ['an unknown secret', JSON.stringify({ session: 'x'.repeat(43) })],
    ['a wrong token', JSON.stringify({ session: 'x'.repeat(43), token: 'y'.repeat(43) })],
    ['an empty token', JSON.stringify({ session: 'x'.repeat(43), token: '' })],
    ['itself as the previous secret', JSON.stringify({ session: 'x'.repeat(43), previous: 'x'.repeat(43) })],
    ['an extra property', JSON.stringify({ session: 'x'.repeat(43), admin: true })],
    ['bytes', Buffer.from(JSON.stringify({ session: 'x'.repeat(43) }))],
  ])('closes with 4401 after a first frame with %s and dispatches nothing', async (_what, first) => {
    const started = await start();
    expect(await outcomeOf(started, { first })).toBe(4401);
    expect(started.dispatch).not.toHaveBeenCalled();
  });

  it('refuses the token and the secret of another server', async () => {
    const [started, other] = [await start(), await start()];
    const session = newSession();
    expect(await outcomeOf(other, { first: firstFrame(other.server.url, session) })).toBe(0);
    expect(await outcomeOf(started, { first: JSON.stringify({ session }) })).toBe(4401);
    expect(await outcomeOf(started, { first: firstFrame(other.server.url) })).toBe(4401);
  });

  it('sends nothing to a socket that has not proved a session', async () => {
    const started = await start();
    const { messages, ready } = openSocket(started, { first: null });
    await ready;
    started.port.publish('quota.onChanged', {});
    const own = openSocket(started);
    await own.ready;
    ask(own.socket, 1);
    await expect.poll(() => own.messages).toHaveLength(1);
    expect(messages).toEqual([]);
  });

  it('is not blocked by sockets that send no first frame', async () => {
    const started = await start();
    const idle = Array.from({ length: 30 }, () => openSocket(started, { first: null }));
    expect(await Promise.all(idle.map(({ ready }) => ready))).not.toContain(false);
    expect(await outcomeOf(started, {})).toBe(0);
    expect((await idle[0]?.closed)?.code).toBe(1013);
  });
});

describe('WebSocket', () => {
  it('carries requests, replies and pushes', async () => {
    const { socket, messages, dispatch, port } = await openOwnSocket();
    socket.send(JSON.stringify({ id: 1, channel: 'app.info', input: {} }));
    await expect.poll(() => messages).toHaveLength(1);
    expect(messages).toEqual([{ id: 1, reply: { ok: true, value: { channel: 'app.info', input: {} } } }]);
    expect(dispatch.mock.calls).toEqual([['app.info', {}]]);
    port.publish('quota.onChanged', {});
    await expect.poll(() => messages).toHaveLength(2);
    expect(messages[1]).toEqual({ push: 'quota.onChanged', payload: {} });
  });

  it.each([
    ['a foreign origin', { origin: 'https://evil.example' }, '/socket'],
    ['another port’s origin', { origin: 'http://127.0.0.1:1' }, '/socket'],
    ['the null origin', { origin: 'null' }, '/socket'],
    ['localhost as its origin', { origin: 'http://localhost:PORT' }, '/socket'],
    ['a foreign host', { host: 'evil.example' }, '/socket'],
    ['localhost as its host', { host: 'localhost:PORT', origin: 'http://localhost:PORT' }, '/socket'],
    [
      'a foreign host and origin that agree',
      { host: 'evil.example', origin: 'http://evil.example' },
      '/socket',
    ],
    ['another path', {}, '/other'],
    ['a query', {}, '/socket?x'],
    ['no origin', { origin: '' }, '/socket'],
  ])('is rejected with %s, even with the token', async (_what, change, path) => {
    const started = await start();
    const headers = Object.fromEntries(
      Object.entries<string>(change).map(([name, value]) => [
        name,
        value.replace('PORT', String(started.number)),
      ]),
    );
    expect(await openSocket(started, { headers, path }).ready).toBe(false);
    expect(started.dispatch).not.toHaveBeenCalled();
  });

  it.each([
    ['no JSON', 'hello'],
    ['an array', '[]'],
    ['null', 'null'],
    ['no id', '{"channel":"app.info","input":{}}'],
    ['a negative id', '{"id":-1,"channel":"app.info","input":{}}'],
    ['an endless id', JSON.stringify({ id: 'x'.repeat(65), channel: 'app.info', input: {} })],
    ['a channel that is not a string', '{"id":1,"channel":{},"input":{}}'],
    ['an endless channel', JSON.stringify({ id: 1, channel: 'x'.repeat(101), input: {} })],
    ['an extra property', '{"id":1,"channel":"app.info","input":{},"more":1}'],
    ['bytes', Buffer.from('{"id":1,"channel":"app.info","input":{}}')],
  ])('closes with 1008 after a frame with %s and dispatches nothing', async (_what, frame) => {
    const { socket, closed, dispatch } = await openOwnSocket();
    socket.send(frame);
    expect((await closed).code).toBe(1008);
    expect(dispatch).not.toHaveBeenCalled();
  });

  it('closes after a frame beyond 1 MB', async () => {
    const { socket, closed, dispatch } = await openOwnSocket();
    socket.send(JSON.stringify({ id: 1, channel: 'app.info', input: 'x'.repeat(1_000_001) }));
    expect((await closed).code).toBe(1009);
    expect(dispatch).not.toHaveBeenCalled();
  });

  it('closes after a bounded number of queued requests', async () => {
    const { socket, closed, dispatch } = await openOwnSocket();
    for (let id = 0; id < 5_000; id += 1) socket.send(JSON.stringify({ id, channel: 'app.info', input: {} }));
    expect((await closed).code).toBe(1008);
    expect(dispatch.mock.calls.length).toBeLessThan(1_500);
  });

  it('is limited to eight connections', async () => {
    const started = await start();
    const first = firstFrame(started.server.url);
    const sockets = Array.from({ length: 10 }, () => openSocket(started, { first }));
    for (const { socket, ready } of sockets) void ready.then(() => ask(socket, 1));
    const outcomes = await Promise.all(
      sockets.map(({ closed, messages }) =>
        Promise.race([
          closed.then(({ code }) => code),
          vi
            .waitUntil(() => messages.length > 0, { timeout: 20_000 })
            .then(
              () => 0,
              () => -1,
            ),
        ]),
      ),
    );
    expect(outcomes.toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 1013, 1013]);
  });

  it('closes with the server', async () => {
    const { server, closed } = await openOwnSocket();
    const before = performance.now();
    await server.close();
    expect((await closed).code).toBe(1001);
    // By default, `ws` waits far longer than 15 s for a client to confirm that the connection is closing.
    // Only then does it close the socket.
    expect(performance.now() - before).toBeLessThan(15_000);
  });
});

it('rejects a port that is already taken', async () => {
  const { number } = await start();
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const port = createLoopbackPort({ dispatch: vi.fn(), log, nowMs: () => 0 });
  const second = startLoopbackServer({
    files: listRendererFiles(root),
    port,
    listenOn: number,
    log,
    hint: vi.fn(),
  });
  await expect(second).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
