import type { ReceiverState } from '../../../shared/model/signal.ts';
import type { SecretState } from '../../../shared/model/workspace.ts';
import type { ReceiverSetup } from '../db/queries/signals-yours.ts';
import type { WriteDb } from '../db/sql.ts';
import type { Clock, Dispose, Logger } from '../ports.ts';
import { createAlive } from './alive.ts';
import { listen, type HookServer, type HookServerParts } from './hook-server.ts';
import type { ReceiverDefect } from './planted-defect.ts';
import { createInTurn } from '../in-turn.ts';

/** How often a port that was taken is tried again, ms. */
const PORT_RETRY_MS = 2_000;

export interface DoorParts {
  readonly cache: WriteDb;
  readonly clock: Clock;
  readonly log: Logger;
  readonly serverNowMs: () => number;
  readonly setup: () => Pick<ReceiverSetup, 'enabled' | 'port' | 'path' | 'tunnelHost'>;
  readonly keyState: () => SecretState;
  readonly server: Pick<HookServerParts, 'recognises' | 'keep' | 'onRefused' | 'onAnswered'>;
  /** It began to listen by itself, or tried to. */
  readonly onChanged: () => void;
  readonly defect: ReceiverDefect | null;
}

/** The one server of a workspace: open where it is switched on and there is a key. */
export interface Door {
  state(): ReceiverState;
  /** Since when it has listened without a break, server time; null: it does not. */
  sinceMs(): number | null;
  /** Listens, or stops listening, as the set-up and the key now say. */
  follow(): Promise<void>;
  /** For good. */
  close(): Promise<void>;
}

export function createDoor(parts: DoorParts): Door {
  const { clock, log, setup, defect } = parts;
  const alive = createAlive(parts.cache, clock, parts.serverNowMs);
  // Two changes at once would listen twice.
  const inTurn = createInTurn();
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
    const opened = await listen({ ...parts.server, rules: setup, clock, defect }, port);
    state = 'failed' in opened ? opened.failed : 'listening';
    if ('failed' in opened) {
      log.warn('receiver-not-listening', { why: opened.failed, port });
      // Another workspace may be closing, or the program that has the port: once it is free nobody has to be asked.
      stopWaiting = clock.after(PORT_RETRY_MS, () => {
        inTurn(follow).then(parts.onChanged, () => log.error('receiver-not-started'));
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
      alive.look();
      return alive.sinceMs();
    },
    follow: () => inTurn(follow),
    close: () => {
      isOver = true;
      stopWaiting();
      return inTurn(shut);
    },
  };
}

const stateWithout = (key: SecretState): ReceiverState => (key === 'absent' ? 'no-key' : 'key-locked');
