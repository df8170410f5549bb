import './common/node-version.mjs';
import { memoryTempEnvironment, inRoot } from './common/environment.mjs';
import { testFilesBelow } from './common/files.mjs';
import { runMutations } from './testing/run-mutations.mjs';
import { runCommand, indent, seconds } from './common/messages.mjs';
import { buildIfStale, prepareWithoutBuild } from './setup/prepare.mjs';
import { fillCompileCache } from './testing/compile-cache.mjs';
import { writeStamp } from './common/stamps.mjs';
import { nameOf, runKeyring, runPlaywright, runVitest, suiteNames } from './testing/suites.mjs';

/**
 * `npm test`: runs every test that this machine supports and ends with `N passed, N failed, N skipped`. `npm
 * run check` checks the types and style of the sources (ADR 88). ROUNDWATCH_REQUIRE lists the suites that
 * must run, such as `keyring,chromium,electron`. A required suite that is skipped or missing counts as
 * failed.
 */

/** Ends only suites that hang. On a slow machine, a suite can take longer than the goal of ten minutes. */
const RUNNER_TIMEOUT_MS = 2_700_000;
const SLOWEST_SHOWN = 20;
const timesFile = inRoot('test-results', 'times.txt');

const print = (line = '') => process.stdout.write(`${line}\n`);
const required = (process.env.ROUNDWATCH_REQUIRE ?? '')
  .split(',')
  .map((name) => name.trim())
  .filter(Boolean);

const timeoutMs = RUNNER_TIMEOUT_MS;
const UNIT_SUITES = ['unit', 'sql', 'renderer', 'contract', 'conformance'];
/** Tests that run alone at the end, because they depend on accurate timing. */
const TIMED =
  /^test\/(reliability\/(background-listening|signals-deliveries|kill|ledger-kill)|security\/(webhook\/timing|client\/aborts))\./;
/** This test searches a heap snapshot, which is small only in a process that has run few tests. */
const HEAP_SEARCH = 'test/security/contacts/lock-contacts.test.ts';
const guarantees = [...testFilesBelow('test/reliability'), ...testFilesBelow('test/security')];

const browserTests = {
  name: 'browsers',
  run: () => runPlaywright(['electron', 'chromium'], { timeoutMs, env: memoryTempEnvironment() }),
};
const nodeTests = {
  name: 'tests in Node',
  run: () =>
    runVitest([...UNIT_SUITES, 'reliability', 'security'], {
      timeoutMs,
      // Temporary files are in memory, because waiting for the disk would leave processor cores idle. The
      // timed tests run later and use the disk.
      env: memoryTempEnvironment(),
      only: [
        ...UNIT_SUITES.map((name) => `test/${name}/`),
        ...guarantees.filter((file) => !TIMED.test(file) && file !== HEAP_SEARCH),
      ],
    }),
};
const mutations = {
  name: 'mutations',
  run: () => runMutations({ timeoutMs, withoutFigures: true, baselineElsewhere: true }),
};
const keyringTests = { name: 'keyring', run: () => runKeyring({ timeoutMs }) };
const heapSearch = {
  name: 'heap search',
  run: () => runVitest(['security'], { timeoutMs, env: memoryTempEnvironment(), only: [HEAP_SEARCH] }),
};
const timedTests = {
  name: 'timed tests',
  run: () =>
    runVitest(['security', 'reliability'], {
      timeoutMs,
      only: guarantees.filter((file) => TIMED.test(file)),
    }),
};
/** Counts skipped tests in required suites as failed. */
function enforceRequired(tests) {
  const result = tests.map((test) =>
    test.state === 'skipped' && required.includes(test.suite)
      ? { ...test, state: 'failed', message: `required, but skipped: ${test.reason}` }
      : test,
  );
  for (const suite of required) {
    const fail = (message) => result.push({ suite, name: suite, state: 'failed', ms: 0, message });
    if (!suiteNames.includes(suite)) fail('ROUNDWATCH_REQUIRE names no such suite');
    else if (!tests.some((test) => test.suite === suite)) fail('required, but it has no tests');
  }
  return result;
}

