import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Maximum number of concurrent connections. A tunnel uses only a few. */
const SOCKETS_MAX = 200;

export interface ConnectionLimit {
  /** Exempts a connection from eviction. Called when its request has a valid key. */
  protect(socket: Socket): void;
}

/**
 * Limits concurrent connections by closing the oldest unauthenticated one. Node's `maxConnections` refuses
 * new connections instead, so a stranger's idle connections could block every delivery.
 */
export function limitSockets(server: Server): ConnectionLimit {
  const strangers = new Set<Socket>();
  const known = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    if (strangers.size + known.size >= SOCKETS_MAX) {
      const [oldest = socket] = strangers;
      oldest.destroy();
      strangers.delete(oldest);
      if (oldest === socket) return;
    }
    strangers.add(socket);
    socket.once('close', () => {
      strangers.delete(socket);
      known.delete(socket);
    });
  });
  return {
    protect: (socket) => {
      if (strangers.delete(socket)) known.add(socket);
    },
  };
}
