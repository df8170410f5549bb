import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { Made } from '../malformed/malformed-wire.ts';

export interface RawRequest {
  /** The call number from the first segment of the path, or -1 if that segment is not a number. */
  readonly index: number;
  readonly path: string;
  readonly text: string;
}
export interface RawServer {
  readonly origin: string;
  readonly port: number;
  readonly requests: readonly RawRequest[];
  openSockets(): number;
  dispose(): Promise<void>;
}
export type Reply = Pick<Made, 'steps' | 'end'>;

/**
 * Starts a server that replies with exactly the bytes that `reply` returns. If `reply` returns null, the
 * server sends nothing.
 */
export async function startRawServer(
  reply: (request: RawRequest) => Reply | null,
  host = '127.0.0.1',
): Promise<RawServer> {
  const server = createServer();
  const served = serveRaw(server, reply);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const name = host.includes(':') ? `[${host}]` : host;
  return {
    origin: `http://${name}:${port}`,
    port,
    ...served,
    dispose: async () => {
      served.cutAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Makes a plain or TLS server answer every request with the bytes that `reply` returns. */
export function serveRaw(
  server: Server,
  reply: (request: RawRequest) => Reply | null,
  event: 'connection' | 'secureConnection' = 'connection',
): { readonly requests: RawRequest[]; openSockets(): number; cutAll(): void } {
  const requests: RawRequest[] = [];
  const sockets = new Set<Socket>();
  server.on(event, (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    let pending = '';
    let turn = Promise.resolve();
    socket.setEncoding('latin1').on('data', (text: string) => {
      pending += text;
      for (let end = pending.indexOf('\r\n\r\n'); end >= 0; end = pending.indexOf('\r\n\r\n')) {
        const request = read(pending.slice(0, end));
        pending = pending.slice(end + 4);
        requests.push(request);
        const answer = reply(request);
        if (answer !== null) turn = turn.then(() => write(socket, answer));
      }
    });
  });
  return {
    requests,
    openSockets: () => sockets.size,
    cutAll: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

function read(text: string): RawRequest {
  const path = /^\S+ (\S+)/.exec(text)?.[1] ?? '';
  return { index: Number(/^\/(\d+)\//.exec(path)?.[1] ?? -1), path, text };
}

async function write(socket: Socket, { steps, end }: Reply): Promise<void> {
  for (const { afterMs, bytes } of steps) {
    if (afterMs > 0) await new Promise((resolve) => setTimeout(resolve, afterMs));
    if (socket.destroyed) return;
    if (!socket.write(bytes))
      await new Promise<void>((resolve) => {
        socket.once('drain', resolve);
        socket.once('close', resolve);
      });
  }
  if (end === 'close') socket.end();
  if (end === 'reset') socket.resetAndDestroy();
}
