import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Refusal } from '../../../../shared/model/signal.ts';
import type { Clock } from '../../ports.ts';
import { watchConnections, type Connections } from './connections.ts';
import { readBody } from './read-body.ts';
import { bearerOf, checkAddress, checkBodyHead, parseBody, type Rules } from './request-check.ts';
import {
  createUnauthenticatedRateLimit,
  type UnauthenticatedRateLimit,
} from './unauthenticated-rate-limit.ts';
import { DAY_MS } from '../../../../shared/durations.ts';

/**
 * Turns off Node's timeouts, which `connections.ts` replaces. Node would check them every 30 s, which would
 * wake up an idle app.
 */
const NO_TIMEOUTS = { headersTimeout: 0, requestTimeout: 0, connectionsCheckingInterval: DAY_MS } as const;
const HEADER_BYTES_MAX = 16_384;
/**
 * How long the connection of a refused request stays open, to let the sender read the response. When the
 * server closes, it gives requests in progress the same time to finish.
 */
const LINGER_MS = 500;

const STATUS: Readonly<Record<Refusal, number>> = {
  path: 404,
  host: 403,
  origin: 403,
  method: 405,
  'too-many': 429,
  'no-key': 401,
  'wrong-key': 401,
  type: 415,
  'too-large': 413,
  'not-json': 400,
  'too-deep': 400,
  slow: 408,
  'too-much': 429,
  'no-room': 507,
  'not-stored': 503,
};

/** A request that has passed all checks. */
export interface ReceivedRequest {
  readonly request: IncomingMessage;
  readonly body: object;
  readonly bodyBytes: number;
  /** Monotonic time at which the headers arrived. */
  readonly startMs: number;
}

export interface LocalServerParts {
  readonly clock: Clock;
  /** Returns the current settings. Called for each request, so changes need no restart. */
  readonly rules: () => Omit<Rules, 'port' | 'canDelete'>;
  /** Returns whether this is a valid key. Must compare in constant time. */
  readonly recognises: (key: string) => boolean;
  /** Answers a request. Resolves to null, or to the reason why the request must be refused. */
  readonly answer: (received: ReceivedRequest, response: ServerResponse) => Promise<Refusal | null>;
  readonly onRefused: (why: Refusal) => void;
  /**
   * Called for a DELETE request that has a valid key; its body is not read. If this callback is omitted,
   * DELETE is refused.
   */
  readonly onDelete?: (request: IncomingMessage) => void;
  /**
   * Returns the JSON body of a refusal, or null if the refusal has no body. Any program on this computer can
   * read the body.
   */
  readonly refusalBody?: (why: Refusal) => object | null;
}

export interface LocalServer {
  readonly port: number;
  /** Stops accepting requests and waits briefly for requests in progress. */
  close(): Promise<void>;
}

export type Listening = { readonly server: LocalServer } | { readonly failed: 'port-taken' | 'failed' };

/**
 * Starts a server for programs on this computer. The server listens on 127.0.0.1 only and requires a key. If
 * `port` is 0, the system chooses a free port.
 */
export async function listenLocally(parts: LocalServerParts, port: number): Promise<Listening> {
  // Loaded only now, because loading it would delay the app's start, and many users never start a server.
  const { createServer } = await import('node:http');
  const server = createServer({ ...NO_TIMEOUTS, maxHeaderSize: HEADER_BYTES_MAX, keepAliveTimeout: 1_000 });
  const connections = watchConnections(server, {
    clock: parts.clock,
    onSlow: (socket, isRefused) => endSlow(parts, socket, isRefused),
  });
  const handler = createHandler(parts, connections, () => portOf(server));
  const take = (request: IncomingMessage, response: ServerResponse): void =>
    void handler(request, response).catch(() => response.destroy());
  server.on('request', take);
  // Handles requests with `Expect: 100-continue`. Their senders wait for a go-ahead before sending the body,
  // so the headers can be checked first.
  server.on('checkContinue', take);
  server.on('clientError', (_error, socket: Socket) => endWith(socket, '400 Bad Request'));
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      resolve({ failed: error.code === 'EADDRINUSE' ? 'port-taken' : 'failed' }),
    );
    server.listen(port, '127.0.0.1', () =>
      resolve({
        server: {
          port: portOf(server),
          close: () => closed(server, parts.clock).finally(() => connections.dispose()),
        },
      }),
    );
  });
}

