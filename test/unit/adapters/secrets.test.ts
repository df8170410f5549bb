import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMemorySecrets } from '../../../electron/adapters/memory-secrets.ts';
import { createKeytarSecrets, keychainName, type Keytar } from '../../../electron/adapters/keytar-secrets.ts';

const LOCKED = 'Cannot create an item in a locked collection';
const NO_BUS = 'Cannot autolaunch D-Bus without X11 $DISPLAY';
const NO_SERVICE = 'The name org.freedesktop.secrets was not provided by any .service files';

/**
 * Creates a fake keytar. While `failure` is set, reads return null and writes throw, as in a locked keychain.
 */
function createFakeKeytar() {
  const items = new Map<string, string>();
  const fake = {
    items,
    failure: null as string | null,
    calls: [] as string[],
    /** Called on every write. A test can make the write wait, as a system prompt does. */
    onWrite: (): Promise<void> | void => undefined,
    mangle: (secret: string) => secret,
  };
  const keytar: Keytar = {
    getPassword: (_service, account) => {
      fake.calls.push(`get ${account}`);
      return Promise.resolve(fake.failure === null ? (items.get(account) ?? null) : null);
    },
    setPassword: async (_service, account, secret) => {
      fake.calls.push(`set ${account}`);
      await fake.onWrite();
      if (fake.failure !== null) throw new Error(fake.failure);
      items.set(account, fake.mangle(secret));
    },
    deletePassword: (_service, account) => {
      fake.calls.push(`delete ${account}`);
      return Promise.resolve(fake.failure === null && items.delete(account));
    },
  };
  return {
    ...fake,
    fake,
    store: createKeytarSecrets({ load: () => Promise.resolve(keytar), service: 'S' }),
    keytar,
  };
}

describe('an unlocked keychain', () => {
  it('stores, returns and deletes secrets, and leaves no probe behind', async () => {
    const { store, items } = createFakeKeytar();
    expect(await store.get('a')).toEqual({ state: 'absent', secret: null });
    expect(await store.set('a', 'key')).toBe('ready');
    expect(await store.get('a')).toEqual({ state: 'ready', secret: 'key' });
    expect(await store.delete('a')).toBe('absent');
    expect(await store.delete('a')).toBe('absent');
    expect(await store.probe()).toBe('ready');
    expect(items.size).toBe(0);
  });

  it('does not store a secret that reads back differently', async () => {
    const { store, fake, items } = createFakeKeytar();
    fake.mangle = (secret) => secret.split('\0')[0] ?? '';
    expect(await store.set('a', 'cut\0here')).toBe('unavailable');
    expect(items.size).toBe(0);
    expect(await store.set('a', 'whole')).toBe('ready');
    expect(await store.set('a', 'cut\0here')).toBe('unavailable');
    expect([...items]).toEqual([['a', 'whole']]);
  });
});

describe.each([
  ['a locked keychain', LOCKED, 'locked'],
  ['a dismissed prompt', 'The unlock prompt was dismissed', 'locked'],
  ['macOS without a user', 'User interaction is not allowed.', 'locked'],
  ['an unknown error', 'something else', 'locked'],
  ['no D-Bus', NO_BUS, 'unavailable'],
  ['no service', NO_SERVICE, 'unavailable'],
])('%s', (_what, message, state) => {
  it(`reports ${state} for every operation, and never absent`, async () => {
    const { store, fake } = createFakeKeytar();
    await store.set('a', 'key');
    fake.failure = message;
    expect(await store.get('a')).toEqual({ state, secret: null });
    expect(await store.set('b', 'key')).toBe(state);
    expect(await store.delete('a')).toBe(state);
    expect(await store.probe()).toBe(state);
    fake.failure = null;
    expect(await store.get('a')).toEqual({ state: 'ready', secret: 'key' });
  });
});

it('finds the secret when the user unlocks the keychain during the probe', async () => {
  const { store, fake, items } = createFakeKeytar();
  items.set('a', 'key');
  fake.failure = LOCKED;
  fake.onWrite = () => void (fake.failure = null);
  expect(await store.get('a')).toEqual({ state: 'ready', secret: 'key' });
});

