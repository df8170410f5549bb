import type { ReceiverState } from '../../../shared/model/signal.ts';
import type { SecretState } from '../../../shared/model/workspace.ts';
import type { ReceiverSetup } from '../database/queries/yours/receiver-and-seen-signals.ts';
import type { WriteDb } from '../database/sql.ts';
import type { Clock, Dispose, Logger } from '../ports.ts';
import { createUptimeLog } from './uptime-log.ts';
import { listen, type HookServer, type HookServerParts } from './webhook-server.ts';
import { createSerialQueue } from '../foundation/serial-queue.ts';

/** Milliseconds between a failed attempt to listen and the next attempt. */
const PORT_RETRY_MS = 2_000;

interface ReceiverServerOptions {
  readonly cache: WriteDb;
  readonly clock: Clock;
  readonly log: Logger;
  readonly serverNowMs: () => number;
  readonly setup: () => Pick<ReceiverSetup, 'enabled' | 'port' | 'path' | 'tunnelHost'>;
  readonly keyState: () => SecretState;
  readonly server: Pick<HookServerParts, 'recognises' | 'hasRoom' | 'store' | 'onRefused' | 'onAnswered'>;
  /** If the first attempt to listen failed, called after each further attempt. */
  readonly onChanged: () => void;
  /** Called once a minute while the server listens. */
  readonly onBeat: () => void;
}

/** The receiver's HTTP server. It listens while the receiver is turned on and a webhook key is available. */
export interface ReceiverServer {
  state(): ReceiverState;
  /** Returns the server time at which the current listening period began; null if not listening. */
  sinceMs(): number | null;
  /** Starts or stops listening to match the current settings and key. */
  follow(): Promise<void>;
  close(): Promise<void>;
}

export function createReceiverServer(parts: ReceiverServerOptions): ReceiverServer {
  const { clock, log, setup } = parts;
  const alive = createUptimeLog(parts.cache, clock, parts.serverNowMs, parts.onBeat);
  // Runs one change at a time, because two concurrent changes could both start listening on the port.
  const runSerially = createSerialQueue();
  let server: HookServer | null = null;
  let state: ReceiverState = 'off';
  let isOver = false;
  let stopWaiting: Dispose = () => undefined;
  const shut = async (): Promise<void> => {
    if (server === null) return;
    const closing = server;
    server = null;
    alive.end();
    await closing.close();
  };
  const open = async (port: number): Promise<void> => {
    const opened = await listen({ ...parts.server, rules: setup, clock }, port);
    state = 'failed' in opened ? opened.failed : 'listening';
    if ('failed' in opened) {
      log.warn('receiver-not-listening', { why: opened.failed, port });
      // Another program, or a workspace that is still closing, may be using the port. Retries until listening
      // succeeds.
      stopWaiting = clock.after(PORT_RETRY_MS, () => {
        runSerially(follow).then(parts.onChanged, () => log.error('receiver-not-started'));
      });
      return;
    }
    server = opened.server;
    alive.begin();
  };
  const follow = async (): Promise<void> => {
    stopWaiting();
    const { enabled, port } = setup();
    const wanted = enabled && parts.keyState() === 'ready' && !isOver;
    if (server !== null && (!wanted || server.port !== port)) await shut();
    if (wanted && server === null) await open(port);
    if (!wanted) state = enabled ? stateWithout(parts.keyState()) : 'off';
  };
  return {
    state: () => state,
    sinceMs: () => {
      alive.check();
      return alive.sinceMs();
    },
    follow: () => runSerially(follow),
    close: () => {
      isOver = true;
      stopWaiting();
      return runSerially(shut);
    },
  };
}

const stateWithout = (key: SecretState): ReceiverState => (key === 'absent' ? 'no-key' : 'key-locked');
