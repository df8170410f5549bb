import { testFilesBelow } from './files.mjs';
import { inElectron } from './start-electron.mjs';
import { runSuite, skip } from './suites.mjs';

const folder = 'test/electron';

/**
 * The product's own shell, in a real Electron. ROUNDWATCH_ELECTRON is what a test launches and ROUNDWATCH_STAGE the app
 * folder it gives it; a machine without a display gets a virtual one. `only`: some of its files, `env`: more for them.
 */
export async function runElectronSuite(name, { only, env = {}, timeoutMs = 600_000, tryAgain = false } = {}) {
  if (testFilesBelow(folder).length === 0) return null;
  const config = 'playwright.electron.config.ts';
  const ran = await inElectron(({ env: own, wrap }) =>
    runSuite(name, {
      ...{ runner: 'playwright', folder, config, timeoutMs, only, tryAgain, wrap },
      env: { ...env, ...own },
    }),
  );
  return ran.reason === undefined ? ran.value : skip(name, ran.reason);
}
