import type { Refusal } from '../../../shared/model/signal.ts';
import { messageOf } from '../foundation/error-message.ts';
import {
  listenLocally,
  type LocalServer,
  type LocalServerParts,
} from '../foundation/local-http/local-server.ts';
import { createSerialQueue } from '../foundation/serial-queue.ts';
import type { AssistantProtocol, Clock, Dispose, Logger } from '../ports.ts';
import type { AssistantSettings } from './assistant-settings.ts';

export const PATH = '/mcp';
const PORT = 47_822;
/**
 * Number of ports to try when the interface is first switched on. After that, the port never changes, because
 * clients are configured with it.
 */
const PORTS_TRIED = 10;
/** Milliseconds between a failed attempt to listen and the next attempt. */
const RETRY_MS = 2_000;

type ServerState = 'off' | 'listening' | 'port-taken' | 'failed';

interface ServerParts {
  readonly clock: Clock;
  readonly log: Logger;
  readonly settings: Pick<AssistantSettings, 'port' | 'setPort'>;
  /** Whether the user has switched on the assistants' interface of the open workspace. */
  readonly isWanted: () => boolean;
  readonly load: () => Promise<AssistantProtocol>;
  readonly recognises: (key: string) => boolean;
  readonly answer: (protocol: AssistantProtocol) => LocalServerParts['answer'];
  readonly onDelete: LocalServerParts['onDelete'];
  readonly onChanged: () => void;
}

/** The HTTP server of the assistant interface. It exists only while the interface is switched on. */
export interface AssistantServer {
  state(): ServerState;
  address(): string;
  /** Starts or stops listening to match the settings of the open workspace. */
  follow(): Promise<void>;
  dispose(): Promise<void>;
}

export function createAssistantServer(parts: ServerParts): AssistantServer {
  const { clock, log, settings } = parts;
  // Runs one change at a time. Otherwise, two changes could each start a server.
  const runSerially = createSerialQueue();
  let server: LocalServer | null = null;
  let state: ServerState = 'off';
  let isOver = false;
  let stopWaiting: Dispose = () => undefined;
  const shut = async (): Promise<void> => {
    const closing = server;
    server = null;
    state = 'off';
    await closing?.close();
  };
  const open = async (): Promise<void> => {
    const protocol = await parts.load();
    const local = {
      clock,
      rules: () => ({ path: PATH, tunnelHost: null }),
      recognises: parts.recognises,
      answer: parts.answer(protocol),
      onRefused: () => undefined,
      ...(parts.onDelete === undefined ? {} : { onDelete: parts.onDelete }),
      refusalBody,
    };
    for (const port of portsToTry(settings.port())) {
      const opened = await listenLocally(local, port);
      if ('failed' in opened) {
        state = opened.failed;
        continue;
      }
      server = opened.server;
      state = 'listening';
      if (settings.port() !== port) settings.setPort(port);
      return;
    }
    log.warn('assistants-not-listening', { why: state });
  };
  const follow = async (): Promise<void> => {
    stopWaiting();
    const isWanted = parts.isWanted() && !isOver;
    if (!isWanted) return shut();
    if (server !== null) return;
    try {
      await open();
    } catch (error) {
      state = 'failed';
      log.error('assistants-not-started', { error: messageOf(error) });
    }
    if (server === null)
      stopWaiting = clock.after(RETRY_MS, () => void runSerially(follow).then(parts.onChanged));
  };
  return {
    state: () => state,
    address: () => `http://127.0.0.1:${settings.port() ?? PORT}${PATH}`,
    follow: () => runSerially(follow),
    dispose: () => {
      isOver = true;
      stopWaiting();
      return runSerially(shut);
    },
  };
}

/** JSON-RPC error code for a request with a missing or unknown key. */
const REFUSED = -32_003;
const REFUSALS: Partial<Readonly<Record<Refusal, string>>> = {
  'no-key':
    'This request has no key. Add the assistant in Roundwatch (Settings, Assistants) and send its key in the header Authorization: Bearer.',
  'wrong-key':
    'Roundwatch does not know this key. It may have been revoked, or another workspace is open. Add the assistant again in Roundwatch (Settings, Assistants) and use the new key.',
};

/**
 * Returns the error that a client shows to the user if its key is not accepted. The error reveals nothing
 * about the existing keys. Other refusals have no body, so a web page cannot find out which app listens here.
 */
function refusalBody(why: Refusal): object | null {
  const message = REFUSALS[why];
  return message === undefined ? null : { jsonrpc: '2.0', id: null, error: { code: REFUSED, message } };
}

const portsToTry = (remembered: number | null): readonly number[] =>
  remembered === null ? Array.from({ length: PORTS_TRIED }, (_, index) => PORT + index) : [remembered];
