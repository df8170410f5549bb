import './common/node-version.mjs';
import { runFullSize } from './testing/full-size.mjs';
import { runCommand } from './common/messages.mjs';
import { securityGoals } from './testing/security-goals.mjs';
import { runKeyring, runPlaywright, runVitest } from './testing/suites.mjs';

/**
 * `npm run security`: runs the security tests of `npm test` at full size, in Node, Chromium and Electron.
 * Prints a one-line verdict and a row for each measured value, with its goal and the number of mutations that
 * the tests caught.
 */

const timeoutMs = 3_600_000;
/** The files with the tests that measure security goals in Chromium and in Electron. */
const OF_CHROMIUM = ['test/e2e/security/'];
const OF_ELECTRON = ['contract', 'security-', 'shell-security', 'package', 'transport'].map(
  (part) => `test/electron/${part}`,
);

const chromium = (env) => runPlaywright(['chromium'], { only: OF_CHROMIUM, timeoutMs, env });
const electron = (env) => runPlaywright(['electron'], { only: OF_ELECTRON, timeoutMs, env });
const keyring = (env) => runKeyring({ timeoutMs, env });
/** The reliability tests that measure the goals K3, C2, C6, C7 and C11. */
const OF_RELIABILITY = ['key-change', 'locks', 'lost-files', 'read-only-disk', 'import-kill'].map(
  (part) => `test/reliability/${part}`,
);
const reliability = (env) => runVitest(['reliability'], { only: OF_RELIABILITY, timeoutMs, env });

await runCommand(() =>
  runFullSize('security', {
    goals: securityGoals,
    additionalSuites: [keyring, reliability, chromium, electron],
  }),
);
