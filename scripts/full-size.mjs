import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runMutations } from './mutations.mjs';
import { seconds } from './say.mjs';
import { prepare } from './setup.mjs';
import { nameOf, runVitest } from './suites.mjs';
import { drawn } from './table.mjs';

/**
 * Runs a suite of `npm test` at full size (ROUNDWATCH_FULL=1), and the tests in `beside`. Prints the figures
 * from ROUNDWATCH_FIGURES, failures, a table of `promises` or `goals`, and a one-line verdict. A goal without a
 * figure counts as missed.
 */
export async function runFullSize(name, { promises = {}, goals = {}, beside = [] } = {}) {
  await prepare(beside.length > 0 ? 'test' : 'check');
  const startedMs = Date.now();
  const { tests, told } = await runAll(name, beside);
  const planted = await runPlanted([...Object.keys(promises), ...Object.keys(goals)]);
  tests.push(...planted);
  const measured = told.filter(isRow).map((line) => JSON.parse(line));
  const rows = [...measured, ...planted.flatMap(rowOf)];
  process.stdout.write(inOrder(told.filter((line) => !isRow(line))));
  const failed = tests.filter(({ state }) => state === 'failed');
  const left = tests.filter(({ state }) => state === 'skipped');
  for (const test of failed)
    process.stdout.write(
      `MISSED ${nameOf(test)}\n  ${(test.message ?? '').trim().split('\n').join('\n  ')}\n`,
    );
  for (const test of left) process.stdout.write(`NOT RUN HERE ${nameOf(test)}: ${test.reason ?? ''}\n`);
  process.stdout.write(tableOf(promises, rows) + goalsTable(goals, rows));
  const silent = Object.keys(goals).filter((goal) => !measured.some(({ promise }) => promise === goal));
  const missed = [...failed.map(nameOf), ...silent];
  const verdict =
    tests.length === 0
      ? 'nothing was tested'
      : [
          missed.length === 0 ? 'every figure kept' : `${missed.length} missed`,
          ...(silent.length === 0 ? [] : [`nothing told of ${silent.join(', ')}`]),
          ...(left.length === 0 ? [] : [`${left.length} not run here`]),
        ].join(', ');
  process.stdout.write(`${name}: ${verdict} (${tests.length} tests, ${seconds(Date.now() - startedMs)})\n`);
  return tests.length > 0 && missed.length === 0 ? 0 : 1;
}

/** Sequential, because each needs the machine exclusively. */
async function runAll(name, beside) {
  const scratch = mkdtempSync(join(tmpdir(), 'roundwatch-figures-'));
  const figures = join(scratch, 'figures.txt');
  const env = { ROUNDWATCH_FULL: '1', ROUNDWATCH_FIGURES: figures };
  const own = () => runVitest([name], { timeoutMs: 4 * 3_600_000, env });
  const tests = [];
  for (const suite of [own, ...beside]) tests.push(...(await suite(env)).tests);
  const told = existsSync(figures) ? readFileSync(figures, 'utf8').split('\n').filter(Boolean) : [];
  rmSync(scratch, { recursive: true, force: true });
  return { tests, told };
}

/** Runs the planted defects that belong to one of these figures. */
const runPlanted = async (figures) => (await runMutations({ figures })).tests;

/** The table row of a mutation; none if it did not run. */
const rowOf = ({ figure, state }) =>
  figure === undefined || state === 'skipped'
    ? []
    : [{ promise: figure, planted: { caught: state === 'passed' ? 1 : 0, of: 1 } }];

const isRow = (line) => line.startsWith('{');

/** Sorted by goal number, because the suite's files run in parallel. */
const inOrder = (lines) =>
  lines
    .toSorted((a, b) => a.slice(0, 2).localeCompare(b.slice(0, 2)))
    .map((line) => `${line}\n`)
    .join('');

/** One row per promise with all reported results; a promise without results is shown as such. */
const tableOf = (promises, rows) =>
  drawn(
    ['', 'tried', 'result', 'planted defects found'],
    Object.entries(promises).map(([promise, words]) => {
      const { tried, wrong, planted } = gathered(rows, promise);
      return [`${promise} ${words}`, tried, wrong, planted];
    }),
  );

/** The same with the goal beside the measured value. */
const goalsTable = (goals, rows) =>
  drawn(
    ['figure', 'goal', 'measured', 'planted defects caught', 'over'],
    Object.entries(goals).map(([id, { of, goal }]) => {
      const { tried, wrong, planted } = gathered(rows, id);
      return [`${id} ${of}`, goal, wrong, planted, tried];
    }),
  );

function gathered(rows, promise) {
  const own = rows.filter((row) => row.promise === promise);
  const joined = (of) => own.flatMap((row) => row[of] ?? []).join('; ') || 'not run';
  const planted = own.flatMap((row) => row.planted ?? []);
  const sum = (of) => planted.reduce((total, each) => total + each[of], 0);
  return { tried: joined('tried'), wrong: joined('wrong'), planted: `${sum('caught')}/${sum('of')}` };
}
