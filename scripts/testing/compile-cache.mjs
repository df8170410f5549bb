import { pathToFileURL } from 'node:url';
import { inRoot, node24, root, testEnvironment } from '../common/environment.mjs';
import { run } from '../common/process.mjs';

/** Importing these modules loads nearly all modules of the app and of the processes that tests start. */
const MODULES = [
  'electron/adapters/folder-lock.ts',
  'electron/shells/loopback/run-loopback.ts',
  'electron/simulator/command.ts',
  'test/support/app/library-fixtures.ts',
  'test/support/app/test-app.ts',
];
const TIMEOUT_MS = 60_000;

/**
 * Fills Node's cache of compiled code, which is empty in a new clone. A process writes its compiled code only
 * when it exits normally, and the first tests start dozens of processes at once and kill many of them.
 * Without the cache, each of these processes would compile the app again, which takes a second of processor
 * time instead of a third of a second. If the cache cannot be filled, the tests only take longer.
 */
export const fillCompileCache = () =>
  run(
    node24,
    [
      '--input-type=module',
      '--eval',
      MODULES.map((path) => `import ${JSON.stringify(pathToFileURL(inRoot(path)).href)};`).join('\n'),
    ],
    { cwd: root, env: testEnvironment(), timeoutMs: TIMEOUT_MS },
  );
