import { join } from 'node:path';
import { buildApp, isBuilt } from './build.mjs';
import { hasDisplay, scratch } from './environment.mjs';
import { buildKeychain, install, isInstalled, isKeychainMissing, sayKeychain } from './install.mjs';
import { withLock } from './lock.mjs';
import { Stop } from './say.mjs';
import { provideSystemPackages } from './system-packages.mjs';

/** Prepares a fresh clone for running the app. Steps that are up to date cost milliseconds. */

/** The needs of each command beyond the installed packages. */
const wants = {
  start: { build: true, keychain: true, system: hasDisplay ? ['chromium', 'electron'] : [] },
  loopback: { build: true, keychain: true, system: [] },
  package: { build: true, keychain: true, system: [] },
  simulator: { build: false, keychain: false, system: [] },
  bench: { build: true, keychain: false, system: ['chromium', 'electron'] },
  check: { build: false, keychain: false, system: [] },
  test: { build: true, keychain: true, system: ['compiler', 'chromium', 'electron', 'tests'] },
};

/** Serialises set-ups in this folder; a second process finds the work done. */
const alone = (work) => withLock(join(scratch, 'setup.lock'), work);

/** Sets up what `command` requires. With `mayFailBuild`, a failed build is returned as its output and not thrown. */
export async function prepare(command, { mayFailBuild = false } = {}) {
  const { build, keychain, system } = wants[command];
  const hasAdded = await provideSystemPackages(
    isInstalled() ? system : [...new Set(['compiler', ...system])],
  );
  if (!isInstalled()) await alone(async () => void (isInstalled() || (await install())));
  else if (hasAdded && isKeychainMissing()) await alone(buildKeychain);
  if (keychain) await sayKeychain();
  if (!build || isBuilt()) return null;
  const failure = await alone(() => (isBuilt() ? null : buildApp()));
  if (failure && !mayFailBuild) throw new Stop(`the build failed:\n${failure}`);
  return failure;
}
