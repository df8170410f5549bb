import './node-version.mjs';
import { runFullSize } from './full-size.mjs';
import { command } from './say.mjs';
import { securityGoals } from './security-goals.mjs';
import { runChromiumSuite } from './suite-chromium.mjs';
import { runElectronSuite } from './suite-electron.mjs';
import { runKeyringSuite } from './suite-keyring.mjs';
import { runSuite } from './suites.mjs';

/**
 * `npm run security`: the same tests as in `npm test` at full size, in Node, in Chromium and in Electron, a row for each figure
 * with its goal and the planted defects that were found, and a one-line verdict.
 */

/** The files that the figures come from; the others of these folders are `npm test`'s alone. */
const OF_CHROMIUM = 'test/e2e/security-';
const OF_ELECTRON = ['security-', 'shell-security', 'package'].map((part) => `test/electron/${part}`);
const HOUR_MS = 3_600_000;

const chromium = (env) => runChromiumSuite('chromium', { only: OF_CHROMIUM, timeoutMs: HOUR_MS, env });
const electron = (env) => runElectronSuite('electron', { only: OF_ELECTRON, timeoutMs: HOUR_MS, env });
const keyring = (env) => runKeyringSuite('keyring', { timeoutMs: HOUR_MS, env });
/** K3 is told by the crash tests of a key's change. */
const keyChange = (env) =>
  runSuite('key-change', {
    ...{
      runner: 'vitest',
      folder: 'test/reliability',
      only: 'test/reliability/key-change',
      timeoutMs: HOUR_MS,
      env,
    },
  });

await command(() =>
  runFullSize('security', { goals: securityGoals, beside: [keyring, keyChange, chromium, electron] }),
);
