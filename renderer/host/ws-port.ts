import type { Port, Reply } from '../../shared/contract/kit.ts';
import { SIGN_IN_NEEDED_CODE } from '../../shared/loopback-codes.ts';
import type { Link } from './link.ts';
import { parseReply, isRecord, failureReply } from './reply.ts';

/** The part of WebSocket that the port uses. */
export interface Socket {
  send(text: string): void;
  close(): void;
  addEventListener(
    type: 'open' | 'close' | 'message',
    listener: (event: { readonly data?: unknown; readonly code?: number }) => void,
  ): void;
}
/** The connection that `early.ts` opened, and the requests sent over it. */
export interface EarlyConnection {
  /** `readyState` has the same values as `WebSocket.readyState`: 0 while connecting, 1 once open. */
  readonly socket: Socket & { readonly readyState: number };
  /** The first frame of every socket. It proves the tab's session. */
  readonly proof: string;
  readonly requests: readonly { readonly id: string; readonly channel: string; readonly input: unknown }[];
  /** Messages received so far, in order of arrival. */
  readonly messages: readonly unknown[];
  /** Stops collecting messages. Afterwards, the caller must listen to the socket itself. */
  readonly stopListening: () => void;
}
interface WsPortOptions {
  readonly open: () => Socket;
  readonly early?: EarlyConnection | null;
  readonly setTimer: (run: () => void, ms: number) => unknown;
}
interface Pending {
  readonly frame: string;
  readonly settle: (reply: Reply) => void;
}

const FIRST_RETRY_MS = 250;
const LAST_RETRY_MS = 5_000;
/**
 * The maximum time, in ms, that a request waits for a connection. The shell restarts in less time, so
 * requests made during a restart are sent once it has restarted.
 */
const CONNECTION_WAIT_MS = 3_000;
const OPEN_STATE = 1;
/** How long, in ms, a reply to an early request remains valid. */
const EARLY_REPLY_LIFETIME_MS = 5_000;

/**
 * Creates the port over the loopback shell's socket. The page sends `{ id, channel, input }`; the shell
 * responds with `{ id, reply }` and pushes `{ push, payload }`. When the connection breaks, all requests in
 * flight fail. They are never resent, because the service may have charged for them.
 */
export function wsPort(options: WsPortOptions): { readonly port: Port; readonly link: Link } {
  const port = new WebSocketPort(options);
  const { early } = options;
  if (early && early.socket.readyState <= OPEN_STATE) port.adoptEarlyConnection(early);
  else port.connect();
  return { port, link: port };
}

class WebSocketPort implements Port, Link {
  readonly #options: WsPortOptions;
  readonly #sent = new Map<number | string, Pending>();
  readonly #waiting = new Map<number, Pending>();
  /**
   * Replies to the requests from `early.ts`, keyed by channel and input. The first caller that makes the same
   * request gets the reply. All replies are discarded as soon as the core reports a change.
   */
  readonly #earlyReplies = new Map<string, Promise<Reply>>();
  readonly #pushListeners = new Set<(channel: string, payload: unknown) => void>();
  readonly #linkListeners = new Set<(up: boolean) => void>();
  #nextId = 1;
  #retryMs = FIRST_RETRY_MS;
  #socket: Socket | null = null;
  #isSignedOut = false;

  constructor(options: WsPortOptions) {
    this.#options = options;
  }

