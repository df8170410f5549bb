import { join } from 'node:path';
import { buildApp, isBuilt } from './build.mjs';
import { hasDisplay, scratch } from '../common/environment.mjs';
import { install, isInstalled } from './install.mjs';
import { buildKeychain, keychainFailure, probeKeychain, reportKeychain } from './keychain.mjs';
import { withLock } from '../common/lock.mjs';
import { CommandError } from '../common/messages.mjs';
import { chooseSystemPackages, installSystemPackages } from './system-packages.mjs';

/**
 * Prepares the project's folder for a command, even right after the repository was cloned. Takes only
 * milliseconds if everything is up to date.
 */

/** What each command needs in addition to the installed packages. */
const requirements = {
  start: { build: true, keychain: true, system: hasDisplay ? ['chromium', 'electron'] : [] },
  loopback: { build: true, keychain: true, system: [] },
  package: { build: true, keychain: true, system: [] },
  verify: { build: true, keychain: true, system: ['compiler', 'electron', 'tests', 'desktop'] },
  simulator: { build: false, keychain: false, system: [] },
  bench: { build: true, keychain: false, system: ['chromium', 'electron'] },
  check: { build: false, keychain: false, system: [] },
  'build-modules': { build: false, keychain: false, system: ['compiler'] },
  test: { build: true, keychain: true, system: ['compiler', 'chromium', 'electron', 'tests'] },
};

export const setupLock = join(scratch, 'setup.lock');
/**
 * Ensures that only one process at a time sets up this folder. By the time `work` starts, another process may
 * already have done the same work.
 */
const exclusively = (work) => withLock(setupLock, work);

export async function prepare(command) {
  await prepareWithoutBuild(command);
  const failure = requirements[command].build ? await buildIfStale() : null;
  if (failure) throw new CommandError(`the build failed:\n${failure}`);
}

/**
 * Sets up everything that `command` requires, except the build. The command can then build while it does
 * other work.
 */
export async function prepareWithoutBuild(command) {
  const { keychain, system } = requirements[command];
  const wasInstalled = isInstalled();
  // Ask the user first. Otherwise, the user would have to wait for other work before answering.
  const chosen = await chooseSystemPackages(wasInstalled ? system : [...new Set(['compiler', ...system])]);
  const systemPackages = installSystemPackages(chosen);
  if (!wasInstalled)
    await exclusively(async () => void (isInstalled() || (await install({ after: systemPackages }))));
  else if (await isKeychainWorthBuilding(await systemPackages)) await exclusively(buildKeychain);
  if (keychain) await reportKeychain();
}

/**
 * Whether to build the keychain module even though the packages are installed. It must be built after a
 * manual `npm install`, which does not build it. If an earlier build failed, it must be built once missing
 * system packages have been installed.
 */
async function isKeychainWorthBuilding(hasNewSystemPackages) {
  const failure = keychainFailure();
  return failure === null ? (await probeKeychain()) !== '' : failure !== '' && hasNewSystemPackages;
}

/**
 * Builds the app if one of its inputs has changed.
 * @returns the end of the output if the build failed; otherwise null
 */
export async function buildIfStale() {
  return isBuilt() ? null : exclusively(() => (isBuilt() ? null : buildApp()));
}
