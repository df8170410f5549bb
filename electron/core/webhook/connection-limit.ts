import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Maximum concurrent connections; tunnels use a handful. */
const SOCKETS_MAX = 200;

export interface ConnectionLimit {
  /** Marks a connection whose delivery carries a valid key: it is never evicted. */
  protect(socket: Socket): void;
}

/**
 * Limits concurrent connections by evicting the oldest one that has not authenticated. Refusing the newest, as
 * `maxConnections` does, would let a few silent connections block every delivery.
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
