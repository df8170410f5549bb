import './node-version.mjs';
import { readOptions } from './options.mjs';
import { command, indent, seconds } from './say.mjs';
import { prepare } from './setup.mjs';
import { runChromiumSuite } from './suite-chromium.mjs';
import { runElectronSuite } from './suite-electron.mjs';

/**
 * `npm run tally`: the browser suite and Electron's several times in a row, with nothing tried twice. Exits 1 where a test failed
 * once, with the name of every test that did and how often.
 */

const HOUR_MS = 3_600_000;
const SUITES = {
  chromium: ({ only }) => runChromiumSuite('chromium', { only, timeoutMs: HOUR_MS }),
  electron: ({ only }) => runElectronSuite('electron', { only, timeoutMs: HOUR_MS }),
};

const print = (line) => process.stdout.write(`${line}\n`);
const count = (tests, state) => tests.filter((test) => test.state === state).length;

/** Runs a suite `times` times; tells each run, and the tests that failed in any. */
async function tallyOf(name, { times, only }) {
  const failures = new Map();
  const kept = { name, green: 0, ran: 0, tests: 0 };
  for (let run = 1; run <= times; run += 1) {
    const startedMs = Date.now();
    const { tests } = (await SUITES[name]({ only })) ?? { tests: [] };
    const failed = tests.filter(({ state }) => state === 'failed');
    const line = `${count(tests, 'passed')} passed, ${failed.length} failed, ${count(tests, 'skipped')} skipped`;
    print(`  ${name} ${run} of ${times}: ${line} (${seconds(Date.now() - startedMs)})`);
    for (const test of failed) {
      failures.set(test.name, (failures.get(test.name) ?? 0) + 1);
      // Now, with its reason: the next run makes its pictures and reports in the same place.
      const why = (test.message ?? '').trim().split('\n').slice(-40);
      print(indent([`  failed: ${test.name}`, ...why.map((line) => `    ${line}`)]));
    }
    kept.ran += 1;
    kept.tests = Math.max(kept.tests, count(tests, 'passed') + failed.length);
    if (failed.length === 0 && count(tests, 'passed') > 0) kept.green += 1;
  }
  for (const [test, often] of failures) print(`  failed ${often} of ${times} times: ${test}`);
  return kept;
}

await command(async () => {
  const {
    times = 5,
    suite,
    only,
  } = readOptions('npm run tally -- [options]', {
    times: { value: 'N', integer: true, help: 'how often (default: 5)' },
    suite: { value: 'NAME', oneOf: Object.keys(SUITES), help: 'chromium or electron (default: both)' },
    only: { value: 'PART', help: 'the files whose path holds it (default: all)' },
  });
  await prepare('test');
  const kept = [];
  for (const name of suite === undefined ? Object.keys(SUITES) : [suite])
    kept.push(await tallyOf(name, { times: Number(times), only }));
  const words = kept.map(
    ({ name, green, ran, tests }) => `${name} ${green} of ${ran} green (${tests} tests)`,
  );
  print(`tally: ${words.join(', ')}`);
  return kept.every(({ green, ran, tests }) => green === ran && tests > 0) ? 0 : 1;
});
