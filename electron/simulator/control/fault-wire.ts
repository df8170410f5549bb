import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DripAction, TruncateAction } from './fault-actions.ts';
import type { Message } from './fault-message.ts';
import type { Timers } from '../service/timers.ts';

const CHUNK_BYTES = 65_536;

interface Transmission {
  readonly truncate: TruncateAction | null;
  readonly drip: DripAction | null;
  readonly timers: Timers;
}

/**
 * Sends a message, complete or truncated, in one write or in steps. Stops early if the connection is closed.
 */
export async function transmit(
  message: Message,
  { truncate, drip, timers }: Transmission,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const total = message.paddingBytes + message.body.length;
  writeHead(message, truncate?.by ?? 'content-length', total, response);
  if (!truncate && !drip && message.paddingBytes === 0) return void response.end(message.body);
  const endBytes = truncate ? Math.min(total, truncate.bytes ?? Math.floor(total / 2)) : total;
  if (endBytes === 0) response.flushHeaders();
  let steps = drip?.steps ?? 0;
  for (let sent = 0; sent < endBytes;) {
    const size = Math.min(endBytes - sent, drip && steps > 0 ? drip.bytes : CHUNK_BYTES);
    await writeChunk(slice(message, sent, size), response);
    sent += size;
    if (response.destroyed || request.socket.destroyed) return;
    if (drip && steps > 0) await timers.wait(drip.intervalMs);
    steps -= 1;
    if (response.destroyed || request.socket.destroyed) return;
  }
  // If the response has no content length, the client takes a closed connection for the end of the body. It
  // then treats the truncated body as complete.
  if (truncate?.by === 'close') request.socket.end();
  else if (truncate) request.socket.destroy();
  else response.end();
}

function writeHead(
  { status, headers }: Message,
  framing: TruncateAction['by'],
  total: number,
  response: ServerResponse,
): void {
  response.sendDate = false;
  response.statusCode = status;
  for (const [name, value] of headers) {
    if (value === null) response.removeHeader(name);
    else response.setHeader(name, value);
  }
  if (framing === 'content-length') response.setHeader('Content-Length', total);
  if (framing !== 'close') return;
  response.useChunkedEncodingByDefault = false;
  response.shouldKeepAlive = false;
}

/** Returns `size` bytes of the whole message (the padding followed by the body), starting at `start`. */
function slice({ paddingBytes, body }: Message, start: number, size: number): Buffer {
  const padding = Math.max(0, Math.min(size, paddingBytes - start));
  const from = Math.max(0, start - paddingBytes);
  const rest = body.subarray(from, from + size - padding);
  return padding === 0 ? rest : Buffer.concat([Buffer.alloc(padding, ' '), rest]);
}

/**
 * Writes a chunk and waits until it has been sent. Otherwise, chunks would pile up in memory if the client
 * reads slowly.
 */
function writeChunk(bytes: Buffer, response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    response.once('close', resolve);
    response.write(bytes, () => {
      response.off('close', resolve);
      resolve();
    });
  });
}