const count = (tests, state) => tests.filter((test) => test.state === state).length;
const countLine = (tests) =>
  ['passed', 'failed', 'skipped'].map((state) => `${count(tests, state)} ${state}`).join(', ');

function reportSuite(suite, tests) {
  const mark = count(tests, 'failed') > 0 ? 'FAILED' : 'ok';
  const totalMs = tests.reduce((sum, { ms }) => sum + ms, 0);
  print(`  ${suite.padEnd(12)} ${mark.padEnd(7)} ${countLine(tests)} (${seconds(totalMs)} in its tests)`);
}

function reportDetails(tests) {
  for (const test of tests.filter(({ state }) => state === 'failed')) {
    print(`\nFAILED [${test.suite}] ${nameOf(test)}`);
    print(indent((test.message ?? '').trim().split('\n').slice(-40)));
  }
  const skipped = tests.filter(({ state }) => state === 'skipped');
  if (skipped.length > 0)
    print(
      `\nSkipped:\n${indent(skipped.map((test) => `[${test.suite}] ${nameOf(test)}: ${test.reason ?? 'no reason given'}`))}`,
    );
}

/** Prints the slowest tests, and writes the times of all tests to `timesFile`, slowest first. */
function reportTimes(tests) {
  const lines = tests
    .toSorted((a, b) => b.ms - a.ms)
    .map((test) => `${seconds(test.ms).padStart(7)}  [${test.suite}] ${nameOf(test)}`);
  print(`\nThe slowest tests:\n${indent(lines.slice(0, SLOWEST_SHOWN))}`);
  writeStamp(timesFile, `${lines.join('\n')}\n`);
}

await runCommand(async () => {
  const startedMs = Date.now();
  const tests = [];
  const add = (result) => tests.push(...result.tests);
  const phases = [];
  const inTurn = async (runs) => {
    for (const { name, run } of runs) {
      const fromMs = Date.now();
      add(await run());
      phases.push({ name, fromMs, toMs: Date.now() });
    }
  };
  // If the folder is not writable, this fails now rather than after all tests have run.
  writeStamp(timesFile, '');
  await prepareWithoutBuild('test');
  const built = buildIfStale().then((failure) => {
    if (failure !== null)
      add({ tests: [{ suite: 'build', name: 'build', state: 'failed', ms: 0, message: failure }] });
  });
  const filled = fillCompileCache();
  const afterBuild = async (runs) => {
    await Promise.all([built, filled]);
    await inTurn(runs);
  };
  const lanes = [afterBuild([browserTests]), afterBuild([nodeTests])];
  // The mutations start when the first lane ends. They keep both cores busy until the other lane ends.
  const afterOneLane = Promise.race(lanes).then(() => inTurn([mutations]));
  // Runs the keyring tests during the build, because these tests do not need the build and spend most of
  // their time waiting for the daemon.
  const beside = filled.then(() => inTurn([keyringTests, heapSearch]));
  await Promise.all([beside, ...lanes, afterOneLane]);
  await inTurn([timedTests]);

  const counted = enforceRequired(tests);
  print('Tests:');
  for (const suite of new Set(counted.map((test) => test.suite)))
    reportSuite(
      suite,
      counted.filter((test) => test.suite === suite),
    );
  reportDetails(counted);
  reportTimes(counted);
  const after = (ms) => seconds(ms - startedMs);
  print(
    `\nPhases:\n${indent(phases.map(({ name, fromMs, toMs }) => `${name}: ${after(fromMs)} to ${after(toMs)}`))}`,
  );
  print(`\nTook ${seconds(Date.now() - startedMs)}.`);
  if (process.env.ROUNDWATCH_NOTE) print(`\n${process.env.ROUNDWATCH_NOTE}\n`);
  print(countLine(counted));
  return count(counted, 'failed') > 0 ? 1 : 0;
});