/** Ends a connection whose request did not arrive in time. */
function endSlow(
  { onRefused }: Pick<LocalServerParts, 'onRefused'>,
  socket: Socket,
  isRefused: boolean,
): void {
  if (isRefused) return void socket.destroy();
  // A connection without data is not reported as refused, because the tunnel may have opened it in advance.
  if (socket.bytesRead > 0) onRefused('slow');
  endWith(socket, '408 Request Timeout');
}

function endWith(socket: Socket, line: string): void {
  if (socket.writable) socket.write(`HTTP/1.1 ${line}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  socket.destroySoon();
}

const portOf = (server: Server): number => {
  const address = server.address() as AddressInfo | null;
  return address?.port ?? 0;
};

function closed(server: Server, clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    // Closes the remaining connections, which would otherwise delay quitting the app.
    const stop = clock.after(LINGER_MS, () => server.closeAllConnections());
    server.once('close', stop);
  });
}

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

function createHandler(parts: LocalServerParts, connections: Connections, port: () => number): Handler {
  const { clock } = parts;
  const cap = createUnauthenticatedRateLimit(() => clock.monotonicMs());
  return async (request, response) => {
    const startMs = clock.monotonicMs();
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    const refused = checkHead(parts, cap, request, port());
    connections.enter(request.socket, refused === null ? 'body' : 'refused');
    if (refused !== null) return refuse(parts, request, response, refused);
    if (request.method === 'DELETE') {
      parts.onDelete?.(request);
      response.writeHead(204, { Connection: 'close' }).end();
      return;
    }
    const read = await readBody(request, response);
    if ('why' in read) return read.why === null ? undefined : refuse(parts, request, response, read.why);
    connections.enter(request.socket, 'received');
    const parsed = parseBody(read.bytes);
    if ('why' in parsed) return refuse(parts, request, response, parsed.why);
    const received = { request, body: parsed.body, bodyBytes: read.bytes.length, startMs };
    const why = await parts.answer(received, response);
    if (why !== null) refuse(parts, request, response, why);
  };
}

/**
 * Checks a request before its body is read. Returns why it is refused, or null if it is accepted. The rate
 * limit counts only requests without a valid key.
 */
function checkHead(
  { rules, recognises, onDelete }: LocalServerParts,
  cap: UnauthenticatedRateLimit,
  request: IncomingMessage,
  port: number,
): Refusal | null {
  const token = bearerOf(request);
  const isKnown = recognises(token ?? '') && token !== null;
  const wrong = checkAddress(request, { ...rules(), port, canDelete: onDelete !== undefined });
  if (isKnown) return wrong ?? (request.method === 'DELETE' ? null : checkBodyHead(request));
  if (!cap.allows()) return 'too-many';
  return wrong ?? (token === null ? 'no-key' : 'wrong-key');
}

/**
 * Refuses a request. Then reads and discards the rest of the request for a short time, because some senders
 * read the response only after they have sent the whole body.
 */
function refuse(
  { onRefused, clock, onDelete, refusalBody }: LocalServerParts,
  request: IncomingMessage,
  response: ServerResponse,
  why: Refusal,
): void {
  onRefused(why);
  if (response.headersSent) return;
  const json = refusalBody?.(why) ?? null;
  const body = Buffer.from(json === null ? '' : JSON.stringify(json));
  response.writeHead(STATUS[why], {
    'Content-Length': body.length,
    ...(json === null ? {} : { 'Content-Type': 'application/json' }),
    Connection: 'close',
    'Cache-Control': 'no-store',
    ...(STATUS[why] === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
    ...(why === 'method' ? { Allow: onDelete === undefined ? 'POST' : 'POST, DELETE' } : {}),
    ...(why === 'too-many' || why === 'too-much' || why === 'not-stored' ? { 'Retry-After': 60 } : {}),
  });
  response.write(body);
  const finish = (): void => {
    stop();
    response.end();
  };
  const stop = clock.after(LINGER_MS, finish);
  if (request.complete) return finish();
  request.once('end', finish).once('close', finish).resume();
}
