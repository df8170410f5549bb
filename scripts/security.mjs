import './node-version.mjs';
import { findChromium } from './environment.mjs';
import { runFullSize } from './full-size.mjs';
import { command } from './say.mjs';
import { securityGoals } from './security-goals.mjs';
import { runElectronSuite } from './suite-electron.mjs';
import { runSuite, skip } from './suites.mjs';

/**
 * `npm run security`: the same tests as in `npm test` at full size, in Node, in Chromium and in Electron, a row for each figure
 * with its goal and the planted defects that were found, and a one-line verdict.
 */

/** The files that the figures come from; the others of these folders are `npm test`'s alone. */
const OF_SECURITY = 'security-';
const HOUR_MS = 3_600_000;

const chromium = (env) =>
  findChromium()
    ? runSuite('chromium', {
        ...{ runner: 'playwright', folder: 'test/e2e', config: 'playwright.config.ts' },
        ...{ only: OF_SECURITY, timeoutMs: HOUR_MS, env },
      })
    : skip('chromium', 'no Chromium or Chrome is installed');
const electron = (env) => runElectronSuite('electron', { only: OF_SECURITY, timeoutMs: HOUR_MS, env });

await command(() => runFullSize('security', { goals: securityGoals, beside: [chromium, electron] }));
