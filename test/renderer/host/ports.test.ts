import { expect, test } from 'vitest';
import { connectHost } from '../../../renderer/host/connect.ts';
import { preloadPort } from '../../../renderer/host/preload-port.ts';
import { wsPort, type EarlyConnection, type Socket } from '../../../renderer/host/ws-port.ts';

type Listener = (event: { readonly data?: unknown; readonly code?: number }) => void;
class FakeSocket implements Socket {
  readonly sent: string[] = [];
  readonly #listeners = new Map<string, Listener>();
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.emit('close');
  }
  addEventListener(type: string, listener: Listener): void {
    this.#listeners.set(type, listener);
  }
  closeWith(code: number): void {
    this.#listeners.get('close')?.({ code });
  }
  emit(type: string, data?: unknown): void {
    this.#listeners.get(type)?.({ data: typeof data === 'string' ? data : JSON.stringify(data) });
  }
}

function createPort() {
  const sockets: FakeSocket[] = [];
  const timers: { run: () => void; ms: number }[] = [];
  const created = wsPort({
    open: () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
    setTimer: (run, ms) => timers.push({ run, ms }),
  });
  const last = (): FakeSocket => sockets.at(-1) ?? new FakeSocket();
  return { ...created, last, timers };
}

test('matches replies to requests by id', async () => {
  const { port, last } = createPort();
  last().emit('open');
  const first = port.request('app.info', {});
  const second = port.request('keys.state', {});
  expect(last().sent[0]).toBe('{"id":1,"channel":"app.info","input":{}}');
  last().emit('message', { id: 2, reply: { ok: true, value: 'two' } });
  last().emit('message', { id: 1, reply: { ok: false, error: { kind: 'not-found', what: 'company' } } });
  expect(await second).toEqual({ ok: true, value: 'two' });
  expect(await first).toEqual({ ok: false, error: { kind: 'not-found', what: 'company' } });
});

test('fails requests in flight when the connection breaks, and never resends them', async () => {
  const { port, last, timers, link } = createPort();
  last().emit('open');
  const requests = port.request('search.run', {});
  last().close();
  expect(await requests).toEqual({ ok: false, error: { kind: 'network', reason: 'connection' } });
  expect(link.isUp()).toBe(false);
  timers[0]?.run();
  last().emit('open');
  expect(link.isUp()).toBe(true);
  expect(last().sent).toEqual([]);
});

test('backs off between reconnections, and resets once connected', () => {
  const { last, timers } = createPort();
  for (let at = 0; at < 8; at++) {
    last().close();
    timers.at(-1)?.run();
  }
  expect(timers.map(({ ms }) => ms)).toEqual([250, 500, 1_000, 2_000, 4_000, 5_000, 5_000, 5_000]);
  last().emit('open');
  last().close();
  expect(timers.at(-1)?.ms).toBe(250);
});

test('sends requests made before the connection once it opens, or fails them in time', async () => {
  const { port, last, timers } = createPort();
  const early = port.request('app.info', {});
  const never = port.request('keys.state', {});
  timers[1]?.run();
  expect(await never).toMatchObject({ ok: false });
  last().emit('open');
  expect(last().sent).toHaveLength(1);
  last().emit('message', { id: 1, reply: { ok: true, value: 1 } });
  expect(await early).toEqual({ ok: true, value: 1 });
});

test('does not reconnect a tab that the shell refused, and fails its requests', async () => {
  const { port, last, timers, link } = createPort();
  const changes: boolean[] = [];
  link.onChange((up) => changes.push(up));
  const waiting = port.request('app.info', {});
  last().emit('open');
  const sent = port.request('keys.state', {});
  last().closeWith(4401);
  // The tab was refused, so it schedules no reconnection. The only timer belongs to the first request, which
  // waited for the connection.
  expect(timers).toHaveLength(1);
  expect([link.isUp(), link.isSignedOut(), changes]).toEqual([false, true, [true, false]]);
  const failure = { ok: false, error: { kind: 'network', reason: 'connection' } };
  const later = port.request('app.info', {});
  expect(await Promise.all([waiting, sent, later])).toEqual([failure, failure, failure]);
});

test('delivers pushes to listeners, and ignores invalid messages', () => {
  const { port, last } = createPort();
  const messages: unknown[] = [];
  const stopListening = port.subscribe((channel, payload) => messages.push([channel, payload]));
  last().emit('open');
  last().emit('message', { push: 'quota.onChanged', payload: {} });
  last().emit('message', 'not json');
  last().emit('message', { id: 99, reply: null });
  stopListening();
  last().emit('message', { push: 'quota.onChanged', payload: {} });
  expect(messages).toEqual([['quota.onChanged', {}]]);
});

