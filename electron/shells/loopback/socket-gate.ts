import type { RawData, WebSocket } from 'ws';
import { SIGN_IN_NEEDED_CODE } from '../../../shared/loopback-codes.ts';
import type { Logger } from '../../core/ports.ts';
import { proofSchema, type LoopbackAccess, type Proof } from './access.ts';

interface SocketGateOptions {
  readonly access: Pick<LoopbackAccess, 'accepts'>;
  readonly log: Logger;
  /** Receives each socket whose first frame contained valid proof of access. */
  readonly attach: (socket: WebSocket) => void;
  /** Called when a tab without access has tried to connect. */
  readonly onRefused: () => void;
}

const SOCKETS_MAX = 8;
/**
 * Maximum number of sockets that have not sent their first frame. If more sockets connect, the oldest of them
 * are closed. Without this limit, other accounts on this computer could open any number of sockets.
 */
const WAITING_MAX = 16;
/** The first frame must arrive within this time. A page sends it as soon as the socket is open. */
const PROOF_MAX_MS = 10_000;
const POLICY_VIOLATION = 1008;
const TRY_AGAIN_LATER = 1013;

/**
 * Returns a function that passes a socket to `attach` once the socket's first frame has proved that the page
 * has access.
 */
export function createSocketGate(options: SocketGateOptions): (socket: WebSocket) => void {
  const waiting = new Map<WebSocket, NodeJS.Timeout>();
  let attached = 0;
  const stopWaiting = (socket: WebSocket): void => {
    clearTimeout(waiting.get(socket));
    waiting.delete(socket);
  };
  const refuse = (socket: WebSocket, code: number, why: string): void => {
    stopWaiting(socket);
    options.log.warn('socket-refused', { why });
    socket.close(code, why);
  };
  const handleFirst = (socket: WebSocket, data: RawData, isBinary: boolean): void => {
    if (!waiting.has(socket)) return;
    const proof = isBinary ? null : parseProof(data);
    if (proof === null || !options.access.accepts(proof)) {
      refuse(socket, SIGN_IN_NEEDED_CODE, 'no session');
      return options.onRefused();
    }
    if (attached >= SOCKETS_MAX) return refuse(socket, TRY_AGAIN_LATER, 'too many connections');
    stopWaiting(socket);
    attached += 1;
    socket.once('close', () => (attached -= 1));
    options.attach(socket);
  };
  return (socket) => {
    const [oldest] = waiting.keys();
    if (oldest !== undefined && waiting.size >= WAITING_MAX)
      refuse(oldest, TRY_AGAIN_LATER, 'too many connections');
    waiting.set(
      socket,
      setTimeout(() => refuse(socket, POLICY_VIOLATION, 'no first frame'), PROOF_MAX_MS).unref(),
    );
    socket.on('error', () => stopWaiting(socket));
    socket.once('close', () => stopWaiting(socket));
    // This listener reads only the first frame. More frames may arrive with it, but the listener that
    // `attach` adds handles those.
    socket.once('message', (data, isBinary) => handleFirst(socket, data, isBinary));
  };
}

function parseProof(data: RawData): Proof | null {
  try {
    return proofSchema.safeParse(JSON.parse(data.toString('utf8'))).data ?? null;
  } catch {
    return null;
  }
}
