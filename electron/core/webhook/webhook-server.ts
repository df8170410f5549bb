import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Refusal } from '../../../shared/model/signal.ts';
import type { Clock } from '../ports.ts';
import { isFromOutside } from './delivery-origin.ts';
import { watchConnections, type Connections } from './connections.ts';
import { createByteRateLimit, type ByteRateLimit } from './event-budget.ts';
import { readBody } from './read-body.ts';
import { bearerOf, checkAddress, checkBodyHead, parseBody, type Rules } from './request-check.ts';
import {
  createUnauthenticatedRateLimit,
  type UnauthenticatedRateLimit,
} from './unauthenticated-rate-limit.ts';

/** `connections.ts` replaces Node's timeouts. */
const NO_TIMEOUTS = { headersTimeout: 0, requestTimeout: 0 } as const;
const HEADER_BYTES_MAX = 16_384;
/**
 * How long the connection of a refused request stays open, so the sender can read the response. When the
 * server closes, requests in progress get the same time to finish.
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

export interface HookServerParts {
  readonly clock: Clock;
  /** Returns the current settings. Called for each request, so changes need no restart. */
  readonly rules: () => Omit<Rules, 'port'>;
  /** Returns whether the token is a valid webhook key. */
  readonly recognises: (token: string) => boolean;
  /** Returns whether an event with a body of this size may be stored, and counts it if so. */
  readonly hasRoom: (bytes: number) => boolean;
  /** Stores the event. Resolves when it is on disk. `fromOutside`: the event came through the tunnel. */
  readonly store: (body: object, fromOutside: boolean) => Promise<void>;
  readonly onRefused: (why: Refusal) => void;
  /** Called with the milliseconds between the arrival of a request's headers and its response. */
  readonly onAnswered: (tookMs: number) => void;
}

export interface HookServer {
  readonly port: number;
  /** Stops accepting requests and waits briefly for requests in progress. */
  close(): Promise<void>;
}

type Listening = { readonly server: HookServer } | { readonly failed: 'port-taken' | 'failed' };

/** Starts a server that listens on 127.0.0.1 only. If `port` is 0, the system chooses a free port. */
export function listen(parts: HookServerParts, port: number): Promise<Listening> {
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
function endSlow({ onRefused }: HookServerParts, socket: Socket, isRefused: boolean): void {
  if (isRefused) return void socket.destroy();
  // If no data has arrived, nothing was refused: the tunnel may have opened the connection in advance.
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

function createHandler(parts: HookServerParts, connections: Connections, port: () => number): Handler {
  const { clock } = parts;
  const cap = createUnauthenticatedRateLimit(() => clock.monotonicMs());
  const bytes = createByteRateLimit(() => clock.monotonicMs());
  return async (request, response) => {
    const startMs = clock.monotonicMs();
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    const refused = checkHead(parts, cap, request, port());
    connections.enter(request.socket, refused === null ? 'body' : 'refused');
    if (refused !== null) return refuse(parts, request, response, refused);
    const read = await readBody(request, response);
    if ('why' in read) return read.why === null ? undefined : refuse(parts, request, response, read.why);
    connections.enter(request.socket, 'received');
    const parsed = parseBody(read.bytes);
    if ('why' in parsed) return refuse(parts, request, response, parsed.why);
    const over = overLimit(parts, bytes, read.bytes.length);
    if (over !== null) return refuse(parts, request, response, over);
    try {
      await parts.store(parsed.body, isFromOutside(request.headers));
    } catch {
      return refuse(parts, request, response, 'not-stored');
    }
    end(response, 202);
    parts.onAnswered(clock.monotonicMs() - startMs);
  };
}

/** Returns why a received delivery must be refused because of its size; null if it may be stored. */
function overLimit({ hasRoom }: HookServerParts, minute: ByteRateLimit, bytes: number): Refusal | null {
  if (!minute.allows(bytes)) return 'too-much';
  return hasRoom(bytes) ? null : 'no-room';
}

/**
 * Checks a request before its body is read. Returns why it is refused, or null if it is accepted. The rate
 * limit counts only requests without a valid key.
 */
function checkHead(
  { rules, recognises }: HookServerParts,
  cap: UnauthenticatedRateLimit,
  request: IncomingMessage,
  port: number,
): Refusal | null {
  const token = bearerOf(request);
  const isKnown = recognises(token ?? '') && token !== null;
  const wrong = checkAddress(request, { ...rules(), port });
  if (isKnown) return wrong ?? checkBodyHead(request);
  if (!cap.allows()) return 'too-many';
  return wrong ?? (token === null ? 'no-key' : 'wrong-key');
}

/**
 * Refuses a request. Then reads and discards the rest of the request for a short time, because some senders
 * read the response only after they have sent the whole body.
 */
function refuse(
  { onRefused, clock }: HookServerParts,
  request: IncomingMessage,
  response: ServerResponse,
  why: Refusal,
): void {
  onRefused(why);
  if (response.headersSent) return;
  response.writeHead(STATUS[why], {
    'Content-Length': 0,
    Connection: 'close',
    'Cache-Control': 'no-store',
    ...(STATUS[why] === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
    ...(why === 'method' ? { Allow: 'POST' } : {}),
    ...(why === 'too-many' || why === 'too-much' || why === 'not-stored' ? { 'Retry-After': 60 } : {}),
  });
  response.flushHeaders();
  const finish = (): void => {
    stop();
    response.end();
  };
  const stop = clock.after(LINGER_MS, finish);
  if (request.complete) return finish();
  request.once('end', finish).once('close', finish).resume();
}

function end(response: ServerResponse, status: number): void {
  // Closes the connection. Otherwise a tunnel could reuse the connection just as it times out, and the next
  // event would be lost.
  response.writeHead(status, { 'Content-Length': 0, Connection: 'close', 'Cache-Control': 'no-store' }).end();
}
