import './node-version.mjs';
import { CHECK_TIMEOUT_MS, checkNames, runCheck } from './checks.mjs';
import { inMemory, inRoot } from './environment.mjs';
import { pool } from './process.mjs';
import { command, indent, seconds } from './say.mjs';
import { prepare } from './setup.mjs';
import { writeStamp } from './stamps.mjs';
import { runSuite } from './suites.mjs';
import { runChromiumSuite } from './suite-chromium.mjs';
import { runElectronSuite } from './suite-electron.mjs';
import { runKeyringSuite } from './suite-keyring.mjs';

/**
 * `npm test`: everything that can be proved on this machine, ending with one line, `N passed, N failed, N skipped`.
 * ROUNDWATCH_REQUIRE=keyring,chromium,electron turns a skip in these suites, or their absence, into a failure.
 */

const print = (line = '') => process.stdout.write(`${line}\n`);
const required = (process.env.ROUNDWATCH_REQUIRE ?? '')
  .split(',')
  .map((name) => name.trim())
  .filter(Boolean);

const vitest =
  (folder, timeoutMs, env = {}) =>
  (name) =>
    runSuite(name, { runner: 'vitest', folder, timeoutMs, tryAgain: true, env });

const suites = {
  unit: vitest('test/unit', 240_000, inMemory()),
  contract: vitest('test/contract', 180_000, inMemory()),
  conformance: vitest('test/conformance', 240_000, inMemory()),
  sql: vitest('test/sql', 180_000, inMemory()),
  renderer: vitest('test/renderer', 180_000, inMemory()),
  keyring: (name) => runKeyringSuite(name, { tryAgain: true }),
  chromium: (name) => runChromiumSuite(name, { tryAgain: true, env: inMemory() }),
  electron: (name) => runElectronSuite(name, { tryAgain: true }),
  reliability: vitest('test/reliability', 600_000),
  security: vitest('test/security', 240_000),
};

/** Lint takes as long as these together and needs one core: they run beside it, as they do in `npm run check`. */
const BESIDE_LINT = ['unit', 'sql', 'renderer'];
/** Electron's tests wait for windows more than they work: these go one after the other beside them. */
const BESIDE_ELECTRON = ['contract', 'conformance', 'keyring', 'security'];
/** Those that use every core by themselves. */
const ALONE = ['chromium', 'reliability'];

const check = (name) => async () => {
  const { code, output, timedOut } = await runCheck(name, { cached: false });
  const message = timedOut ? `stopped after ${CHECK_TIMEOUT_MS / 1_000} s\n${output}` : output;
  return { tests: [{ name, state: code === 0 ? 'passed' : 'failed', message }] };
};

async function timed(name, work) {
  const startedMs = Date.now();
  const result = (await work()) ?? { tests: [] };
  return enforce(name, { name, ms: Date.now() - startedMs, ...result });
}

/** A suite that was required may neither be missing nor leave anything out. */
function enforce(name, result) {
  if (!required.includes(name)) return result;
  if (result.tests.length === 0)
    return { ...result, tests: [{ name, state: 'failed', message: 'required, but it has no tests' }] };
  const tests = result.tests.map((test) =>
    test.state === 'skipped'
      ? { ...test, state: 'failed', message: `required, but skipped: ${test.reason}` }
      : test,
  );
  return { ...result, tests };
}

const count = (tests, state) => tests.filter((test) => test.state === state).length;
const countLine = (tests) =>
  ['passed', 'failed', 'skipped'].map((state) => `${count(tests, state)} ${state}`).join(', ');

function report({ name, ms, tests }) {
  if (tests.length === 0) return print(`  ${name.padEnd(12)} no tests`);
  const mark = count(tests, 'failed') > 0 ? 'FAILED' : 'ok';
  print(`  ${name.padEnd(12)} ${mark.padEnd(7)} ${countLine(tests)} (${seconds(ms)})`);
}

function reportDetails(results) {
  for (const { name, tests } of results) {
    for (const test of tests.filter(({ state }) => state === 'failed')) {
      print(`\nFAILED [${name}] ${test.name}`);
      print(indent((test.message ?? '').trim().split('\n').slice(-40)));
    }
  }
  for (const { name, tests } of results) {
    for (const test of tests.filter(({ firstAttempt }) => firstAttempt !== undefined)) {
      print(`\nPASSED ONLY AT THE SECOND ATTEMPT [${name}] ${test.name}`);
      print(indent(test.firstAttempt.trim().split('\n').slice(-40)));
    }
  }
  const skipped = results.flatMap(({ name, tests }) =>
    tests
      .filter(({ state }) => state === 'skipped')
      .map((test) => `[${name}] ${test.name}: ${test.reason ?? 'no reason given'}`),
  );
  if (skipped.length > 0) print(`\nSkipped:\n${indent(skipped)}`);
}
const slowest = inRoot('test-results', 'slowest.txt');
/** Where the time goes, for whoever wants it shorter. */
function keepTimes(results) {
  const tests = results.flatMap(({ name, tests }) => tests.map((test) => ({ suite: name, ...test })));
  const lines = tests
    .filter(({ ms }) => ms > 1_000)
    .toSorted((a, b) => b.ms - a.ms)
    .map(({ suite, name, ms }) => `${seconds(ms).padStart(8)}  [${suite}] ${name}\n`);
  writeStamp(slowest, lines.join(''));
}

await command(async () => {
  const startedMs = Date.now();
  const unknown = required.filter((name) => !Object.hasOwn(suites, name));
  // Nobody waits for the tests to be told at their end that they could not be written down.
  keepTimes([]);
  const buildFailure = await prepare('test', { mayFailBuild: true });
  const results = [];
  const add = (result) => {
    results.push(result);
    report(result);
  };
  print('Tests:');
  for (const name of unknown)
    add({
      name,
      ms: 0,
      tests: [{ name, state: 'failed', message: 'ROUNDWATCH_REQUIRE names no such suite' }],
    });
  if (buildFailure)
    add({ name: 'build', ms: 0, tests: [{ name: 'build', state: 'failed', message: buildFailure }] });
  const checks = checkNames.map((name) => () => timed(name, check(name)));
  const suite = (name) => () => timed(name, () => suites[name](name));
  for (const result of await pool(2, [...checks, ...BESIDE_LINT.map(suite)])) add(result);
  const lane = (names) => async () => {
    for (const name of names) add(await suite(name)());
  };
  await pool(2, [lane(['electron']), lane(BESIDE_ELECTRON)]);
  for (const name of ALONE) add(await suite(name)());
  reportDetails(results);
  keepTimes(results);
  print(`\nTook ${seconds(Date.now() - startedMs)}.`);
  if (process.env.ROUNDWATCH_NOTE) print(`\n${process.env.ROUNDWATCH_NOTE}\n`);
  const tests = results.flatMap((result) => result.tests);
  const again = tests.filter(({ firstAttempt }) => firstAttempt !== undefined).length;
  if (again > 0) print(`${again} passed only at the second attempt.`);
  print(countLine(tests));
  return count(tests, 'failed') > 0 ? 1 : 0;
});