  connect(): void {
    this.#listenTo(this.#options.open());
  }
  adoptEarlyConnection({ socket, requests, messages, stopListening }: EarlyConnection): void {
    for (const { id, channel, input } of requests) {
      const reply = new Promise<Reply>((settle) => this.#sent.set(id, { frame: '', settle }));
      this.#earlyReplies.set(requestKey(channel, input), reply);
    }
    stopListening();
    this.#listenTo(socket);
    if (socket.readyState === OPEN_STATE) this.#handleOpen(socket);
    for (const data of messages) this.#receive(data);
    this.#options.setTimer(() => this.#earlyReplies.clear(), EARLY_REPLY_LIFETIME_MS);
  }
  readonly isUp = (): boolean => this.#socket !== null;
  readonly isSignedOut = (): boolean => this.#isSignedOut;
  readonly onChange = (listener: (up: boolean) => void): (() => void) => {
    this.#linkListeners.add(listener);
    return () => this.#linkListeners.delete(listener);
  };

  request(channel: string, input: unknown): Promise<Reply> {
    const key = this.#earlyReplies.size === 0 ? '' : requestKey(channel, input);
    const early = this.#earlyReplies.get(key);
    if (early === undefined) return this.#sendOrHold(channel, input);
    this.#earlyReplies.delete(key);
    // If the early request failed, the request is sent again, because it may succeed now.
    return early.then((reply) => (reply.ok ? reply : this.#sendOrHold(channel, input)));
  }
  #sendOrHold(channel: string, input: unknown): Promise<Reply> {
    return new Promise((settle) => {
      const id = this.#nextId++;
      const pending = { frame: JSON.stringify({ id, channel, input }), settle };
      if (this.#isSignedOut) settle(connectionFailure());
      else if (this.#socket) this.#send(this.#socket, id, pending);
      else this.#holdUntilConnected(id, pending);
    });
  }
  subscribe(listener: (channel: string, payload: unknown) => void): () => void {
    this.#pushListeners.add(listener);
    return () => this.#pushListeners.delete(listener);
  }

  #listenTo(socket: Socket): void {
    socket.addEventListener('open', () => this.#handleOpen(socket));
    socket.addEventListener('message', (event) => this.#receive(event.data));
    socket.addEventListener('close', ({ code }) => this.#handleClose(code));
  }
  #send(socket: Socket, id: number, pending: Pending): void {
    this.#sent.set(id, pending);
    socket.send(pending.frame);
  }
  #holdUntilConnected(id: number, pending: Pending): void {
    this.#waiting.set(id, pending);
    this.#options.setTimer(() => {
      if (this.#waiting.delete(id)) pending.settle(connectionFailure());
    }, CONNECTION_WAIT_MS);
  }
  #handleOpen(socket: Socket): void {
    this.#socket = socket;
    this.#retryMs = FIRST_RETRY_MS;
    for (const [id, pending] of this.#waiting) this.#send(socket, id, pending);
    this.#waiting.clear();
    this.#notifyLink(true);
  }
  #handleClose(code: number | undefined): void {
    if (code === SIGN_IN_NEEDED_CODE) return this.#handleSignedOut();
    const wasUp = this.isUp();
    this.#socket = null;
    for (const { settle } of this.#sent.values()) settle(connectionFailure());
    this.#sent.clear();
    if (wasUp) this.#notifyLink(false);
    this.#options.setTimer(() => this.connect(), this.#retryMs);
    this.#retryMs = Math.min(LAST_RETRY_MS, this.#retryMs * 2);
  }
  /** Fails all open requests. Does not reconnect, because the shell would refuse this tab again. */
  #handleSignedOut(): void {
    this.#socket = null;
    this.#isSignedOut = true;
    for (const { settle } of [...this.#sent.values(), ...this.#waiting.values()]) settle(connectionFailure());
    this.#sent.clear();
    this.#waiting.clear();
    this.#notifyLink(false);
  }
  #notifyLink(up: boolean): void {
    for (const listener of this.#linkListeners) listener(up);
  }
  #receive(data: unknown): void {
    const message = parse(data);
    if (!isRecord(message)) return;
    const { id, push, payload, reply } = message;
    if (typeof push === 'string') {
      this.#earlyReplies.clear();
      for (const listener of this.#pushListeners) listener(push, payload);
      return;
    }
    if (typeof id !== 'number' && typeof id !== 'string') return;
    const pending = this.#sent.get(id);
    this.#sent.delete(id);
    pending?.settle(parseReply(reply));
  }
}

const requestKey = (channel: string, input: unknown): string => `${channel} ${JSON.stringify(input)}`;

const connectionFailure = (): Reply => failureReply({ kind: 'network', reason: 'connection' });

function parse(data: unknown): unknown {
  if (typeof data !== 'string') return null;
  try {
    return JSON.parse(data);
  } catch {
    return null;
  }
}
