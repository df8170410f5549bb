import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Server, Socket } from 'node:net';
import { DAY_MS } from '../data/calendar.ts';

/** An HTTP server on 127.0.0.1 that can go offline and come back online on the same port. */
export interface Listener {
  readonly port: number;
  isOnline(): boolean;
  /**
   * Takes the server offline or brings it back online. Resolves once all connections have been closed or the
   * server is listening again. Rejects if it cannot listen.
   */
  setOnline(online: boolean): Promise<void>;
  close(): Promise<void>;
}

/** A key and a certificate in PEM format. */
export interface TlsIdentity {
  readonly key: string;
  readonly cert: string;
}

const SERVER_OPTIONS = {
  /**
   * By default, Node looks for slow requests every 30 s, which would wake up an idle app. Slow requests do no
   * harm here.
   */
  connectionsCheckingInterval: DAY_MS,
  /**
   * In ms. After Node's default of 5 s, the server could close a connection at the moment when a busy client
   * reuses it, and the request would fail.
   */
  keepAliveTimeout: 60_000,
} as const;

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Opens the server. If the port is 0, the system chooses a free port. Rejects if the server cannot listen,
 * for example with `EADDRINUSE`.
 */
export async function openListener(
  port: number,
  answer: Answer,
  tls: TlsIdentity | null = null,
): Promise<Listener> {
  const sockets = new Set<Socket>();
  let online = true;
  // HTTPS is imported only when needed. Only tests use it, and importing it would delay the demo by 25 ms.
  const server: Server = tls
    ? (await import('node:https')).createServer({ ...tls, ...SERVER_OPTIONS }, answer)
    : createServer(SERVER_OPTIONS, answer);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('clientError', (_error: Error, socket: Socket) => socket.destroy());
  const destroyAll = (): void => sockets.forEach((socket) => socket.destroy());
  const address = await listen(server, port);
  return {
    port: address.port,
    isOnline: () => online,
    setOnline: async (value) => {
      if (value === online) return;
      online = value;
      // While the server is offline, its port is closed. Connections are then refused, so clients can tell
      // that their requests did not reach the service.
      if (online) return void (await listen(server, address.port));
      server.close();
      destroyAll();
    },
    close: () =>
      new Promise((resolve) => {
        if (!server.listening) return resolve();
        server.close(() => resolve());
        destroyAll();
      }),
  };
}

function listen(server: Server, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('the server has no port'));
      else resolve(address);
    });
  });
}
