import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seconds } from './say.mjs';
import { prepare } from './setup.mjs';
import { runSuite } from './suites.mjs';
import { drawn } from './table.mjs';

/**
 * Runs a suite of `npm test` at full size (ROUNDWATCH_FULL=1), and what stands `beside` it, prints the figures that they wrote
 * to ROUNDWATCH_FIGURES, what was missed, a table of `promises` or `goals`, and a one-line verdict. A goal of which nothing
 * was told is missed.
 */
export async function runFullSize(name, { promises = {}, goals = {}, beside = [] } = {}) {
  await prepare(beside.length > 0 ? 'test' : 'check');
  const startedMs = Date.now();
  const { tests, told } = await runAll(name, beside);
  const rows = told.filter(isRow).map((line) => JSON.parse(line));
  process.stdout.write(inOrder(told.filter((line) => !isRow(line))));
  const failed = tests.filter(({ state }) => state === 'failed');
  const left = tests.filter(({ state }) => state === 'skipped');
  for (const { name: test, message } of failed)
    process.stdout.write(`MISSED ${test}\n  ${(message ?? '').trim().split('\n').join('\n  ')}\n`);
  for (const { name: test, reason } of left) process.stdout.write(`NOT RUN HERE ${test}: ${reason ?? ''}\n`);
  process.stdout.write(tableOf(promises, rows) + goalsTable(goals, rows));
  const silent = Object.keys(goals).filter((goal) => !rows.some(({ promise }) => promise === goal));
  const missed = [...failed.map(({ name: test }) => test), ...silent];
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

/** One after the other: each wants the machine for itself. */
async function runAll(name, beside) {
  const scratch = mkdtempSync(join(tmpdir(), 'roundwatch-figures-'));
  const figures = join(scratch, 'figures.txt');
  const env = { ROUNDWATCH_FULL: '1', ROUNDWATCH_FIGURES: figures };
  const own = () =>
    runSuite(name, { runner: 'vitest', folder: `test/${name}`, timeoutMs: 4 * 3_600_000, env });
  const tests = [];
  for (const suite of [own, ...beside]) tests.push(...((await suite(env))?.tests ?? []));
  const told = existsSync(figures) ? readFileSync(figures, 'utf8').split('\n').filter(Boolean) : [];
  rmSync(scratch, { recursive: true, force: true });
  return { tests, told };
}

const isRow = (line) => line.startsWith('{');

/** By the number of the goal: the files of a suite run side by side. */
const inOrder = (lines) =>
  lines
    .toSorted((a, b) => a.slice(0, 2).localeCompare(b.slice(0, 2)))
    .map((line) => `${line}\n`)
    .join('');

/** One row for each promise, of all that its tests told; a promise of which nothing was told says so. */
const tableOf = (promises, rows) =>
  drawn(
    ['', 'tried', 'result', 'planted defects found'],
    Object.entries(promises).map(([promise, words]) => {
      const { tried, wrong, planted } = gathered(rows, promise);
      return [`${promise} ${words}`, tried, wrong, planted];
    }),
  );

/** The same with the goal beside what was measured. */
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
