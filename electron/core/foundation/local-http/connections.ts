import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock, Dispose } from '../../ports.ts';

/**
 * Maximum number of concurrent connections. At the limit, the oldest unidentified connection is closed. A
 * tunnel needs only a few connections. However, if a program keeps opening connections, a tunnel's connection
 * could be closed before its headers have arrived. A higher limit would leave more time for the headers, but
 * some systems allow a process only 1,024 open files.
 */
const SOCKETS_MAX = 600;

/**
 * How far a connection's request has arrived. `head`: the headers are incomplete. `refused`: the receiver is
 * refusing the request. `body`: the path and key are correct, but the body is incomplete. `received`: the
 * whole delivery has arrived.
 */
type Stage = 'head' | 'refused' | 'body' | 'received';

/**
 * A connection is closed when it reaches the maximum age, in ms, of its current stage. Slow unknown clients
 * therefore cannot occupy all connections. A delivery has almost 10 s, because the service waits that long
 * for a response and never repeats a delivery (spec §6.2).
 */
const LIMIT_MS: Readonly<Record<Stage, number>> = {
  head: 1_000,
  refused: 2_000,
  body: 9_000,
  received: Infinity,
};
const TICK_MS = 200;

interface Connection {
  stage: Stage;
  /**
   * Time, in ms, for which the connection has waited. Excludes the time in which this process was too busy to
   * read.
   */
  waitedMs: number;
}

export interface Connections {
  /** Records that a connection's request has reached this stage. */
  enter(socket: Socket, stage: Exclude<Stage, 'head'>): void;
  dispose: Dispose;
}

interface ConnectionParts {
  readonly clock: Clock;
  /** Called when a request has not arrived in time. Must close the connection. */
  readonly onSlow: (socket: Socket, isRefused: boolean) => void;
}

/**
 * Limits the number of connections and the time within which a request must arrive. Node's own limits do not
 * suffice. `maxConnections` refuses new connections, so a stranger's idle connections could block every
 * delivery. Node's timeouts keep running while this process is busy, so they could end a request that has
 * arrived but has not been read yet.
 */
export function watchConnections(server: Server, { clock, onSlow }: ConnectionParts): Connections {
  const open = new Map<Socket, Connection>();
  const ticks = createTicks(clock, open, onSlow);
  server.on('connection', (socket: Socket) => {
    open.set(socket, { stage: 'head', waitedMs: 0 });
    socket.once('close', () => void open.delete(socket));
    ticks.start();
    evictStrangers(open);
  });
  return {
    enter: (socket, stage) => {
      const connection = open.get(socket);
      if (connection !== undefined) connection.stage = stage;
    },
    dispose: ticks.dispose,
  };
}

/**
 * If too many connections are open, closes the oldest connections that have not sent the correct path and
 * key, until the limit is met. Keeps deliveries open, because only the real sender has the key.
 */
function evictStrangers(open: ReadonlyMap<Socket, Connection>): void {
  let excess = open.size - SOCKETS_MAX;
  for (const [socket, { stage }] of open) {
    if (excess <= 0) return;
    if (stage === 'body' || stage === 'received') continue;
    socket.destroy();
    excess -= 1;
  }
}

/** Ends connections whose requests do not arrive in time. Runs only while connections are open. */
function createTicks(
  clock: Clock,
  open: ReadonlyMap<Socket, Connection>,
  onSlow: ConnectionParts['onSlow'],
): { start(): void; dispose: Dispose } {
  let stop: Dispose | null = null;
  let lastMs = 0;
  const next = (): void => {
    lastMs = clock.monotonicMs();
    stop = clock.after(TICK_MS, tick);
  };
  const tick = (): void => {
    const elapsedMs = clock.monotonicMs() - lastMs;
    const isLate = elapsedMs > 2 * TICK_MS;
    const due: (readonly [socket: Socket, connection: Connection, bytes: number])[] = [];
    for (const [socket, connection] of open) {
      // If a tick is late, this process was busy and may have left data unread. The time since the last tick
      // then counts as only one tick.
      connection.waitedMs += isLate ? TICK_MS : elapsedMs;
      if (connection.waitedMs >= LIMIT_MS[connection.stage]) due.push([socket, connection, socket.bytesRead]);
    }
    stop = null;
    if (open.size > 0) next();
    if (due.length === 0) return;
    // Before a connection is closed, this process reads the data that arrived while it was busy. If the
    // request has then made progress, the connection stays open.
    setImmediate(() => {
      for (const [socket, connection, bytes] of due) {
        const isStillDue = connection.waitedMs >= LIMIT_MS[connection.stage];
        const hasProgressed = isLate && socket.bytesRead > bytes;
        if (isStillDue && !hasProgressed && open.has(socket)) onSlow(socket, connection.stage === 'refused');
      }
    });
  };
  return {
    start: () => {
      if (stop === null) next();
    },
    dispose: () => {
      stop?.();
      stop = null;
    },
  };
}
