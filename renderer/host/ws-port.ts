import type { Port, Reply } from '../../shared/contract/kit.ts';
import type { Link } from './link.ts';
import { asReply, isRecord, refused } from './reply.ts';

/** What the port needs of a WebSocket; tests bring their own. */
export interface Socket {
  send(text: string): void;
  close(): void;
  addEventListener(
    type: 'open' | 'close' | 'message',
    listener: (event: { readonly data?: unknown }) => void,
  ): void;
}
/** A connection that was opened before this was here, and what was asked over it. */
export interface EarlyConnection {
  /** As a WebSocket numbers it: 0 while it opens, 1 once it is open. */
  readonly socket: Socket & { readonly readyState: number };
  readonly asked: readonly { readonly id: string; readonly channel: string; readonly input: unknown }[];
  /** Messages, in their order. */
  readonly heard: readonly unknown[];
  /** Whoever takes over hears the next one. */
  readonly stop: () => void;
}
export interface WsPortOptions {
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
/** A request made while the line is down waits this long for it, so that a reload of the shell is not a failure. */
const PATIENCE_MS = 3_000;
const OPEN = 1;
/** An answer that came before it was asked for is not kept longer than this. */
const EARLY_MS = 5_000;

/**
 * The port over the loopback shell's socket: `{ id, channel, input }` → `{ id, reply }`, pushes `{ push, payload }`.
 * Requests that were under way when the line broke are refused, never sent twice: they may have been paid.
 */
export function wsPort(options: WsPortOptions): { readonly port: Port; readonly link: Link } {
  const line = new Line(options);
  const { early } = options;
  if (early && early.socket.readyState <= OPEN) line.moveToReportedRound(early);
  else line.connect();
  return { port: line, link: line };
}

class Line implements Port, Link {
  readonly #options: WsPortOptions;
  readonly #sent = new Map<number | string, Pending>();
  readonly #waiting = new Map<number, Pending>();
  /** Answers to what was asked early, by the question: each is for the first who asks it, unless something changed. */
  readonly #early = new Map<string, Promise<Reply>>();
  readonly #pushes = new Set<(channel: string, payload: unknown) => void>();
  readonly #links = new Set<(up: boolean) => void>();
  #nextId = 1;
  #retryMs = FIRST_RETRY_MS;
  #socket: Socket | null = null;

  constructor(options: WsPortOptions) {
    this.#options = options;
  }

  connect(): void {
    this.#follow(this.#options.open());
  }
  moveToReportedRound({ socket, asked, heard, stop }: EarlyConnection): void {
    for (const { id, channel, input } of asked) {
      const reply = new Promise<Reply>((settle) => this.#sent.set(id, { frame: '', settle }));
      this.#early.set(keyOf(channel, input), reply);
    }
    stop();
    this.#follow(socket);
    if (socket.readyState === OPEN) this.#opened(socket);
    for (const data of heard) this.#take(data);
    this.#options.setTimer(() => this.#early.clear(), EARLY_MS);
  }
  readonly isUp = (): boolean => this.#socket !== null;
  readonly onChange = (listener: (up: boolean) => void): (() => void) => {
    this.#links.add(listener);
    return () => this.#links.delete(listener);
  };

  request(channel: string, input: unknown): Promise<Reply> {
    const key = this.#early.size === 0 ? '' : keyOf(channel, input);
    const early = this.#early.get(key);
    if (early === undefined) return this.#ask(channel, input);
    this.#early.delete(key);
    // What could not be told then may be told now.
    return early.then((reply) => (reply.ok ? reply : this.#ask(channel, input)));
  }
  #ask(channel: string, input: unknown): Promise<Reply> {
    return new Promise((settle) => {
      const id = this.#nextId++;
      const pending = { frame: JSON.stringify({ id, channel, input }), settle };
      if (this.#socket) this.#send(this.#socket, id, pending);
      else this.#hold(id, pending);
    });
  }
  subscribe(listener: (channel: string, payload: unknown) => void): () => void {
    this.#pushes.add(listener);
    return () => this.#pushes.delete(listener);
  }

  #follow(socket: Socket): void {
    socket.addEventListener('open', () => this.#opened(socket));
    socket.addEventListener('message', (event) => this.#take(event.data));
    socket.addEventListener('close', () => this.#lost());
  }
  #send(socket: Socket, id: number, pending: Pending): void {
    this.#sent.set(id, pending);
    socket.send(pending.frame);
  }
  #hold(id: number, pending: Pending): void {
    this.#waiting.set(id, pending);
    this.#options.setTimer(() => {
      if (this.#waiting.delete(id)) pending.settle(down());
    }, PATIENCE_MS);
  }
  #opened(socket: Socket): void {
    this.#socket = socket;
    this.#retryMs = FIRST_RETRY_MS;
    for (const [id, pending] of this.#waiting) this.#send(socket, id, pending);
    this.#waiting.clear();
    this.#announce(true);
  }
  #lost(): void {
    const wasUp = this.isUp();
    this.#socket = null;
    for (const { settle } of this.#sent.values()) settle(down());
    this.#sent.clear();
    if (wasUp) this.#announce(false);
    this.#options.setTimer(() => this.connect(), this.#retryMs);
    this.#retryMs = Math.min(LAST_RETRY_MS, this.#retryMs * 2);
  }
  #announce(up: boolean): void {
    for (const listener of this.#links) listener(up);
  }
  #take(data: unknown): void {
    const message = parse(data);
    if (!isRecord(message)) return;
    const { id, push, payload, reply } = message;
    if (typeof push === 'string') {
      this.#early.clear();
      for (const listener of this.#pushes) listener(push, payload);
      return;
    }
    if (typeof id !== 'number' && typeof id !== 'string') return;
    const pending = this.#sent.get(id);
    this.#sent.delete(id);
    pending?.settle(asReply(reply));
  }
}

const keyOf = (channel: string, input: unknown): string => `${channel} ${JSON.stringify(input)}`;

const down = (): Reply => refused({ kind: 'network', reason: 'connection' });

function parse(data: unknown): unknown {
  if (typeof data !== 'string') return null;
  try {
    return JSON.parse(data);
  } catch {
    return null;
  }
}
