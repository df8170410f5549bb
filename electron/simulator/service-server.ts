import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Charge, LimitType } from './counters.ts';
import type { FaultAction, FaultScript } from './faults.ts';
import { forced429, handle, type KeyType, type ServiceReply, type ServiceState } from './handle.ts';

export interface TranscriptEntry {
  readonly seq: number;
  /** The service's clock. */
  readonly atMs: number;
  readonly realAtMs: number;
  readonly method: string;
  readonly path: string;
  /** The query as sent, without the question mark. */
  readonly query: string;
  readonly keyType: KeyType | null;
  readonly status: number;
  readonly rows: number;
  readonly charged: Charge;
  readonly limitType: LimitType | null;
  readonly unknownParams: readonly string[];
  /** False when a planned fault kept the answer from the client. */
  readonly answered: boolean;
}

export interface ServiceServerOptions {
  readonly state: () => ServiceState;
  readonly nowMs: () => number;
  readonly realNowMs: () => number;
  readonly keyTypeOf: (bearer: string) => KeyType | null;
  readonly faults: FaultScript;
  readonly record: (entry: Omit<TranscriptEntry, 'seq'>) => void;
}

export interface ServiceServer {
  readonly server: Server;
  online(): boolean;
  /** Offline, every connection is destroyed as it comes; the port stays taken. */
  setOnline(online: boolean): void;
}

/** The service's sockets: reads the request, applies a planned fault, writes the reply. */
export function createServiceServer(options: ServiceServerOptions): ServiceServer {
  let online = true;
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    void serve(request, response, options);
  });
  server.on('connection', (socket) => {
    if (!online) return void socket.destroy();
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return {
    server,
    online: () => online,
    setOnline: (next) => {
      online = next;
      if (!next) for (const socket of sockets) socket.destroy();
    },
  };
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  options: ServiceServerOptions,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  const keyType = keyTypeOf(request, options);
  const fault = options.faults.take(url.pathname);
  if (fault?.kind === 'delay') await new Promise((resolve) => setTimeout(resolve, fault.ms));
  if (fault?.kind === 'reset-before') return void request.socket.destroy();
  const state = options.state();
  const nowMs = options.nowMs();
  const reply =
    faultReply(fault, state, keyType, nowMs) ??
    handle(
      { method: request.method ?? '', path: url.pathname, params: url.searchParams, keyType },
      state,
      nowMs,
    );
  options.record({
    atMs: nowMs,
    realAtMs: options.realNowMs(),
    method: request.method ?? '',
    path: url.pathname,
    query: url.search.slice(1),
    keyType,
    status: reply.status,
    rows: reply.rows,
    charged: reply.charged,
    limitType: reply.limitType,
    unknownParams: reply.unknownParams,
    answered: fault?.kind !== 'reset-after' && fault?.kind !== 'truncate',
  });
  if (fault?.kind === 'reset-after') return void request.socket.destroy();
  send(response, reply, fault, nowMs);
}

/** The scheme is read in any case; a key anywhere but in this header is no key [§5]. */
function keyTypeOf(request: IncomingMessage, { keyTypeOf: typeOf }: ServiceServerOptions): KeyType | null {
  const bearer = /^bearer +(\S+)\s*$/i.exec(request.headers.authorization ?? '')?.[1];
  return bearer === undefined ? null : typeOf(bearer);
}

const plain = (status: number, headers: Readonly<Record<string, string>> = {}): ServiceReply => ({
  status,
  body: null,
  headers,
  rows: 0,
  charged: { requests: 0, records: 0, pageTurns: 0, companies: 0 },
  limitType: null,
  unknownParams: [],
});

function faultReply(
  fault: FaultAction | null,
  state: ServiceState,
  keyType: KeyType | null,
  nowMs: number,
): ServiceReply | null {
  switch (fault?.kind) {
    case 'status':
      return plain(fault.status, { 'Content-Type': fault.contentType });
    case 'redirect':
      return plain(302, { Location: fault.location });
    case 'limit':
      return forced429(fault.limitType, state, keyType, nowMs);
    default:
      return null;
  }
}

function send(response: ServerResponse, reply: ServiceReply, fault: FaultAction | null, nowMs: number): void {
  const text =
    fault?.kind === 'status'
      ? fault.body
      : fault?.kind === 'oversize'
        ? `{"data":"${'x'.repeat(fault.bytes)}"}`
        : JSON.stringify(reply.body);
  const body = Buffer.from(text, 'utf8');
  response.sendDate = false;
  response.writeHead(reply.status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': body.length,
    'Cache-Control': 'no-store',
    Date: new Date(nowMs).toUTCString(),
    ...reply.headers,
  });
  if (fault?.kind !== 'truncate') return void response.end(body);
  response.write(body.subarray(0, Math.floor(body.length / 2)));
  setTimeout(() => response.destroy(), 20);
}
