import { connect } from 'node:net';
import type { Simulator } from '../../../electron/simulator/index.ts';

export interface Arrived {
  /** The HTTP status, or 0 if nothing arrived. */
  readonly status: number;
  /** The headers by lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  /** The bytes after the head, including chunk sizes. */
  readonly body: Buffer;
  /** How the connection ended, or `open` if it was still open after `waitMs`. */
  readonly ended: 'orderly' | 'reset' | 'open';
  readonly headAfterMs: number;
  readonly endedAfterMs: number;
}

/**
 * Sends a GET request on a new socket, and returns the raw bytes that arrive. If the connection has not ended
 * after `waitMs` and the simulator has received the request, reports the connection as open.
 */
export function getRaw(simulator: Simulator, path: string, waitMs = 20_000): Promise<Arrived> {
  const { hostname, port, pathname } = new URL(simulator.baseUrl);
  const known = simulator.transcript().length;
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let headAfterMs = 0;
    const socket = connect(Number(port), hostname);
    const finish = (ended: Arrived['ended']): void => {
      clearInterval(timer);
      socket.destroy();
      resolve({
        ...split(Buffer.concat(chunks)),
        ended,
        headAfterMs,
        endedAfterMs: performance.now() - startedAt,
      });
    };
    const timer = setInterval(() => {
      if (simulator.transcript().length > known) finish('open');
    }, waitMs);
    socket.on('data', (chunk) => {
      if (chunks.length === 0) headAfterMs = performance.now() - startedAt;
      chunks.push(chunk);
    });
    socket.on('end', () => finish('orderly'));
    socket.on('error', () => finish('reset'));
    const head = [
      `GET ${pathname}${path} HTTP/1.1`,
      'Host: 127.0.0.1',
      `Authorization: Bearer ${simulator.liveKey}`,
      'Connection: close',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
  });
}

function split(bytes: Buffer): Pick<Arrived, 'status' | 'headers' | 'body'> {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return { status: 0, headers: new Map(), body: bytes };
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { status: Number(first.split(' ')[1]), headers: new Map(headers), body: bytes.subarray(end + 4) };
}
