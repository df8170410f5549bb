import type { IncomingMessage, ServerResponse } from 'node:http';
import { openListener, type Listener } from './listener.ts';
import { serve, type Delivery, type Service } from './service.ts';

const CHUNK_BYTES = 65_536;

/** Puts the service on a socket: everything that is decided is decided in `serve`. */
export async function openApiServer(service: Service, port: number): Promise<Listener> {
  const timers = new Set<NodeJS.Timeout>();
  const listener = await openListener(port, (request, response) => {
    // A body belongs to no request of this service; left unread it would block the connection.
    request.resume();
    const delivery = serve(service, readRequest(request));
    const send = (): void => deliver(delivery, request, response);
    if (delivery.fault?.kind !== 'delay') return send();
    const timer = setTimeout(() => {
      timers.delete(timer);
      send();
    }, delivery.fault.ms);
    timers.add(timer);
  });
  return {
    ...listener,
    close: () => {
      timers.forEach((timer) => clearTimeout(timer));
      return listener.close();
    },
  };
}

function readRequest(request: IncomingMessage) {
  const url = request.url ?? '/';
  const mark = url.indexOf('?');
  return {
    method: request.method ?? '',
    path: mark < 0 ? url : url.slice(0, mark),
    query: mark < 0 ? '' : url.slice(mark + 1),
    authorization: request.headers.authorization,
  };
}

function deliver(
  { reply, fault, nowMs }: Delivery,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (reply === null) return void request.socket.destroy();
  const text = typeof reply.body === 'string' ? reply.body : (JSON.stringify(reply.body) ?? '');
  response.sendDate = false;
  response.setHeader('Date', new Date(nowMs).toUTCString());
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  for (const [name, value] of Object.entries(reply.headers)) response.setHeader(name, value);
  response.statusCode = reply.status;
  const bytes = Buffer.from(text);
  if (fault?.kind === 'truncate') return truncate(bytes, request, response);
  if (fault?.kind === 'oversize') return void sendPadded(bytes, fault.bytes, response);
  response.setHeader('Content-Length', bytes.length);
  response.end(bytes);
}

/** Promises the whole body, sends half of it and hangs up. */
function truncate(bytes: Buffer, request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Content-Length', bytes.length);
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => request.socket.destroy());
}

/** The body behind so much white space that it has `total` bytes: still valid JSON, but too large to accept. */
async function sendPadded(bytes: Buffer, total: number, response: ServerResponse): Promise<void> {
  let left = Math.max(0, total - bytes.length);
  response.setHeader('Content-Length', bytes.length + left);
  while (left > 0 && !response.destroyed) {
    const size = Math.min(left, CHUNK_BYTES);
    left -= size;
    if (!response.write(Buffer.alloc(size, ' '))) await drained(response);
  }
  if (!response.destroyed) response.end(bytes);
}

const drained = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    response.once('drain', resolve);
    response.once('close', resolve);
  });
