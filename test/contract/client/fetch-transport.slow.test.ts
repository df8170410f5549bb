import { createServer as createSocketServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createFetchTransport,
  nodeFetch,
  type FetchLike,
} from '../../../electron/adapters/fetch-transport.ts';
import { TransportFailure, type HttpRequest, type HttpResponse } from '../../../electron/core/ports.ts';
import {
  BOMB_BYTES,
  startFaultServer,
  type Fault,
  type FaultServer,
} from '../../support/simulator/fault-server.ts';

const KEY = 'test-key-0123456789';

let server: FaultServer;
let otherOrigin: FaultServer;
beforeAll(async () => {
  server = await startFaultServer();
  otherOrigin = await startFaultServer();
  server.redirectTo(`${otherOrigin.origin}/ok/caught`);
});
afterAll(async () => {
  await server.dispose();
  await otherOrigin.dispose();
});

const get = (url: string, more: Partial<HttpRequest> = {}, fetchLike = nodeFetch): Promise<HttpResponse> =>
  createFetchTransport(fetchLike).get({
    url,
    headers: { Authorization: `Bearer ${KEY}`, 'X-Api-Key': KEY, Accept: 'application/json' },
    signal: new AbortController().signal,
    headTimeoutMs: 30_000,
    totalTimeoutMs: 40_000,
    maxBodyBytes: 1024 * 1024,
    ...more,
  });
const at = (fault: Fault): string => `${server.baseUrl(fault)}/health`;
/** Returns the fields of a `TransportFailure`, or the response if the request succeeds. */
const failureOf = async (promise: Promise<HttpResponse>): Promise<unknown> => {
  try {
    return await promise;
  } catch (error) {
    if (!(error instanceof TransportFailure)) throw error;
    return { reason: error.reason, maybeSent: error.maybeSent, status: error.status };
  }
};
/**
 * This limit is far longer than the timeouts that the tests set, because the machine may be busy. It is far
 * shorter than the default timeouts of `get`, so a test fails if its own timeouts have no effect.
 */
const LIMIT_MS = 10_000;
/** Expects a promise to settle within `LIMIT_MS`. */
const settlesInTime = async (promise: Promise<unknown>): Promise<unknown> => {
  const startedMs = performance.now();
  const value = await promise;
  expect(performance.now() - startedMs).toBeLessThan(LIMIT_MS);
  return value;
};

describe('responses', () => {
  it('are text with lower-case headers', async () => {
    const response = await get(at('wrong-type'));
    expect(response).toMatchObject({ status: 200, body: '{"status":"healthy","version":"1"}' });
    expect(response.headers['content-type']).toBe('text/plain; charset=utf-8');
  });

  it('have no byte order mark', async () => {
    expect((await get(at('bom'))).body).toBe('{"status":"healthy","version":"1"}');
  });

  it('are returned for any status', async () => {
    expect(await get(at('html-502'))).toMatchObject({ status: 502, body: '<html><h1>Bad Gateway</h1>' });
    expect(await get(at('not-modified'))).toMatchObject({ status: 304, body: '' });
    expect(await get(at('empty'))).toMatchObject({ status: 200, body: '' });
  });

  it('keep characters intact across chunks', async () => {
    const bytes = new TextEncoder().encode('{"a":"é😀"}');
    const dripping: FetchLike = () =>
      Promise.resolve(
        new Response(
          new ReadableStream({
            start: (controller) => {
              for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
              controller.close();
            },
          }),
        ),
      );
    expect((await get('http://127.0.0.1/', {}, dripping)).body).toBe('{"a":"é😀"}');
  });
});

describe('connections', () => {
  /**
   * Makes two requests, and returns the body of the second response. When the server receives the second
   * request, it writes an extra response to the first request's connection before it replies.
   */
  const second = async (fetchLike: FetchLike): Promise<string> => {
    const answer = (body: string): string =>
      `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    let first: Socket | null = null;
    const service = createSocketServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', () => {
        if (first?.writable === true) first.write(answer('foreign'));
        first ??= socket;
        if (socket.writable) socket.write(answer('own'));
      });
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/`;
    await get(url, {}, fetchLike);
    // Gives Node enough time to return the first connection to its pool for reuse.
    await new Promise((resolve) => setTimeout(resolve, 50));
    const { body } = await get(url, {}, fetchLike);
    const closed = new Promise((resolve) => service.close(resolve));
    (first as Socket | null)?.destroy();
    await closed;
    return body;
  };

  it('serve one request: surplus bytes are not the response to the next one', async () => {
    expect(await second(nodeFetch)).toBe('own');
  });

  it('would serve surplus bytes to the next request if they were reused (planted defect)', async () => {
    expect(await second((url, init) => fetch(url, init))).toBe('foreign');
  });
});

