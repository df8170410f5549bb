import { electronLaunch, findOnPath, hasDisplay } from './environment.mjs';
import { testFilesBelow } from './files.mjs';
import { stageApp } from './start-electron.mjs';
import { runSuite, skip } from './suites.mjs';

const folder = 'test/electron';

/**
 * The product's own shell, in a real Electron. ROUNDWATCH_ELECTRON is what a test launches and ROUNDWATCH_STAGE the app
 * folder it gives it; a machine without a display gets a virtual one. `only`: some of its files, `env`: more for them.
 */
export async function runElectronSuite(name, { only, env = {}, timeoutMs = 300_000, tryAgain = false } = {}) {
  if (testFilesBelow(folder).length === 0) return null;
  const { command, reason } = electronLaunch();
  if (reason) return skip(name, reason);
  if (!hasDisplay && !findOnPath('xvfb-run')) return skip(name, 'there is no display and no xvfb-run');
  const stage = await stageApp();
  try {
    return await runSuite(name, {
      runner: 'playwright',
      folder,
      config: 'playwright.electron.config.ts',
      ...{ timeoutMs, only, tryAgain },
      env: { ...env, ROUNDWATCH_ELECTRON: command, ROUNDWATCH_STAGE: stage.folder },
      wrap: (argv) => (hasDisplay ? argv : ['xvfb-run', '-a', ...argv]),
    });
  } finally {
    stage.dispose();
  }
}
