import './node-version.mjs';
import { CHECK_TIMEOUT_MS, checkNames, runCheck } from './checks.mjs';
import { inMemory, node24, root, testEnvironment, toolFile } from './environment.mjs';
import { testFilesBelow } from './files.mjs';
import { pool, run } from './process.mjs';
import { command, seconds } from './say.mjs';
import { prepare } from './setup.mjs';

/** `npm run check`: what has to be green before a commit, in under a minute. Shows the output of what failed. */

const print = (line) => process.stdout.write(`${line}\n`);

async function tests() {
  const folders = ['unit', 'contract', 'sql', 'renderer'].map((name) => `test/${name}`);
  const filled = folders.filter((folder) => testFilesBelow(folder).length > 0);
  if (filled.length === 0) return { code: 0, output: '' };
  const args = [toolFile('vitest'), 'run', ...filled.map((folder) => `${folder}/`)];
  return run(node24, args, { cwd: root, env: testEnvironment(inMemory()), timeoutMs: CHECK_TIMEOUT_MS });
}

const steps = Object.fromEntries([
  ['tests', tests],
  ...checkNames.map((name) => [name, () => runCheck(name, { cached: true, givesWay: true })]),
]);

async function runStep(name) {
  const startedMs = Date.now();
  const { code, output, timedOut } = await steps[name]();
  const state = code === 0 ? 'ok' : timedOut ? 'STOPPED (time limit)' : 'FAILED';
  print(`${name.padEnd(8)} ${seconds(Date.now() - startedMs).padStart(7)}  ${state}`);
  return { name, output, isOk: code === 0 };
}

await command(async () => {
  await prepare('check');
  const startedMs = Date.now();
  // The tests wait a fifth of their time for clocks and sockets: what else there is runs in those gaps, and otherwise comes after them.
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
