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
  const server = await startLoopbackServer({ files: listRendererFiles(root), port, listenOn: 0, log, hint });
  running.push(server);
  const url = new URL(server.url);
  return { server, url, hint, dispatch, port, log, number: Number(url.port) };
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

async function signIn({ url, number }: Pick<Started, 'url' | 'number'>): Promise<string> {
  const { headers } = await send(number, url.pathname + url.search);
  return headers['set-cookie']?.[0]?.split(';')[0] ?? '';
}

describe('sign-in', () => {
  it('uses an address on 127.0.0.1 whose token becomes a cookie and leaves the address', async () => {
    const { url, number } = await start();
    expect(url.hostname).toBe('127.0.0.1');
    const { status, headers } = await send(number, url.pathname + url.search);
    expect([status, headers.location]).toEqual([303, '/']);
    expect(headers['set-cookie']?.[0]).toMatch(
      new RegExp(`^roundwatch_${number}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict$`),
    );
  });

  it('accepts the token once: a second browser gets a message, the terminal a fresh address', async () => {
    const started = await start();
    const { url, number, hint } = started;
    await signIn(started);
    for (let visit = 0; visit < 3; visit += 1) {
      const again = await send(number, url.pathname + url.search);
      expect([again.status, again.headers['set-cookie']]).toEqual([403, undefined]);
      expect(again.body).toContain('only from the address that Roundwatch printed');
    }
    expect(hint).toHaveBeenCalledOnce();
    const fresh = new URL(/http\S+/.exec(hint.mock.calls[0]?.[0] ?? '')?.[0] ?? '');
    expect(await signIn({ url: fresh, number })).toMatch(/=[\w-]{43}$/);
  });

  it('shows strangers nothing while the printed address is unused', async () => {
    const { number, hint } = await start();
    expect((await send(number, '/?token=guess')).status).toBe(403);
    expect(hint).not.toHaveBeenCalled();
  });

  it('does not use up the token with HEAD', async () => {
    const started = await start();
    await send(started.number, started.url.pathname + started.url.search, {}, 'HEAD');
    expect(await signIn(started)).not.toBe('');
  });

  it('answers 403 for every path without a cookie, with a wrong cookie or with another server’s cookie', async () => {
    const { number } = await start();
    const other = await start();
    const foreign = (await signIn(other)).replace(String(other.number), String(number));
    for (const cookie of ['', `roundwatch_${number}=x`, `roundwatch_${number}=`, foreign])
      for (const path of ['/', '/index.html', '/assets/index-Ab1.js', '/none'])
        expect((await send(number, path, { cookie })).status, `${cookie} ${path}`).toBe(403);
  });
});

