import './common/node-version.mjs';
import { CHECK_TIMEOUT_MS, checkNames, runCheck } from './testing/checks.mjs';
import { node24, root, testEnvironment, toolFile } from './common/environment.mjs';
import { pool, run } from './common/process.mjs';
import { runCommand, seconds } from './common/messages.mjs';
import { prepare } from './setup/prepare.mjs';

/**
 * `npm run check`: the checks that must pass before a commit. Omits tests that start processes or simulate
 * months (`*.slow.test.ts`), which `npm test` runs.
 */

const print = (line) => process.stdout.write(`${line}\n`);

function runTests() {
  const projects = ['unit', 'contract', 'sql', 'renderer'].map((name) => `--project=${name}`);
  const args = [toolFile('vitest'), 'run', ...projects, '--exclude=**/*.slow.test.ts'];
  return run(node24, args, { cwd: root, env: testEnvironment(), timeoutMs: CHECK_TIMEOUT_MS });
}

const steps = Object.fromEntries([
  ['tests', runTests],
  ...checkNames.map((name) => [name, () => runCheck(name, { cached: true, isLowPriority: true })]),
]);

async function runStep(name) {
  const startedMs = Date.now();
  const { code, output, timedOut } = await steps[name]();
  const state = code === 0 ? 'ok' : timedOut ? 'STOPPED (time limit)' : 'FAILED';
  print(`${name.padEnd(8)} ${seconds(Date.now() - startedMs).padStart(7)}  ${state}`);
  return { name, output, isOk: code === 0 };
}

await runCommand(async () => {
  await prepare('check');
  const startedMs = Date.now();
  // The tests spend a fifth of their time waiting for clocks and sockets. The other checks use that time, at
  // low priority.
  const results = await pool(
    3,
    Object.keys(steps).map((name) => () => runStep(name)),
  );
  const failed = results.filter(({ isOk }) => !isOk);
  for (const { name, output } of failed) print(`\n--- ${name} ---\n${output.trim()}`);
  const verdict = failed.length === 0 ? 'all green' : `failed: ${failed.map(({ name }) => name).join(', ')}`;
  print(`\ncheck took ${seconds(Date.now() - startedMs)}: ${verdict}`);
  return failed.length > 0 ? 1 : 0;
});
