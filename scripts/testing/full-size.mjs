import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runMutations } from './run-mutations.mjs';
import { seconds } from '../common/messages.mjs';
import { prepare } from '../setup/prepare.mjs';
import { nameOf, runVitest } from './suites.mjs';
import { formatTable } from '../common/table.mjs';

/**
 * Runs a suite of `npm test` at full size (ROUNDWATCH_FULL=1), then `additionalSuites`, then the mutations.
 * Afterwards prints the values that the tests wrote to ROUNDWATCH_FIGURES, the failures, a table of
 * `guarantees` or `goals`, and a one-line verdict. A goal that no test has measured counts as missed.
 */
export async function runFullSize(name, { guarantees = {}, goals = {}, additionalSuites = [] } = {}) {
  await prepare(additionalSuites.length > 0 ? 'test' : 'check');
  const startedMs = Date.now();
  const { tests, lines } = await runAll(name, additionalSuites);
  const planted = await runPlanted([...Object.keys(guarantees), ...Object.keys(goals)]);
  tests.push(...planted);
  const measured = lines.filter(isJsonRow).map((line) => JSON.parse(line));
  const rows = [...measured, ...planted.flatMap(plantedRow)];
  process.stdout.write(sortedText(lines.filter((line) => !isJsonRow(line))));
  const failed = tests.filter(({ state }) => state === 'failed');
  const skipped = tests.filter(({ state }) => state === 'skipped');
  for (const test of failed)
    process.stdout.write(
      `MISSED ${nameOf(test)}\n  ${(test.message ?? '').trim().split('\n').join('\n  ')}\n`,
    );
  for (const test of skipped) process.stdout.write(`NOT RUN HERE ${nameOf(test)}: ${test.reason ?? ''}\n`);
  process.stdout.write(tableOf(guarantees, rows) + goalsTable(goals, rows));
  const unmeasured = Object.keys(goals).filter((goal) => !measured.some(({ promise }) => promise === goal));
  const missed = [...failed.map(nameOf), ...unmeasured];
  const verdict =
    tests.length === 0
      ? 'nothing was tested'
      : [
          missed.length === 0 ? 'every figure met' : `${missed.length} missed`,
          ...(unmeasured.length === 0 ? [] : [`no figure for ${unmeasured.join(', ')}`]),
          ...(skipped.length === 0 ? [] : [`${skipped.length} not run here`]),
        ].join(', ');
  process.stdout.write(`${name}: ${verdict} (${tests.length} tests, ${seconds(Date.now() - startedMs)})\n`);
  return tests.length > 0 && missed.length === 0 ? 0 : 1;
}

/** Runs the suites one after another, because each suite needs the whole machine. */
async function runAll(name, additionalSuites) {
  const scratch = mkdtempSync(join(tmpdir(), 'roundwatch-figures-'));
  const figures = join(scratch, 'figures.txt');
  const env = { ROUNDWATCH_FULL: '1', ROUNDWATCH_FIGURES: figures };
  const ownSuite = () => runVitest([name], { timeoutMs: 4 * 3_600_000, env, onOutput: createProgress() });
  const tests = [];
  for (const suite of [ownSuite, ...additionalSuites]) tests.push(...(await suite(env)).tests);
  const lines = existsSync(figures) ? readFileSync(figures, 'utf8').split('\n').filter(Boolean) : [];
  rmSync(scratch, { recursive: true, force: true });
  return { tests, lines };
}

/** Matches the line in which Vitest reports a finished file. */
const FINISHED_FILE = /\.test\.ts \(\d/;

/**
 * Returns a function that receives Vitest's output and prints the line of each finished file. A run at full size may
 * take more than an hour.
 */
function createProgress() {
  let rest = '';
  return (output) => {
    const lines = `${rest}${output}`.split('\n');
    rest = lines.pop();
    for (const line of lines) if (FINISHED_FILE.test(line)) process.stdout.write(`${line.trim()}\n`);
  };
}

/** Runs the mutations for these guarantees and goals. */
const runPlanted = async (figures) => (await runMutations({ figures })).tests;

/**
 * Returns the table row for a mutation in an array. The array is empty if the mutation has no `figure` or was
 * skipped.
 */
const plantedRow = ({ figure, state }) =>
  figure === undefined || state === 'skipped'
    ? []
    : [{ promise: figure, planted: { caught: state === 'passed' ? 1 : 0, of: 1 } }];

const isJsonRow = (line) => line.startsWith('{');

/**
 * Sorts the lines by their ids, because test files run in parallel and may write their lines in any order.
 */
const sortedText = (lines) =>
  lines
    .toSorted((a, b) => a.slice(0, 2).localeCompare(b.slice(0, 2)))
    .map((line) => `${line}\n`)
    .join('');

/** Returns a table with one row per guarantee. A guarantee that was not tested has the result "not run". */
const tableOf = (guarantees, rows) =>
  formatTable(
    ['', 'tried', 'result', 'planted defects found'],
    Object.entries(guarantees).map(([promise, words]) => {
      const { tried, wrong, planted } = collectResults(rows, promise);
      return [`${promise} ${words}`, tried, wrong, planted];
    }),
  );

const goalsTable = (goals, rows) =>
  formatTable(
    ['figure', 'goal', 'measured', 'planted defects caught', 'over'],
    Object.entries(goals).map(([id, { of, goal }]) => {
      const { tried, wrong, planted } = collectResults(rows, id);
      return [`${id} ${of}`, goal, wrong, planted, tried];
    }),
  );

function collectResults(rows, promise) {
  const ownRows = rows.filter((row) => row.promise === promise);
  const joinResults = (key) => ownRows.flatMap((row) => row[key] ?? []).join('; ') || 'not run';
  const planted = ownRows.flatMap((row) => row.planted ?? []);
  const sum = (key) => planted.reduce((total, each) => total + each[key], 0);
  return {
    tried: joinResults('tried'),
    wrong: joinResults('wrong'),
    planted: `${sum('caught')}/${sum('of')}`,
  };
}
