import './common/node-version.mjs';
import { findAffected, readWorkingTree, recordPass, runsFor } from './testing/affected-files.mjs';
import { checkNames, runAll, runCheck } from './testing/checks.mjs';
import { testEnvironment, toolFile } from './common/environment.mjs';
import { readOptions } from './common/options.mjs';
import { pool } from './common/process.mjs';
import { runCommand, seconds } from './common/messages.mjs';
import { prepare } from './setup/prepare.mjs';

/**
 * `npm run check`: must pass before every commit. Finds the files that have changed since the last successful
 * check, and the files that depend on them (scripts/testing/affected-files.mjs). Runs tests and type-aware
 * lint rules only for these files or, with `--all`, for every file. Tests that start processes or simulate
 * months (`*.slow.test.ts`) run only in `npm test`.
 *
 * With `--sources`, it runs all checks except the tests, for every file and without any cache. `.ci/run` and
 * the workflow do this before `npm test`.
 */

const print = (line) => process.stdout.write(`${line}\n`);
const PROJECTS = ['unit', 'contract', 'sql', 'renderer'];
const isFastTest = (file) =>
  PROJECTS.some((name) => file.startsWith(`test/${name}/`)) && /(?<!\.slow)\.test\.ts$/.test(file);

function runTests(toTest) {
  const args = [
    toolFile('vitest'),
    'run',
    '--project=fast',
    '--project=renderer',
    '--exclude=**/*.slow.test.ts',
  ];
  return runAll(
    runsFor(toTest, isFastTest, []).map((files) => [...args, ...files]),
    { env: testEnvironment() },
  );
}

const checks = (options) =>
  Object.fromEntries(checkNames.map((name) => [name, () => runCheck(name, options)]));
const steps = ({ toLint, toTest }) => ({
  tests: () => runTests(toTest),
  ...checks({ cached: true, affected: toLint, isLowPriority: true }),
});

async function runStep(name, step) {
  const startedMs = Date.now();
  const { code, output, timedOut } = await step();
  const state = code === 0 ? 'ok' : timedOut ? 'STOPPED (time limit)' : 'FAILED';
  print(`${name.padEnd(8)} ${seconds(Date.now() - startedMs).padStart(7)}  ${state}`);
  return { name, output, isOk: code === 0 };
}

await runCommand(async () => {
  const { all, sources } = readOptions('npm run check -- [options]', {
    all: { help: 'test and lint every file, not only what changed since the last pass' },
    sources: { help: 'check the sources from scratch, and run no tests' },
  });
  await prepare('check');
  const startedMs = Date.now();
  const tree = readWorkingTree();
  const affected = all || sources ? { toLint: null, toTest: null } : await findAffected(tree);
  if (affected.toLint !== null) {
    const tests = [...affected.toTest].filter(isFastTest).length;
    print(`linting ${affected.toLint.size} files and running ${tests} test files (--all: every file)`);
  }
  // The tests spend a fifth of their time waiting for timers and sockets. The other checks run at low
  // priority, so they use the processor during these waits.
  const chosen = sources ? checks({ cached: false, affected: null, isLowPriority: false }) : steps(affected);
  const results = await pool(
    3,
    Object.entries(chosen).map(
      ([name, step]) =>
        () =>
          runStep(name, step),
    ),
  );
  const failed = results.filter(({ isOk }) => !isOk);
  for (const { name, output } of failed) print(`\n--- ${name} ---\n${output.trim()}`);
  if (failed.length === 0 && !sources) recordPass(tree);
  const verdict = failed.length === 0 ? 'all green' : `failed: ${failed.map(({ name }) => name).join(', ')}`;
  print(`\ncheck took ${seconds(Date.now() - startedMs)}: ${verdict}`);
  return failed.length > 0 ? 1 : 0;
});
