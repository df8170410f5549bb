import type { ServerResponse } from 'node:http';
import type { Refusal } from '../../../shared/model/signal.ts';
import {
  listenLocally,
  type Listening,
  type LocalServer,
  type LocalServerParts,
} from '../foundation/local-http/local-server.ts';
import { isFromOutside } from './delivery-origin.ts';
import { createByteRateLimit, type ByteRateLimit } from './event-budget.ts';

export interface HookServerParts extends Pick<
  LocalServerParts,
  'clock' | 'rules' | 'recognises' | 'onRefused'
> {
  /**
   * Returns whether an event with a body of this size may be stored. If so, the size counts toward the limit
   * on stored bytes.
   */
  readonly hasRoom: (bytes: number) => boolean;
  /** Stores the event. Resolves when it is on disk. `fromOutside`: the event came through the tunnel. */
  readonly store: (body: object, fromOutside: boolean) => Promise<void>;
  /** Called after each response with the time since the request's headers arrived, in milliseconds. */
  readonly onAnswered: (tookMs: number) => void;
}

export type HookServer = LocalServer;

/** Starts the receiver's server. If `port` is 0, the system chooses a free port. */
export function listen(parts: HookServerParts, port: number): Promise<Listening> {
  const { clock } = parts;
  const minute = createByteRateLimit(() => clock.monotonicMs());
  const answer: LocalServerParts['answer'] = async (received, response) => {
    const { request, body, bodyBytes, startMs } = received;
    const over = overLimit(parts, minute, bodyBytes);
    if (over !== null) return over;
    try {
      await parts.store(body, isFromOutside(request.headers));
    } catch {
      return 'not-stored';
    }
    end(response, 202);
    parts.onAnswered(clock.monotonicMs() - startMs);
    return null;
  };
  return listenLocally({ ...parts, answer }, port);
}

/** Returns the reason to refuse a delivery of this size; null if it may be stored. */
function overLimit({ hasRoom }: HookServerParts, minute: ByteRateLimit, bytes: number): Refusal | null {
  if (!minute.allows(bytes)) return 'too-much';
  return hasRoom(bytes) ? null : 'no-room';
}

function end(response: ServerResponse, status: number): void {
  // Closes the connection. Otherwise, a tunnel could reuse the connection just as it times out, and the next
  // event would be lost.
  response.writeHead(status, { 'Content-Length': 0, Connection: 'close', 'Cache-Control': 'no-store' }).end();
}
