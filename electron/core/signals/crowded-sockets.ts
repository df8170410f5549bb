import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Connections at a time; tunnels use a handful. */
const SOCKETS_MAX = 200;

export interface CrowdedSockets {
  /** Carries a delivery with the right key: it does not have to make room. */
  protect(socket: Socket): void;
}

/**
 * At most so many connections. The newest gets the place of the oldest that has shown no key: to refuse the newest, as
 * `maxConnections` does, would let a few silent connections keep every delivery out.
 */
export function limitSockets(server: Server): CrowdedSockets {
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
