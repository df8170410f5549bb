import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findChromium, inRoot, node24, root, testEnvironment, toolFile } from '../common/environment.mjs';
import { testFilesBelow } from '../common/files.mjs';
import { run } from '../common/process.mjs';
import { inElectron } from '../launch/start-electron.mjs';
import { inUnlockedKeyring } from './unlocked-keyring.mjs';

/**
 * The test suites. Each is a project in `vitest.config.ts` or `playwright.config.ts`. Their results are read
 * from the report that the runner writes: `{ tests: [{ suite, file, name, state: 'passed' | 'failed' |
 * 'skipped', ms, message, reason }] }`.
 */

/** The folder of each Vitest suite. */
const vitestSuites = {
  unit: 'test/unit',
  contract: 'test/contract',
  sql: 'test/sql',
  renderer: 'test/renderer',
  conformance: 'test/conformance',
  security: 'test/security',
  reliability: 'test/reliability',
  keyring: 'test/keyring',
};
const playwrightSuites = { chromium: 'test/e2e', electron: 'test/electron' };
const folders = { ...vitestSuites, ...playwrightSuites };

export const suiteNames = Object.keys(folders);

export const nameOf = ({ file, name }) => (file === undefined ? name : `${file} > ${name}`);

/** Time that Playwright needs after its own timeout to close its browsers and write its report. */
const PLAYWRIGHT_GRACE_MS = 30_000;

const failed = (suite, name, message) => ({ suite, name, state: 'failed', ms: 0, message });
const skipped = (suite, reason) => ({ suite, name: suite, state: 'skipped', ms: 0, reason });

/**
 * Runs Vitest suites in one process, which keeps all cores busy until the last suite ends. `only` limits the
 * run to files whose path contains one of these strings.
 */
export const runVitest = (names, { only = [], ...options }) =>
  runReported(names, {
    ...options,
    only,
    argv: [
      toolFile('vitest'),
      'run',
      ...only,
      ...names.map((name) => `--project=${name}`),
      '--reporter=default',
      '--reporter=./scripts/testing/vitest-reporter.mjs',
    ],
  });

/**
 * Runs Playwright suites in one process. If this machine cannot run a suite, reports it as skipped, with the
 * reason. If `only` is set, runs only the files whose path contains one of the strings in `only`.
 */
export async function runPlaywright(names, options) {
  const hasChromium = findChromium() !== null;
  const result = { tests: [] };
  const add = (more) => result.tests.push(...more.tests);
  if (names.includes('chromium') && !hasChromium)
    add({ tests: [skipped('chromium', 'no Chromium or Chrome is installed')] });
  const browsers = names.filter((name) => name === 'chromium' && hasChromium);
  if (!names.includes('electron')) {
    add(await runProjects(browsers, options));
    return result;
  }
  const electronResult = await inElectron(({ env, wrap }) =>
    runProjects([...browsers, 'electron'], { ...options, wrap, env: { ...options.env, ...env } }),
  );
  if (electronResult.reason === undefined) add(electronResult.value);
  else {
    add({ tests: [skipped('electron', electronResult.reason)] });
    add(await runProjects(browsers, options));
  }
  return result;
}

/**
 * Makes Node, rather than Playwright, load the tests' TypeScript. Playwright compiles every module with
 * Babel; in a new clone, whose cache is empty, this takes 12 s of processor time.
 */
const loadedByNode = { PW_DISABLE_TS_ESM: '1' };
const withoutDescriptions = {
  NODE_OPTIONS: [
    process.env.NODE_OPTIONS ?? '',
    `--import=${pathToFileURL(inRoot('scripts', 'testing', 'playwright-worker.mjs')).href}`,
  ]
    .join(' ')
    .trim(),
};

const runProjects = (names, { only = [], timeoutMs, env = {}, ...options }) =>
  runReported(names, {
    ...options,
    only,
    timeoutMs,
    env: { ...loadedByNode, ...withoutDescriptions, ...env },
    argv: [
      toolFile('@playwright/test', 'playwright'),
      'test',
      ...only,
      ...names.map((name) => `--project=${name}`),
      '--reporter=line,./scripts/testing/playwright-reporter.mjs',
      // The process is killed at `timeoutMs`. Playwright must stop the run earlier. Otherwise, no report
      // would name the test that was running.
      `--global-timeout=${Math.max(1_000, timeoutMs - PLAYWRIGHT_GRACE_MS)}`,
    ],
  });

/**
 * Runs the keychain suite with a real gnome-keyring on a separate session bus. If the keyring cannot be set
 * up, reports the suite as skipped.
 */
export async function runKeyring(options) {
  const keyringResult = await inUnlockedKeyring(({ env, wrap }) =>
    runVitest(['keyring'], { ...options, wrap, env: { ...options.env, ...env } }),
  );
  return keyringResult.reason === undefined
    ? keyringResult.value
    : { tests: [skipped('keyring', keyringResult.reason)] };
}

/**
 * Runs a test runner, which writes its report to ROUNDWATCH_REPORT. A run that omits a test file counts as
 * failed, even if the test runner exits with 0.
 */
async function runReported(names, { argv, only, timeoutMs, onOutput, env = {}, wrap = (argv) => argv }) {
  const files = names.flatMap((name) => testFilesBelow(folders[name]).map((file) => ({ suite: name, file })));
  const selected = files.filter(({ file }) => only.length === 0 || only.some((part) => file.includes(part)));
  if (selected.length === 0) return { tests: [] };
  const scratch = mkdtempSync(join(tmpdir(), 'roundwatch-report-'));
  const report = join(scratch, 'report.json');
  try {
    const [file, ...args] = wrap([node24, ...argv]);
    const ended = await run(file, args, {
      cwd: root,
      env: testEnvironment({ ...env, ROUNDWATCH_REPORT: report }),
      timeoutMs,
      onOutput,
    });
    return { tests: addFailures(names, selected, { ...ended, timeoutMs }, readReport(report)) };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { tests: [], errors: ['the runner wrote no report'] };
  }
}

function addFailures(names, selected, { code, timedOut, output, timeoutMs }, { tests, errors }) {
  const [suite] = names;
  const tail = output.trim().split('\n').slice(-30).join('\n');
  const all = [
    ...tests,
    ...errors.map((message) => failed(suite, 'outside any test', `${message}\n${tail}`)),
  ];
  if (timedOut) all.push(failed(suite, `stopped after ${timeoutMs / 1_000} s`, tail));
  for (const { suite: name, file } of selected)
    if (!tests.some((test) => test.file === file)) all.push(failed(name, `${file} ran no test`, tail));
  if (code !== 0 && !all.some(({ state }) => state === 'failed'))
    all.push(failed(suite, `the runner ended with exit code ${code}`, tail));
  return all;
}
