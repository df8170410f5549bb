import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

/** Faults that a service or a proxy can cause. The first path segment of a request selects the fault. */
const FAULTS = [
  'ok',
  'redirect',
  'multiple-choices',
  'not-modified',
  'drip',
  'truncated-length',
  'truncated-chunked',
  'reset-before-head',
  'close-before-head',
  'reset-after-head',
  'never',
  'head-then-never',
  'oversize',
  'gzip-bomb',
  'bad-gzip',
  'html-502',
  'html-404',
  'big-header',
  'wrong-type',
  'bom',
  'empty',
  'deep',
] as const;
export type Fault = (typeof FAULTS)[number];

export interface Hit {
  readonly path: string;
  readonly method: string;
  readonly headers: IncomingMessage['headers'];
}
export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}
export interface FaultServer {
  readonly origin: string;
  readonly hits: readonly Hit[];
  openSockets(): number;
  /** Returns the base URL below which every request gets this fault. */
  baseUrl(fault: Fault): string;
  /** Sets the response to requests without a fault (`ok`). */
  answer(answer: Answer): void;
  /** Sets the target URL of the fault `redirect`. */
  redirectTo(url: string): void;
  dispose(): Promise<void>;
}

type Act = (request: IncomingMessage, response: ServerResponse) => void;

const JSON_TYPE = { 'content-type': 'application/json' };
const BODY = '{"status":"healthy","version":"1"}';
/** The size of `gzip-bomb` after decompression. About 100 KB is sent. */
export const BOMB_BYTES = 100 * 1024 * 1024;
/** Compresses one megabyte and repeats the result. gzip decompresses concatenated members as one stream. */
const bomb = (): Buffer => {
  const member = gzipSync(Buffer.alloc(1024 * 1024, 0x61));
  return Buffer.concat(Array<Buffer>(BOMB_BYTES / (1024 * 1024)).fill(member));
};

const send =
  (status: number, headers: Readonly<Record<string, string>>, body: string | Buffer = ''): Act =>
  (_request, response) => {
    response.writeHead(status, headers);
    response.end(body);
  };

const ACTS: Readonly<Record<Exclude<Fault, 'ok' | 'redirect'>, Act>> = {
  'multiple-choices': send(300, { location: '/elsewhere' }),
  'not-modified': send(304, {}),
  drip: (_request, response) => {
    response.writeHead(200, JSON_TYPE);
    const timer = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(timer));
  },
  'truncated-length': (request, response) => {
    response.writeHead(200, { ...JSON_TYPE, 'content-length': '1000' });
    response.write('{"status":');
    setTimeout(() => request.socket.destroy(), 20);
  },
  'truncated-chunked': (request, response) => {
    response.writeHead(200, JSON_TYPE);
    response.write('{"status":');
    setTimeout(() => request.socket.destroy(), 20);
  },
  'reset-before-head': (request) => request.socket.resetAndDestroy(),
  'close-before-head': (request) => request.socket.destroy(),
  'reset-after-head': (request, response) => {
    response.writeHead(200, JSON_TYPE);
    response.write('{');
    setTimeout(() => request.socket.resetAndDestroy(), 20);
  },
  never: () => undefined,
  'head-then-never': (_request, response) => {
    response.writeHead(200, JSON_TYPE);
    response.flushHeaders();
  },
  oversize: (_request, response) => {
    response.writeHead(200, JSON_TYPE);
    const more = (): void => {
      while (!response.destroyed && response.write('a'.repeat(64 * 1024)));
    };
    response.on('drain', more);
    more();
  },
  'gzip-bomb': (request, response) =>
    send(200, { ...JSON_TYPE, 'content-encoding': 'gzip' }, bomb())(request, response),
  'bad-gzip': send(200, { ...JSON_TYPE, 'content-encoding': 'gzip' }, 'not gzip'),
  'html-502': send(502, { 'content-type': 'text/html' }, '<html><h1>Bad Gateway</h1>'),
  'html-404': send(404, { 'content-type': 'text/html' }, '<html><h1>Not here</h1>'),
  'big-header': send(200, { ...JSON_TYPE, 'x-big': 'a'.repeat(40 * 1024) }, BODY),
  'wrong-type': send(200, { 'content-type': 'text/plain; charset=utf-8' }, BODY),
  bom: send(200, JSON_TYPE, `\uFEFF${BODY}`),
  empty: send(200, JSON_TYPE),
  deep: send(200, JSON_TYPE, `${'['.repeat(200_000)}${']'.repeat(200_000)}`),
};

/** Starts an HTTP server on a random local port that answers with faults. */
export async function startFaultServer(): Promise<FaultServer> {
  const hits: Hit[] = [];
  const sockets = new Set<Socket>();
  let ok: Answer = { body: JSON.parse(BODY) };
  let target = 'http://127.0.0.1:9/';
  const server = createServer((request, response) => {
    hits.push({ path: request.url ?? '', method: request.method ?? '', headers: request.headers });
    response.on('error', () => undefined);
    const fault = FAULTS.find((name) => request.url?.split('/')[1] === name) ?? 'ok';
    if (fault === 'redirect') send(302, { location: target })(request, response);
    else if (fault === 'ok') {
      const { status = 200, headers = JSON_TYPE, body } = ok;
      send(status, headers, typeof body === 'string' ? body : JSON.stringify(body))(request, response);
    } else ACTS[fault](request, response);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    hits,
    openSockets: () => sockets.size,
    baseUrl: (fault) => `${origin}/${fault}/api/v1`,
    answer: (answer) => {
      ok = answer;
    },
    redirectTo: (url) => {
      target = url;
    },
    dispose: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