test('uses the bridge if there is one, and turns its failures into replies', async () => {
  const bridge = { request: () => Promise.reject(new Error('gone')), subscribe: () => () => undefined };
  expect(await preloadPort({ roundwatch: bridge })?.request('app.info', {})).toMatchObject({ ok: false });
  expect(preloadPort({ roundwatch: {} })).toBeNull();
  expect(preloadPort({})).toBeNull();
});

test('finds no host without a bridge or a loopback page', () => {
  const page = { location: { protocol: 'file:', host: '' } };
  // The cast is safe: `connectHost` reads only the bridge and the connection that `early.ts` opened.
  expect(connectHost(page as unknown as Window)).toBeNull();
});

/**
 * Creates a port that takes over a connection opened by the page's early script. `readyState` takes the same
 * values as `WebSocket.readyState`.
 */
function createEarlyPort(readyState: number, messages: readonly object[] = []) {
  const socket = Object.assign(new FakeSocket(), { readyState });
  const calls = { stopped: 0, opened: 0 };
  const connection: EarlyConnection = {
    socket,
    proof: '{"session":"secret"}',
    requests: [{ id: 'early plan.gap', channel: 'plan.gap', input: { limit: 5 } }],
    messages: messages.map((each) => JSON.stringify(each)),
    stopListening: () => (calls.stopped += 1),
  };
  const timers: (() => void)[] = [];
  const created = wsPort({
    early: connection,
    open: () => {
      calls.opened += 1;
      return new FakeSocket();
    },
    setTimer: (run) => timers.push(run),
  });
  return { ...created, socket, calls, timers };
}
const earlyReply = (value: string) => ({ id: 'early plan.gap', reply: { ok: true, value } });

test('uses an early reply once, whether it arrives before or after the request', async () => {
  const before = createEarlyPort(1, [earlyReply('heard')]);
  expect(before.link.isUp()).toBe(true);
  expect(before.calls).toEqual({ stopped: 1, opened: 0 });
  expect(await before.port.request('plan.gap', { limit: 5 })).toEqual({ ok: true, value: 'heard' });
  void before.port.request('plan.gap', { limit: 5 });
  void before.port.request('plan.gap', { limit: 6 });
  expect(before.socket.sent).toHaveLength(2);

  const after = createEarlyPort(0);
  expect(after.link.isUp()).toBe(false);
  const requests = after.port.request('plan.gap', { limit: 5 });
  after.socket.emit('open');
  after.socket.emit('message', earlyReply('later'));
  expect(await requests).toEqual({ ok: true, value: 'later' });
  expect(after.socket.sent).toEqual([]);
});

test('does not use an early reply after a change, after it expired, or if it failed', async () => {
  const changed = createEarlyPort(1, [earlyReply('old'), { push: 'plan.onChanged', payload: {} }]);
  void changed.port.request('plan.gap', { limit: 5 });
  expect(changed.socket.sent).toHaveLength(1);

  const late = createEarlyPort(1, [earlyReply('old')]);
  for (const run of late.timers) run();
  void late.port.request('plan.gap', { limit: 5 });
  expect(late.socket.sent).toHaveLength(1);

  const failed = createEarlyPort(1, [
    { id: 'early plan.gap', reply: { ok: false, error: { kind: 'not-found', what: 'plan' } } },
  ]);
  const again = failed.port.request('plan.gap', { limit: 5 });
  await expect.poll(() => failed.socket.sent).toHaveLength(1);
  failed.socket.emit('message', { id: 1, reply: { ok: true, value: 'now' } });
  expect(await again).toEqual({ ok: true, value: 'now' });
});

test('reconnects a lost early connection, and sends its requests again', async () => {
  expect(createEarlyPort(3).calls).toEqual({ stopped: 0, opened: 1 });
  const broken = createEarlyPort(1);
  const requests = broken.port.request('plan.gap', { limit: 5 });
  broken.socket.close();
  broken.timers.at(-1)?.();
  expect(broken.calls.opened).toBe(1);
  // The repeated request waits for the new connection. The newest timer ends this wait, so the test runs that
  // timer immediately.
  const known = broken.timers.length;
  await expect.poll(() => broken.timers.length).toBeGreaterThan(known);
  broken.timers.at(-1)?.();
  expect(await requests).toEqual({ ok: false, error: { kind: 'network', reason: 'connection' } });
});
