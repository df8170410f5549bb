import type { RawData, WebSocket } from 'ws';
import { z } from 'zod';
import type { Dispatch } from '../../../shared/contract/kit.ts';
import type { Logger } from '../../core/ports.ts';

interface LoopbackPortOptions {
  readonly dispatch: Dispatch;
  readonly log: Logger;
  readonly nowMs: () => number;
}

/**
 * Carries the contract's requests and events over WebSockets. A request `{id, channel, input}` gets the
 * response `{id, reply}`. Events `{push, payload}` are sent to all sockets.
 */
export interface LoopbackPort {
  attach(socket: WebSocket): void;
  publish(channel: string, payload: unknown): void;
  /** Closes every socket with a close frame. */
  close(): void;
}

const requestSchema = z.strictObject({
  id: z.union([z.int().min(0), z.string().min(1).max(64)]),
  channel: z.string().min(1).max(100),
  input: z.unknown(),
});

const POLICY_VIOLATION = 1008;
const GOING_AWAY_CODE = 1001;
/**
 * Maximum rate of requests. A page usually makes a few requests per second, and about a hundred when a screen
 * is opened.
 */
const REQUESTS_PER_SECOND = 200;
const REQUESTS_BURST = 600;
const UNSENT_MAX_BYTES = 16_000_000;

export function createLoopbackPort({ dispatch, log, nowMs }: LoopbackPortOptions): LoopbackPort {
  const sockets = new Set<WebSocket>();
  const refuse = (socket: WebSocket, why: string): void => {
    log.warn('socket-refused', { why });
    socket.close(POLICY_VIOLATION, why);
  };
  const send = (socket: WebSocket, message: object): void => {
    if (socket.readyState !== socket.OPEN) return;
    // Disconnects a page that has stopped reading; otherwise, its unsent messages would fill up the memory.
    if (socket.bufferedAmount > UNSENT_MAX_BYTES) return socket.terminate();
    socket.send(JSON.stringify(message));
  };
  return {
    attach: (socket) => {
      const withinRate = createRate(nowMs);
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      socket.on('error', () => log.warn('socket-error'));
      socket.on('message', (data, isBinary) => {
        if (socket.readyState !== socket.OPEN) return;
        if (!withinRate()) return refuse(socket, 'too many requests');
        const request = isBinary ? null : parseRequest(data);
        if (request === null) return refuse(socket, 'malformed frame');
        const { id, channel, input } = request;
        void dispatch(channel, input).then((reply) => send(socket, { id, reply }));
      });
    },
    publish: (channel, payload) => {
      for (const socket of sockets) send(socket, { push: channel, payload });
    },
    close: () => {
      for (const socket of sockets) socket.close(GOING_AWAY_CODE, 'closing');
    },
  };
}

function parseRequest(data: RawData): z.infer<typeof requestSchema> | null {
  try {
    return requestSchema.safeParse(JSON.parse(data.toString('utf8'))).data ?? null;
  } catch {
    return null;
  }
}

function createRate(nowMs: () => number): () => boolean {
  let left = REQUESTS_BURST;
  let readMs = nowMs();
  return () => {
    const now = nowMs();
    left = Math.min(REQUESTS_BURST, left + ((now - readMs) / 1_000) * REQUESTS_PER_SECOND);
    readMs = now;
    left -= 1;
    return left >= 0;
  };
}
