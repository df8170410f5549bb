import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOnPath } from './environment.mjs';
import { testFilesBelow } from './files.mjs';
import { probeKeychain } from './install.mjs';
import { runSuite, skip } from './suites.mjs';

const folder = 'test/keyring';

/**
 * Unlocks a new keyring on the session bus around us, then runs the command; the daemon ends with the bus. It is waited for:
 * asking the bus for the keyring before it is there would make the bus start another one, which nobody unlocked.
 */
const unlocked = `
printf 'test\\n' | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1
"$@"
`;

/** The keychain against a real gnome-keyring, in a home and on a session bus of its own. */
export async function runKeyringSuite(name, { env = {}, timeoutMs = 180_000, tryAgain = false } = {}) {
  if (testFilesBelow(folder).length === 0) return null;
  if (process.platform !== 'linux') return skip(name, 'a real keyring is only set up on Linux');
  const missing = ['dbus-run-session', 'dbus-send', 'gnome-keyring-daemon'].filter(
    (tool) => !findOnPath(tool),
  );
  if (missing.length > 0) return skip(name, `${missing.join(', ')} not installed`);
  const reason = await probeKeychain();
  if (reason) return skip(name, `the keychain module was not built: ${reason}`);
  const home = mkdtempSync(join(tmpdir(), 'roundwatch-keyring-'));
  const runtime = join(home, 'run');
  mkdirSync(runtime, { mode: 0o700 });
  try {
    return await runSuite(name, {
      runner: 'vitest',
      folder,
      ...{ timeoutMs, tryAgain },
      env: {
        ...env,
        ROUNDWATCH_KEYRING: '1',
        HOME: home,
        XDG_RUNTIME_DIR: runtime,
        XDG_CONFIG_HOME: join(home, '.config'),
        XDG_DATA_HOME: join(home, '.local', 'share'),
        XDG_CACHE_HOME: join(home, '.cache'),
      },
      wrap: (argv) => ['dbus-run-session', '--', 'bash', '-c', unlocked, 'keyring', ...argv],
    });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
