import { join } from 'node:path';
import { buildApp, isBuilt } from './build.mjs';
import { hasDisplay, scratch } from '../common/environment.mjs';
import { buildKeychain, install, isInstalled, isKeychainMissing, reportKeychain } from './install.mjs';
import { withLock } from '../common/lock.mjs';
import { CommandError } from '../common/messages.mjs';
import { installSystemPackages } from './system-packages.mjs';

/**
 * Prepares the folder for a command, even right after cloning. If everything is up to date, this takes
 * milliseconds.
 */

/** What each command needs besides the installed packages. */
const requirements = {
  start: { build: true, keychain: true, system: hasDisplay ? ['chromium', 'electron'] : [] },
  loopback: { build: true, keychain: true, system: [] },
  package: { build: true, keychain: true, system: [] },
  simulator: { build: false, keychain: false, system: [] },
  bench: { build: true, keychain: false, system: ['chromium', 'electron'] },
  check: { build: false, keychain: false, system: [] },
  test: { build: true, keychain: true, system: ['compiler', 'chromium', 'electron', 'tests'] },
};

/** Lets only one process at a time set up this folder. A process that waited finds the work done. */
const exclusively = (work) => withLock(join(scratch, 'setup.lock'), work);

/**
 * Sets up what `command` requires. With `mayFailBuild`, returns the output of a failed build instead of
 * throwing.
 */
export async function prepare(command, { mayFailBuild = false } = {}) {
  const { build, keychain, system } = requirements[command];
  const hasAdded = await installSystemPackages(
    isInstalled() ? system : [...new Set(['compiler', ...system])],
  );
  if (!isInstalled()) await exclusively(async () => void (isInstalled() || (await install())));
  else if (hasAdded && isKeychainMissing()) await exclusively(buildKeychain);
  if (keychain) await reportKeychain();
  if (!build || isBuilt()) return null;
  const failure = await exclusively(() => (isBuilt() ? null : buildApp()));
  if (failure && !mayFailBuild) throw new CommandError(`the build failed:\n${failure}`);
  return failure;
}
