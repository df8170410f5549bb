import { expect, test } from 'vitest';
import { connectHost } from '../../../renderer/host/connect.ts';
import { preloadPort } from '../../../renderer/host/preload-port.ts';
import { wsPort, type EarlyConnection, type Socket } from '../../../renderer/host/ws-port.ts';

type Listener = (event: { readonly data?: unknown }) => void;
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
  emit(type: string, data?: unknown): void {
    this.#listeners.get(type)?.({ data: typeof data === 'string' ? data : JSON.stringify(data) });
  }
}

function world() {
  const sockets: FakeSocket[] = [];
  const timers: { run: () => void; ms: number }[] = [];
  const made = wsPort({
    open: () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
    setTimer: (run, ms) => timers.push({ run, ms }),
  });
  const last = (): FakeSocket => sockets.at(-1) ?? new FakeSocket();
  return { ...made, last, timers };
}

test('asks and takes the answer that belongs to it', async () => {
  const { port, last } = world();
  last().emit('open');
  const first = port.request('app.info', {});
  const second = port.request('keys.state', {});
  expect(last().sent[0]).toBe('{"id":1,"channel":"app.info","input":{}}');
  last().emit('message', { id: 2, reply: { ok: true, value: 'two' } });
  last().emit('message', { id: 1, reply: { ok: false, error: { kind: 'not-found', what: 'company' } } });
  expect(await second).toEqual({ ok: true, value: 'two' });
  expect(await first).toEqual({ ok: false, error: { kind: 'not-found', what: 'company' } });
});

test('what was under way when the line broke is refused, never sent again', async () => {
  const { port, last, timers, link } = world();
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

test('waits longer each time, and from the start again after it connected', () => {
  const { last, timers } = world();
  for (let at = 0; at < 8; at++) {
    last().close();
    timers.at(-1)?.run();
  }
  expect(timers.map(({ ms }) => ms)).toEqual([250, 500, 1_000, 2_000, 4_000, 5_000, 5_000, 5_000]);
  last().emit('open');
  last().close();
  expect(timers.at(-1)?.ms).toBe(250);
});

test('what is asked before the line stands is sent when it does, or refused in time', async () => {
  const { port, last, timers } = world();
  const early = port.request('app.info', {});
  const never = port.request('keys.state', {});
  timers[1]?.run();
  expect(await never).toMatchObject({ ok: false });
  last().emit('open');
  expect(last().sent).toHaveLength(1);
  last().emit('message', { id: 1, reply: { ok: true, value: 1 } });
  expect(await early).toEqual({ ok: true, value: 1 });
});

test('pushes reach those who listen; nonsense reaches nobody', () => {
  const { port, last } = world();
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

test('the bridge is used where there is one, and its failures are values', async () => {
  const bridge = { request: () => Promise.reject(new Error('gone')), subscribe: () => () => undefined };
  expect(await preloadPort({ roundwatch: bridge })?.request('app.info', {})).toMatchObject({ ok: false });
  expect(preloadPort({ roundwatch: {} })).toBeNull();
  expect(preloadPort({})).toBeNull();
});

test('neither a bridge nor a loopback page is no host', () => {
  const page = { location: { protocol: 'file:', host: '' } };
  // Only these two are read before it answers.
  expect(connectHost(page as unknown as Window)).toBeNull();
});

/** A connection that was opened before the port was there; `readyState` as a WebSocket numbers it. */
function early(readyState: number, messages: readonly object[] = []) {
  const socket = Object.assign(new FakeSocket(), { readyState });
  const calls = { stopped: 0, opened: 0 };
  const begun: EarlyConnection = {
    socket,
    requests: [{ id: 'early plan.gap', channel: 'plan.gap', input: { limit: 5 } }],
    messages: messages.map((each) => JSON.stringify(each)),
    stopListening: () => (calls.stopped += 1),
  };
  const timers: (() => void)[] = [];
  const made = wsPort({
    early: begun,
    open: () => {
      calls.opened += 1;
      return new FakeSocket();
    },
    setTimer: (run) => timers.push(run),
  });
  return { ...made, socket, calls, timers };
}
const told = (value: string) => ({ id: 'early plan.gap', reply: { ok: true, value } });

test('what was asked before the port was there is answered once, whenever the answer comes', async () => {
  const before = early(1, [told('heard')]);
  expect(before.link.isUp()).toBe(true);
  expect(before.calls).toEqual({ stopped: 1, opened: 0 });
  expect(await before.port.request('plan.gap', { limit: 5 })).toEqual({ ok: true, value: 'heard' });
  void before.port.request('plan.gap', { limit: 5 });
  void before.port.request('plan.gap', { limit: 6 });
  expect(before.socket.sent).toHaveLength(2);

  const after = early(0);
  expect(after.link.isUp()).toBe(false);
  const requests = after.port.request('plan.gap', { limit: 5 });
  after.socket.emit('open');
  after.socket.emit('message', told('later'));
  expect(await requests).toEqual({ ok: true, value: 'later' });
  expect(after.socket.sent).toEqual([]);
});

test('an early answer is not given once something changed, after its seconds, or where it was a failure', async () => {
  const changed = early(1, [told('old'), { push: 'plan.onChanged', payload: {} }]);
  void changed.port.request('plan.gap', { limit: 5 });
  expect(changed.socket.sent).toHaveLength(1);

  const late = early(1, [told('old')]);
  for (const run of late.timers) run();
  void late.port.request('plan.gap', { limit: 5 });
  expect(late.socket.sent).toHaveLength(1);

  const failed = early(1, [
    { id: 'early plan.gap', reply: { ok: false, error: { kind: 'not-found', what: 'plan' } } },
  ]);
  const again = failed.port.request('plan.gap', { limit: 5 });
  await expect.poll(() => failed.socket.sent).toHaveLength(1);
  failed.socket.emit('message', { id: 1, reply: { ok: true, value: 'now' } });
  expect(await again).toEqual({ ok: true, value: 'now' });
});

test('an early connection that is gone is made anew, and what it asked is asked again', async () => {
  expect(early(3).calls).toEqual({ stopped: 0, opened: 1 });
  const broken = early(1);
  const requests = broken.port.request('plan.gap', { limit: 5 });
  broken.socket.close();
  broken.timers.at(-1)?.();
  expect(broken.calls.opened).toBe(1);
  // Asked anew it waits for the line, as long as anything does.
  const known = broken.timers.length;
  await expect.poll(() => broken.timers.length).toBeGreaterThan(known);
  broken.timers.at(-1)?.();
  expect(await requests).toEqual({ ok: false, error: { kind: 'network', reason: 'connection' } });
});
