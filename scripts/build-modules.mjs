import './common/node-version.mjs';
import { withLock } from './common/lock.mjs';
import { CommandError, runCommand } from './common/messages.mjs';
import { argumentsToPassOn } from './common/options.mjs';
import { builtModules } from './setup/keychain.mjs';
import { prepare, setupLock } from './setup/prepare.mjs';

/**
 * `npm run build-modules -- NAME…`: builds the named modules from the sources in their packages, unless they
 * are already built. Exits with 1 if a module cannot be built. The workflows name every module explicitly, so
 * no new module is built unnoticed: it must first be added to the workflows.
 */

await runCommand(async () => {
  const names = argumentsToPassOn();
  const isKnown = (name) => Object.hasOwn(builtModules, name);
  if (names.length === 0 || !names.every(isKnown))
    throw new CommandError(
      `Usage: npm run build-modules -- NAME…\nThe modules that can be built: ${Object.keys(builtModules).join(', ')}`,
      2,
    );
  await prepare('build-modules');
  for (const name of names) {
    const { build, failure } = builtModules[name];
    if (failure() !== '') await withLock(setupLock, build); // `prepare` may already have built the module.
    if (failure() !== '') throw new CommandError(`${name} could not be built: ${failure()}`);
  }
});
