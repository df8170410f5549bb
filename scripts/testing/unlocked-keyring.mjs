import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOnPath } from '../common/environment.mjs';
import { probeKeychain } from '../setup/keychain.mjs';

/**
 * A shell script that unlocks a new keyring on the session bus and then runs the command. Without
 * `--foreground`, `gnome-keyring-daemon` returns only when the daemon is ready. If the command ran earlier,
 * its requests would make the bus start a second, locked daemon.
 */
const UNLOCK_AND_RUN = `
printf 'test\\n' | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1
"$@"
`;
const TOOLS = ['dbus-run-session', 'gnome-keyring-daemon'];

/**
 * Calls `work` with an unlocked gnome-keyring, if this machine can run one. `work` receives the environment
 * variables for a new home folder, and `wrap`, which runs a command on a session bus with the keyring.
 * @returns `{ value }` with the result of `work`; `{ reason }`, a string, if this machine cannot run the
 * keyring
 */
export async function inUnlockedKeyring(work) {
  if (process.platform !== 'linux') return { reason: 'a real keyring is only set up on Linux' };
  const missing = TOOLS.filter((tool) => !findOnPath(tool));
  if (missing.length > 0) return { reason: `${missing.join(', ')} not installed` };
  const notBuilt = await probeKeychain();
  if (notBuilt) return { reason: `the keychain module was not built: ${notBuilt}` };
  const home = mkdtempSync(join(tmpdir(), 'roundwatch-keyring-'));
  const runtime = join(home, 'run');
  mkdirSync(runtime, { mode: 0o700 });
  try {
    const env = {
      ROUNDWATCH_KEYRING: '1',
      HOME: home,
      XDG_RUNTIME_DIR: runtime,
      XDG_CONFIG_HOME: join(home, '.config'),
      XDG_DATA_HOME: join(home, '.local', 'share'),
      XDG_CACHE_HOME: join(home, '.cache'),
    };
    const wrap = (argv) => ['dbus-run-session', '--', 'bash', '-c', UNLOCK_AND_RUN, 'keyring', ...argv];
    return { value: await work({ env, wrap }) };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
