import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import keytar from 'keytar';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createKeytarSecrets } from '../../electron/adapters/keytar-secrets.ts';
import type { SecretStore } from '../../electron/core/ports.ts';
import { BUS_WITHOUT_SERVICES, hasSession, killDaemon, lock, newFolder, unlock } from './keyring.ts';

if (!hasSession())
  throw new Error('run inside test/keyring/session.sh: a real, unlocked gnome-keyring is needed');

const SERVICE = 'Roundwatch test';
const store = createKeytarSecrets({ service: SERVICE, timeoutMs: 30_000 });

/** Runs `ask.ts` in a new process with these verbs as arguments, and returns their results. */
function queryKeyring(
  account: string,
  verbs: string,
  { env = process.env, inside = [] as string[] } = {},
): unknown {
  const script = join(import.meta.dirname, 'ask.ts');
  const [file = '', ...args] = [...inside, process.execPath, script, account, ...verbs.split(' ')];
  return JSON.parse(execFileSync(file, args, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
}

let account = '';
beforeEach(() => {
  account = `workspace:${Math.random()}`;
});

/** Returns every account that another program with the same rights can find. */
const everything = async () => (await keytar.findCredentials(SERVICE)).map((found) => found.account);

describe('unlocked', () => {
  afterEach(() => keytar.deletePassword(SERVICE, account));

  test('stores, returns, replaces and deletes, and leaves no probe', async () => {
    expect(await store.get(account)).toEqual({ state: 'absent', secret: null });
    expect(await store.set(account, 'first')).toBe('ready');
    expect(await store.set(account, 'second')).toBe('ready');
    expect(await store.get(account)).toEqual({ state: 'ready', secret: 'second' });
    expect(await everything()).toEqual([account]);
    expect(await store.delete(account)).toBe('absent');
    expect(await store.delete(account)).toBe('absent');
    expect(await everything()).toEqual([]);
    expect(await store.probe()).toBe('ready');
    expect(await everything()).toEqual([]);
  });

  test.each([
    ['one byte', 'x'],
    ['4,096 characters', 'k'.repeat(4_096)],
    ['1 MB', 'k'.repeat(1_000_000)],
    ['many scripts', 'schlüssel-鍵-🔑-مفتاح-\u202e-\u200d'],
    ['white space and quotes', ' \t"\'\\ $HOME `x` '],
    ['line breaks', 'a\r\nb\n'],
  ])('returns %s unchanged', async (_what, secret) => {
    expect(await store.set(account, secret)).toBe('ready');
    expect(await store.get(account)).toEqual({ state: 'ready', secret });
  });

  test.each([
    ['a NUL', 'before\0after'],
    ['half a surrogate pair', 'a\ud800b'],
  ])('rejects %s and stores nothing', async (_what, secret) => {
    expect(await store.set(account, secret)).toBe('unavailable');
    expect(await keytar.getPassword(SERVICE, account)).toBeNull();
  });

  test('allows two concurrent stores, 40 operations each', async () => {
    const other = createKeytarSecrets({ service: SERVICE, timeoutMs: 30_000 });
    const work = (mine: SecretStore, name: string) =>
      Promise.all(
        Array.from({ length: 20 }, async (_, index) => {
          expect(await mine.set(`${account}${name}${index}`, name)).toBe('ready');
          expect(await mine.delete(`${account}${name}${index}`)).toBe('absent');
        }),
      );
    await Promise.all([work(store, 'a'), work(other, 'b')]);
    expect(await everything()).toEqual([]);
  });
});

describe('locked', () => {
  beforeEach(() => {
    unlock();
    expect(queryKeyring(account, 'set=kept')).toEqual(['ready']);
    lock();
  });
  afterEach(() => {
    unlock();
    queryKeyring(account, 'delete');
  });

  test('reports it for every operation; the naive store reports absent', () => {
    expect(queryKeyring(account, 'get set=x delete probe get naive')).toEqual([
      'locked',
      'locked',
      'locked',
      'locked',
      'locked',
      'absent',
    ]);
    expect(queryKeyring('never stored', 'get')).toEqual(['locked']);
  });

  test('the operations while locked changed nothing', () => {
    queryKeyring(account, 'set=x delete');
    unlock();
    expect(queryKeyring(account, 'get')).toEqual(['kept']);
  });
});

test('the daemon crashes: never absent, and the secret returns with the daemon', () => {
  unlock();
  queryKeyring(account, 'set=kept');
  killDaemon();
  const [state] = queryKeyring(account, 'get') as string[];
  expect(['locked', 'unavailable', 'timeout']).toContain(state);
  unlock();
  expect(queryKeyring(account, 'get delete')).toEqual(['kept', 'absent']);
});

describe('in other environments', () => {
  const fourTimes = (state: string): string[] => [state, state, state, state];

  test('reports unavailable without a bus', () => {
    const { DBUS_SESSION_BUS_ADDRESS: _bus, XDG_RUNTIME_DIR: _run, ...env } = process.env;
    expect(queryKeyring(account, 'get set delete probe', { env })).toEqual(fourTimes('unavailable'));
  });

  test('reports unavailable if the bus lacks the service', () => {
    const config = join(newFolder(), 'no-service.conf');
    writeFileSync(config, BUS_WITHOUT_SERVICES);
    const inside = ['dbus-run-session', `--config-file=${config}`, '--'];
    expect(queryKeyring(account, 'get set delete probe', { inside })).toEqual(fourTimes('unavailable'));
  });

  test('does not report absent in a new home without a keyring', () => {
    const home = newFolder();
    const env = { ...process.env, HOME: home, XDG_RUNTIME_DIR: home };
    const [state] = queryKeyring(account, 'get', { env, inside: ['dbus-run-session', '--'] }) as string[];
    expect(['locked', 'unavailable']).toContain(state);
  });
});