it('keeps the probes of two concurrent apps apart', async () => {
  const { store, fake, keytar } = createFakeKeytar();
  const other = createKeytarSecrets({ load: () => Promise.resolve(keytar), service: 'S' });
  await Promise.all([store.get('a'), other.get('b'), store.probe(), other.probe()]);
  const written = fake.calls.filter((call) => call.startsWith('set '));
  expect(written).toHaveLength(4);
  expect(new Set(written).size).toBe(2);
});

it('reports a module that cannot be loaded as unavailable, and accepts a default export', async () => {
  const broken = createKeytarSecrets({
    load: () => Promise.reject(new Error('libsecret locked?')),
    service: 'S',
  });
  expect(await broken.get('a')).toEqual({ state: 'unavailable', secret: null });
  const { keytar } = createFakeKeytar();
  const wrapped = createKeytarSecrets({ load: () => Promise.resolve({ default: keytar }), service: 'S' });
  expect(await wrapped.set('a', 'key')).toBe('ready');
});

it('names the keychain as the operating system does', () => {
  expect(['darwin', 'win32', 'linux'].map((platform) => keychainName(platform as NodeJS.Platform))).toEqual([
    'the macOS Keychain',
    'Windows Credential Manager',
    "this system's keyring",
  ]);
});

describe('a keychain that waits for the user', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Creates a fake keytar whose writes wait until `release` is called. */
  function createWaiting() {
    const made = createFakeKeytar();
    let release = (): void => undefined;
    const wait = new Promise<void>((resolve) => (release = resolve));
    made.fake.onWrite = () => wait;
    return { ...made, release: () => release() };
  }

  it('times out every operation', async () => {
    const { store } = createWaiting();
    const all = Promise.all([store.set('a', 'key'), store.get('b'), store.delete('c'), store.probe()]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await all).toEqual(['timeout', { state: 'timeout', secret: null }, 'timeout', 'timeout']);
  });

  it('starts only one native call at a time', async () => {
    const { store, calls, release } = createWaiting();
    const pending = Array.from({ length: 20 }, (_, index) => store.set(`a${index}`, 'key'));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(new Set(await Promise.all(pending))).toEqual(new Set(['timeout']));
    expect(calls).toEqual(['get a0', expect.stringMatching(/^set roundwatch:probe:/)]);
    release();
    await vi.advanceTimersByTimeAsync(0);
    expect(calls.filter((call) => /^\w+ a/.test(call))).toEqual(['get a0', 'get a0']);
  });

  it('keeps a secret whose deletion timed out', async () => {
    const { store, fake, items, release } = createWaiting();
    items.set('a', 'key');
    fake.failure = LOCKED;
    const removal = store.delete('a');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await removal).toBe('timeout');
    fake.failure = null;
    release();
    await vi.advanceTimersByTimeAsync(0);
    expect([...items]).toEqual([['a', 'key']]);
  });

  it('keeps the old secret when its replacement timed out', async () => {
    const { store, items, release } = createWaiting();
    items.set('a', 'before');
    const replacing = store.set('a', 'late');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await replacing).toBe('timeout');
    release();
    await vi.advanceTimersByTimeAsync(0);
    expect([...items]).toEqual([['a', 'before']]);
  });

  it('removes a secret stored after the timeout, but keeps the secret of a retry', async () => {
    const { store, items, release } = createWaiting();
    const first = store.set('a', 'late');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await first).toBe('timeout');
    const retry = store.set('a', 'retried');
    release();
    await vi.advanceTimersByTimeAsync(0);
    expect(await retry).toBe('ready');
    expect([...items]).toEqual([['a', 'retried']]);
  });

  it('removes a secret stored after the timeout', async () => {
    const { store, items, release } = createWaiting();
    const first = store.set('a', 'late');
    await vi.advanceTimersByTimeAsync(10_000);
    await first;
    release();
    await vi.advanceTimersByTimeAsync(0);
    expect(items.size).toBe(0);
  });
});

describe('memory secrets', () => {
  it('are stored, returned and deleted, and not shared between stores', async () => {
    const store = createMemorySecrets();
    expect(await store.get('a')).toEqual({ state: 'absent', secret: null });
    expect(await store.set('a', 'key')).toBe('ready');
    expect(await store.get('a')).toEqual({ state: 'ready', secret: 'key' });
    expect((await createMemorySecrets().get('a')).state).toBe('absent');
    expect(await store.delete('a')).toBe('absent');
    expect((await store.get('a')).state).toBe('absent');
    expect([store.place, store.name, await store.probe()]).toEqual(['session', 'this session', 'ready']);
  });
});