describe('redirects', () => {
  const followed = (): number => otherOrigin.hits.filter(({ path }) => path === '/ok/caught').length;

  it('are not followed, so nothing reaches the other origin', async () => {
    const before = followed();
    expect(await failureOf(get(at('redirect')))).toEqual({
      reason: 'redirect',
      maybeSent: true,
      status: null,
    });
    expect(followed()).toBe(before);
  });

  it('would be detected if they were followed (planted defect)', async () => {
    const before = followed();
    const following: FetchLike = (url, init) => fetch(url, { ...init, redirect: 'follow' });
    expect(await failureOf(get(at('redirect'), {}, following))).toMatchObject({ reason: 'redirect' });
    expect(followed()).toBe(before + 1);
    // On a redirect to another origin, Node removes `Authorization` but not the service's own key header.
    expect(otherOrigin.hits.at(-1)?.headers['x-api-key']).toBe(KEY);
  });

  it('returned by fetch are rejected with their status', async () => {
    const manual: FetchLike = (url, init) => fetch(url, { ...init, redirect: 'manual' });
    expect(await failureOf(get(at('redirect'), {}, manual))).toEqual({
      reason: 'redirect',
      maybeSent: true,
      status: 302,
    });
    expect(await failureOf(get(at('multiple-choices')))).toMatchObject({ reason: 'redirect', status: 300 });
  });
});

describe('broken responses', () => {
  it.each<[Fault, object]>([
    ['truncated-length', { reason: 'connection', maybeSent: true, status: 200 }],
    ['truncated-chunked', { reason: 'connection', maybeSent: true, status: 200 }],
    ['reset-after-head', { reason: 'connection', maybeSent: true, status: 200 }],
    ['bad-gzip', { reason: 'connection', maybeSent: true, status: 200 }],
    ['reset-before-head', { reason: 'connection', maybeSent: true, status: null }],
    ['close-before-head', { reason: 'connection', maybeSent: true, status: null }],
    ['big-header', { reason: 'too-large', maybeSent: true, status: null }],
    ['oversize', { reason: 'too-large', maybeSent: true, status: 200 }],
  ])('%s', async (fault, failure) => {
    expect(await settlesInTime(failureOf(get(at(fault))))).toEqual(failure);
  });

  it('abort gzip bombs while they are decompressed', async () => {
    const before = process.memoryUsage().rss;
    expect(await settlesInTime(failureOf(get(at('gzip-bomb'))))).toEqual({
      reason: 'too-large',
      maybeSent: true,
      status: 200,
    });
    expect(process.memoryUsage().rss - before).toBeLessThan(90 * 1024 * 1024);
  });

  it('would decompress a hundred megabytes without a limit (planted defect)', async () => {
    const response = await fetch(at('gzip-bomb'));
    let unpacked = 0;
    for await (const chunk of response.body ?? []) unpacked += chunk.byteLength;
    expect(unpacked).toBe(BOMB_BYTES);
  });
});

describe('timeouts', () => {
  const short = { headTimeoutMs: 200, totalTimeoutMs: 400 };

  // Timeouts for faults after the response head. They are longer than `short`, because the head must arrive
  // in time even on a busy machine.
  const patient = { headTimeoutMs: 3_000, totalTimeoutMs: 3_200 };

  it.each<[Fault, typeof short, number | null]>([
    ['never', short, null],
    ['head-then-never', patient, 200],
    ['drip', patient, 200],
  ])('end %s on time', async (fault, bounds, status) => {
    const failure = { reason: 'timeout', maybeSent: true, status };
    expect(await settlesInTime(failureOf(get(at(fault), bounds)))).toEqual(failure);
  });

  it('end a request on time even if fetch ignores its signal', async () => {
    const ignoringSignal: FetchLike = () => new Promise(() => undefined);
    expect(await settlesInTime(failureOf(get(at('ok'), short, ignoringSignal)))).toMatchObject({
      reason: 'timeout',
    });
    const bodyIgnoringSignal: FetchLike = () => Promise.resolve(new Response(new ReadableStream()));
    expect(await settlesInTime(failureOf(get(at('ok'), short, bodyIgnoringSignal)))).toMatchObject({
      reason: 'timeout',
      status: 200,
    });
  });

  it('include cancelling by the caller', async () => {
    for (const fault of ['never', 'drip'] as const) {
      const abort = new AbortController();
      setTimeout(() => abort.abort(), 100);
      expect(await settlesInTime(failureOf(get(at(fault), { signal: abort.signal })))).toMatchObject({
        reason: 'aborted',
        maybeSent: true,
      });
    }
    const before = server.hits.length;
    expect(await failureOf(get(at('ok'), { signal: AbortSignal.abort() }))).toMatchObject({
      reason: 'aborted',
      maybeSent: false,
    });
    expect(server.hits).toHaveLength(before);
  });
});

describe('requests that were never sent', () => {
  /** Returns a port on which no server listens. */
  const closedPort = async (): Promise<number> => {
    const socket = createSocketServer();
    await new Promise<void>((resolve) => socket.listen(0, '127.0.0.1', resolve));
    const { port } = socket.address() as AddressInfo;
    await new Promise((resolve) => socket.close(resolve));
    return port;
  };

  it('are reported as such', async () => {
    const port = await closedPort();
    expect(await failureOf(get(`http://127.0.0.1:${port}/`))).toEqual({
      reason: 'connection',
      maybeSent: false,
      status: null,
    });
    expect(await failureOf(get('http://nobody.invalid/'))).toEqual({
      reason: 'offline',
      maybeSent: false,
      status: null,
    });
    expect(await failureOf(get('http://127.0.0.1:1/'))).toMatchObject({
      reason: 'connection',
      maybeSent: false,
    });
  });

  it('include TLS to a service without TLS', async () => {
    expect(await failureOf(get(at('ok').replace('http:', 'https:')))).toMatchObject({
      reason: 'tls',
      maybeSent: false,
    });
  });
});