describe('HTTP requests', () => {
  it('receive the page uncached, with a policy that allows its own socket', async () => {
    const started = await start();
    const cookie = await signIn(started);
    const { status, headers, body } = await send(started.number, '/', { cookie });
    expect(status).toBe(200);
    expect(body).toContain('<title>Roundwatch');
    expect(headers['content-security-policy']).toContain("connect-src 'self'");
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    const { body: none } = await send(started.number, '/', { cookie }, 'HEAD');
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
  ])('get 403 with the cookie but for the host %s', async (host) => {
    const started = await start();
    const cookie = await signIn(started);
    const reply = await send(started.number, '/', {
      cookie,
      host: host.replace('PORT', String(started.number)),
    });
    expect(reply.status).toBe(403);
    expect(reply.body).not.toContain('<title>');
  });

  it('reach the same server as localhost', async () => {
    const started = await start();
    const cookie = await signIn(started);
    expect((await send(started.number, '/', { cookie, host: `localhost:${started.number}` })).status).toBe(
      200,
    );
  });

  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'])(
    'with %s get 405 from the app’s page and 403 from elsewhere',
    async (method) => {
      const started = await start();
      const { number } = started;
      const cookie = await signIn(started);
      const fromPage = await send(number, '/', { cookie, origin: `http://127.0.0.1:${number}` }, method);
      expect([fromPage.status, fromPage.headers['allow']]).toEqual([405, 'GET, HEAD']);
      expect((await send(number, '/', { cookie, origin: 'http://127.0.0.1:1' }, method)).status).toBe(403);
      expect((await send(number, '/', { cookie }, method)).status).toBe(403);
    },
  );

  it('are rejected if another page embeds the server, but not if a user follows a link', async () => {
    const started = await start();
    const cookie = await signIn(started);
    const statusFrom = (site: string, mode: string, dest: string) =>
      send(started.number, '/', {
        cookie,
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
    const cookie = await signIn(started);
    const text = await raw(
      started.number,
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${started.number}\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`,
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
function openSocket(number: number, headers: Record<string, string>, path = '/socket') {
  const socket = new WebSocket(`ws://127.0.0.1:${number}${path}`, { headers });
  const messages: unknown[] = [];
  let opened = false;
  socket.on('message', (data) => messages.push(JSON.parse(data.toString())));
  const ready = new Promise<boolean>((resolve) => {
    socket.on('open', () => resolve((opened = true)));
    socket.on('error', () => resolve(false));
  });
  const closed = new Promise<Closed>((resolve) => socket.on('close', (code) => resolve({ opened, code })));
  return { socket, messages, ready, closed };
}

async function openOwnSocket() {
  const started = await start();
  const cookie = await signIn(started);
  const opened = openSocket(started.number, { cookie, origin: `http://127.0.0.1:${started.number}` });
  expect(await opened.ready).toBe(true);
  return { ...started, ...opened };
}

describe('WebSocket', () => {
  it('carries requests, replies and pushes', async () => {
    const { socket, messages, dispatch, port } = await openOwnSocket();
    socket.send(JSON.stringify({ id: 1, channel: 'app.info', input: {} }));
    await vi.waitFor(() => expect(messages).toHaveLength(1));
    expect(messages).toEqual([{ id: 1, reply: { ok: true, value: { channel: 'app.info', input: {} } } }]);
    expect(dispatch.mock.calls).toEqual([['app.info', {}]]);
    port.publish('quota.onChanged', {});
    await vi.waitFor(() => expect(messages).toHaveLength(2));
    expect(messages[1]).toEqual({ push: 'quota.onChanged', payload: {} });
  });

  it.each([
    ['no cookie', { cookie: '' }, '/socket'],
    ['a wrong cookie', { cookie: 'roundwatch_1=x' }, '/socket'],
    ['a foreign origin', { origin: 'https://evil.example' }, '/socket'],
    ['another port’s origin', { origin: 'http://127.0.0.1:1' }, '/socket'],
    ['the null origin', { origin: 'null' }, '/socket'],
    ['a foreign host', { host: 'evil.example' }, '/socket'],
    [
      'a foreign host and origin that agree',
      { host: 'evil.example', origin: 'http://evil.example' },
      '/socket',
    ],
    ['another path', {}, '/other'],
    ['a query', {}, '/socket?x'],
  ])('is rejected with %s', async (_what, change, path) => {
    const started = await start();
    const cookie = await signIn(started);
    const headers = { cookie, origin: `http://127.0.0.1:${started.number}`, ...change };
    expect(await openSocket(started.number, headers, path).ready).toBe(false);
  });

  it('is rejected without an origin', async () => {
    const started = await start();
    expect(await openSocket(started.number, { cookie: await signIn(started) }).ready).toBe(false);
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
    const headers = { cookie: await signIn(started), origin: `http://127.0.0.1:${started.number}` };
    const opened = await Promise.all(
      Array.from({ length: 10 }, () => openSocket(started.number, headers).ready),
    );
    expect(opened.filter(Boolean)).toHaveLength(8);
  });

  it('closes with the server', async () => {
    const { server, closed } = await openOwnSocket();
    const before = performance.now();
    await server.close();
    expect((await closed).code).toBe(1001);
    expect(performance.now() - before).toBeLessThan(1_500);
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
