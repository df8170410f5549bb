import type { Port, Reply } from '../../shared/contract-kit.ts';
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
export interface WsPortOptions {
  readonly open: () => Socket;
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

/**
 * The port over the loopback shell's socket: `{ id, channel, input }` → `{ id, reply }`, pushes `{ push, payload }`.
 * Requests that were under way when the line broke are refused, never sent twice: they may have been paid.
 */
export function wsPort(options: WsPortOptions): { readonly port: Port; readonly link: Link } {
  const line = new Line(options);
  line.connect();
  return { port: line, link: line };
}

class Line implements Port, Link {
  readonly #options: WsPortOptions;
  readonly #sent = new Map<number, Pending>();
  readonly #waiting = new Map<number, Pending>();
  readonly #pushes = new Set<(channel: string, payload: unknown) => void>();
  readonly #links = new Set<(up: boolean) => void>();
  #nextId = 1;
  #retryMs = FIRST_RETRY_MS;
  #socket: Socket | null = null;

  constructor(options: WsPortOptions) {
    this.#options = options;
  }

  connect(): void {
    const socket = this.#options.open();
    socket.addEventListener('open', () => this.#opened(socket));
    socket.addEventListener('message', (event) => this.#take(event.data));
    socket.addEventListener('close', () => this.#lost());
  }
  readonly isUp = (): boolean => this.#socket !== null;
  readonly onChange = (listener: (up: boolean) => void): (() => void) => {
    this.#links.add(listener);
    return () => this.#links.delete(listener);
  };

  request(channel: string, input: unknown): Promise<Reply> {
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
      for (const listener of this.#pushes) listener(push, payload);
      return;
    }
    if (typeof id !== 'number') return;
    const pending = this.#sent.get(id);
    this.#sent.delete(id);
    pending?.settle(asReply(reply));
  }
}

const down = (): Reply => refused({ kind: 'network', reason: 'connection' });

function parse(data: unknown): unknown {
  if (typeof data !== 'string') return null;
  try {
    return JSON.parse(data);
  } catch {
    return null;
  }
}
