import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/* Controls the real gnome-keyring on this session's bus. `scripts/test.mjs keyring` starts the session. */

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

/** The password that unlocks the session's keyring. */
export const KEYRING_PASSWORD = process.env['KEYRING_PASSWORD'] ?? 'test';

/**
 * Starts a new keyring daemon that unlocks the keyring. It replaces a daemon whose keyring is locked or that
 * has crashed.
 */
export function unlock(): void {
  const { status } = spawnSync('gnome-keyring-daemon', ['--replace', '--unlock', '--components=secrets'], {
    input: `${KEYRING_PASSWORD}\n`,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  if (status !== 0 || isLocked()) throw new Error('the keyring did not unlock');
}

/** Queries the bus about the keyring service, without starting the service. */
const queryBus = (method: string): string =>
  execFileSync(
    'dbus-send',
    [
      '--session',
      '--print-reply',
      '--dest=org.freedesktop.DBus',
      '/org/freedesktop/DBus',
      `org.freedesktop.DBus.${method}`,
      'string:org.freedesktop.secrets',
    ],
    { encoding: 'utf8' },
  );

export const killDaemon = (): void =>
  void process.kill(Number(/uint32 (\d+)/.exec(queryBus('GetConnectionUnixProcessID'))?.[1]), 'SIGKILL');

/**
 * Starts the keyring daemon of a new session, and waits until the daemon is on the bus. Must be called before
 * any query. If a query found no daemon on the bus, the bus would start another one.
 */
export async function startDaemon(): Promise<void> {
  spawnSync('gnome-keyring-daemon', ['--unlock', '--components=secrets'], {
    input: `${KEYRING_PASSWORD}\n`,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  while (!queryBus('NameHasOwner').includes('boolean true'))
    await new Promise((resolve) => setTimeout(resolve, 20));
}

const UNLOCK = 1;

/**
 * Unlocks the keyring without restarting the daemon, so processes that are already connected to the daemon
 * can use the keyring. A packet for the control socket consists of one byte for credentials, the length of
 * the rest of the packet, the operation, and the length and bytes of each argument. All numbers are
 * big-endian.
 */
export async function unlockInPlace(): Promise<void> {
  // The password must include the line break, because `--unlock` created the keyring with it.
  const password = Buffer.from(`${KEYRING_PASSWORD}\n`);
  const packet = Buffer.alloc(13 + password.length);
  for (const [at, value] of [12 + password.length, UNLOCK, password.length].entries())
    packet.writeUInt32BE(value, 1 + at * 4);
  password.copy(packet, 13);
  await new Promise<void>((resolve, reject) => {
    const socket = connect(join(process.env['XDG_RUNTIME_DIR'] ?? '', 'keyring', 'control'), () =>
      socket.write(packet),
    );
    socket.once('error', reject);
    socket.once('data', () => {
      socket.destroy();
      resolve();
    });
  });
  if (isLocked()) throw new Error('the keyring did not unlock');
}

export const hasSession = (): boolean =>
  process.env['DBUS_SESSION_BUS_ADDRESS'] !== undefined && process.env['ROUNDWATCH_KEYRING'] === '1';

export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'roundwatch-keyring-'));

/** The configuration of a session bus that cannot start any service. */
export const BUS_WITHOUT_SERVICES = `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
  "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
</busconfig>`;
