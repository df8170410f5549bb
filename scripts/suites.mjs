import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { node24, root, testEnvironment, toolFile } from './environment.mjs';
import { testFilesBelow } from './files.mjs';
import { run } from './process.mjs';
import { filesToTryAgain, mergeSecondAttempt } from './second-attempt.mjs';

/**
 * Runs a folder of test files and counts what happened, from the runner's report, not from its words.
 * A result is `{ tests: [{ name, file, state: 'passed' | 'failed' | 'skipped', message, reason, firstAttempt }] }`.
 */

/** What Playwright has to end its browsers and to write its report once its time is over. */
const LAST_WORDS_MS = 30_000;

const failure = (name, message) => ({ tests: [{ name, state: 'failed', message }] });
export const skip = (name, reason) => ({ tests: [{ name, state: 'skipped', reason }] });

/** A runner: its command around `--`, where it writes, and how its report reads. */
const runners = {
  vitest: {
    args: (folder, _config, only = [`${folder}/`]) => [
      ...[toolFile('vitest'), 'run', ...only, '--reporter=default'],
      '--reporter=./scripts/vitest-reporter.mjs',
    ],
    reportVariable: 'ROUNDWATCH_REPORT',
    read: ({ tests, files, errors }) => ({
      tests: [...tests, ...errors.map((message) => ({ name: 'outside any test', state: 'failed', message }))],
      files,
    }),
  },
  playwright: {
    // Its own limit comes first: it still tells which test it stood at, where one that is ended from outside tells nothing.
    args: (folder, config, only, timeoutMs) => [
      ...[toolFile('@playwright/test', 'playwright'), 'test', '-c', config, '--reporter=line,json'],
      ...[`--global-timeout=${Math.max(1_000, timeoutMs - LAST_WORDS_MS)}`, ...(only ?? [])],
    ],
    reportVariable: 'PLAYWRIGHT_JSON_OUTPUT_FILE',
    read: readPlaywright,
  },
};

/**
 * `only`: of the files, those whose path holds it, or one of several; `tryAgain`: a file with a failed test is run once more. `wrap` puts the command inside another one (a session bus, a virtual display). No test files: null.
 * A runner that ends well without having run every file has not tested anything: that is a failure.
 */
export async function runSuite(name, { tryAgain = false, only, ...how }) {
  const first = await runOnce(name, { ...how, only: only === undefined ? undefined : [only].flat() });
  const files = tryAgain && first !== null ? filesToTryAgain(first.tests) : [];
  if (files.length === 0) return first;
  const second = await runOnce(name, { ...how, only: files });
  return { tests: mergeSecondAttempt(first.tests, files, second?.tests ?? []) };
}

async function runOnce(name, { runner, folder, config, only, timeoutMs, env = {}, wrap = (argv) => argv }) {
  const files = testFilesBelow(folder).filter((file) => only?.some((part) => file.includes(part)) ?? true);
  if (files.length === 0) return null;
  const { args, reportVariable, read } = runners[runner];
  const scratch = mkdtempSync(join(tmpdir(), 'roundwatch-report-'));
  const report = join(scratch, 'report.json');
  const [file, ...rest] = wrap([node24, ...args(folder, config, only, timeoutMs)]);
  const ended = await run(file, rest, {
    cwd: root,
    env: testEnvironment({ ...env, [reportVariable]: report }),
    timeoutMs,
  });
  const tail = ended.output.trim().split('\n').slice(-30).join('\n');
  try {
    return judge(name, { ...ended, tail, files, timeoutMs }, read(JSON.parse(readFileSync(report, 'utf8'))));
  } catch {
    const cause = ended.timedOut
      ? `stopped after ${timeoutMs / 1000} s`
      : `no report, exit code ${ended.code}`;
    return failure(`${name}: ${cause}`, tail);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function judge(name, { code, timedOut, tail, files, timeoutMs }, { tests, files: ran }) {
  const result = { tests: [...tests] };
  const fail = (words) => result.tests.push(failure(`${name}: ${words}`, tail).tests[0]);
  if (timedOut) fail(`stopped after ${timeoutMs / 1000} s`);
  const silent = files.filter((path) => !ran.some((other) => path.endsWith(other)));
  if (tests.length === 0) fail(`no test was run, although there are ${files.length} test files`);
  else if (silent.length > 0) fail(`these files ran no test: ${silent.join(', ')}`);
  const hasFailed = result.tests.some((test) => test.state === 'failed');
  if (code !== 0 && !hasFailed) fail(`ended with exit code ${code}`);
  return result;
}

function readPlaywright({ suites, errors }) {
  const tests = [];
  const files = new Set();
  const visit = (suite, names) => {
    for (const spec of suite.specs ?? []) {
      files.add(spec.file);
      for (const test of spec.tests)
        tests.push({ file: `/${spec.file}`, ...playwrightTest([...names, spec.title].join(' > '), test) });
    }
    for (const inner of suite.suites ?? []) visit(inner, [...names, inner.title]);
  };
  for (const suite of suites) visit(suite, [suite.title]);
  const outside = (errors ?? []).map(({ message, stack }) => ({
    name: 'outside any test',
    state: 'failed',
    message: `${stack ?? message}\nWhat took longest: ${longest(tests)}`,
  }));
  return { tests: [...tests, ...outside], files: [...files] };
}

/** A suite that was stopped for its time says where the time went. */
const longest = (tests) =>
  tests
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, 5)
    .map(({ name, ms }) => `${(ms / 1_000).toFixed(1)} s ${name}`)
    .join('; ');

/** Attempts of Playwright's own are not asked for: one that passed at its second would hide its first. */
function playwrightTest(name, test) {
  const states = { expected: 'passed', skipped: 'skipped' };
  return {
    name,
    state: states[test.status] ?? 'failed',
    ms: test.results.reduce((sum, { duration }) => sum + duration, 0),
    message: test.results
      .flatMap(({ errors }) => errors ?? [])
      .map(({ stack, message }) => stack ?? message)
      .join('\n'),
    reason:
      test.annotations.find(({ type }) => type === 'skip' || type === 'fixme')?.description ?? 'not reached',
  };
}
