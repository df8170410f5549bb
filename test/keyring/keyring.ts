import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The verbs of a real gnome-keyring on this session's bus (see docs: `scripts/test.mjs keyring` starts the session). */

const call = (path: string, method: string, ...args: string[]): string =>
  execFileSync(
    'dbus-send',
    ['--session', '--print-reply', '--dest=org.freedesktop.secrets', path, method, ...args],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  );

const LOGIN = '/org/freedesktop/secrets/collection/login';

export function lock(): void {
  call('/org/freedesktop/secrets', 'org.freedesktop.Secret.Service.Lock', `array:objpath:${LOGIN}`);
  if (!isLocked()) throw new Error('the keyring did not lock');
}

export const isLocked = (): boolean =>
  call(
    LOGIN,
    'org.freedesktop.DBus.Properties.Get',
    'string:org.freedesktop.Secret.Collection',
    'string:Locked',
  ).includes('boolean true');

/** The password that the session was unlocked with. */
export const KEYRING_PASSWORD = process.env['KEYRING_PASSWORD'] ?? 'test';

/** Starts the daemon anew and unlocks it: after a lock, after a crash. */
export function unlock(): void {
  const { status } = spawnSync('gnome-keyring-daemon', ['--replace', '--unlock', '--components=secrets'], {
    input: `${KEYRING_PASSWORD}\n`,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  if (status !== 0 || isLocked()) throw new Error('the keyring did not unlock');
}

export function killDaemon(): void {
  const answer = execFileSync(
    'dbus-send',
    [
      '--session',
      '--print-reply',
      '--dest=org.freedesktop.DBus',
      '/org/freedesktop/DBus',
      'org.freedesktop.DBus.GetConnectionUnixProcessID',
      'string:org.freedesktop.secrets',
    ],
    { encoding: 'utf8' },
  );
  process.kill(Number(/uint32 (\d+)/.exec(answer)?.[1]), 'SIGKILL');
}

export const hasSession = (): boolean =>
  process.env['DBUS_SESSION_BUS_ADDRESS'] !== undefined && process.env['ROUNDWATCH_KEYRING'] === '1';

export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'roundwatch-keyring-'));
