import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { connect } from 'node:net';
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

/** Asks the bus about the keyring without making it start one. */
const askBus = (method: string): string =>
  execFileSync(
    'dbus-send',
    [
      ...['--session', '--print-reply', '--dest=org.freedesktop.DBus', '/org/freedesktop/DBus'],
      ...[`org.freedesktop.DBus.${method}`, 'string:org.freedesktop.secrets'],
    ],
    { encoding: 'utf8' },
  );

export const killDaemon = (): void =>
  void process.kill(Number(/uint32 (\d+)/.exec(askBus('GetConnectionUnixProcessID'))?.[1]), 'SIGKILL');

/** Starts the daemon of a fresh session and waits until the bus knows it: asked before, the bus would start another one. */
export async function startDaemon(): Promise<void> {
  spawnSync('gnome-keyring-daemon', ['--unlock', '--components=secrets'], {
    input: `${KEYRING_PASSWORD}\n`,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  while (!askBus('NameHasOwner').includes('boolean true'))
    await new Promise((resolve) => setTimeout(resolve, 20));
}

const UNLOCK = 1;

/**
 * Unlocks in the running daemon, as a login does (gnome-keyring's control socket: length, operation, then each argument
 * with its length, big-endian, after one byte of credentials), so that a process sees its own keyring opened again.
 */
export async function unlockInPlace(): Promise<void> {
  // What `--unlock` reads from its input is the password, its line break included.
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

/** A session bus that can start nothing. */
export const BUS_WITHOUT_SERVICES = `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
  "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
</busconfig>`;
