import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { command, seconds } from './say.mjs';
import { prepare } from './setup.mjs';
import { runSuite } from './suites.mjs';

/**
 * Runs a suite of `npm test` at full size (ROUNDWATCH_FULL=1), prints the figures that it wrote to ROUNDWATCH_FIGURES, what
 * was missed, a table of `promises` where there are any, and a one-line verdict.
 */
export const runFullSize = (name, promises = {}) =>
  command(async () => {
    await prepare('check');
    const startedMs = Date.now();
    const scratch = mkdtempSync(join(tmpdir(), 'roundwatch-figures-'));
    const figures = join(scratch, 'figures.txt');
    const result = await runSuite(name, {
      runner: 'vitest',
      folder: `test/${name}`,
      timeoutMs: 4 * 3_600_000,
      env: { ROUNDWATCH_FULL: '1', ROUNDWATCH_FIGURES: figures },
    });
    const told = existsSync(figures) ? readFileSync(figures, 'utf8').split('\n').filter(Boolean) : [];
    const rows = told.filter(isRow).map((line) => JSON.parse(line));
    process.stdout.write(inOrder(told.filter((line) => !isRow(line))));
    rmSync(scratch, { recursive: true, force: true });
    const tests = result?.tests ?? [];
    const missed = tests.filter(({ state }) => state !== 'passed');
    for (const { name: test, message, reason } of missed) {
      process.stdout.write(
        `MISSED ${test}\n  ${(message || reason || '').trim().split('\n').join('\n  ')}\n`,
      );
    }
    process.stdout.write(tableOf(promises, rows));
    const isKept = tests.length > 0 && missed.length === 0;
    const verdict = isKept
      ? 'every figure kept'
      : tests.length === 0
        ? 'nothing was tested'
        : `${missed.length} missed`;
    process.stdout.write(`${name}: ${verdict} (${tests.length} tests, ${seconds(Date.now() - startedMs)})\n`);
    return isKept ? 0 : 1;
  });

const isRow = (line) => line.startsWith('{');

/** By the number of the goal: the files of a suite run side by side. */
const inOrder = (lines) =>
  lines
    .toSorted((a, b) => a.slice(0, 2).localeCompare(b.slice(0, 2)))
    .map((line) => `${line}\n`)
    .join('');

/** One row for each promise, of all that its tests told; a promise of which nothing was told says so. */
function tableOf(promises, rows) {
  const lines = Object.entries(promises).map(([promise, words]) => {
    const own = rows.filter((row) => row.promise === promise);
    const joined = (of) => own.flatMap((row) => row[of] ?? []).join('; ') || 'not run';
    const planted = own.flatMap((row) => row.planted ?? []);
    const sum = (of) => planted.reduce((total, each) => total + each[of], 0);
    return [`${promise} ${words}`, joined('tried'), joined('wrong'), `${sum('caught')}/${sum('of')}`];
  });
  if (lines.length === 0) return '';
  const table = [['', 'tried', 'result', 'planted defects found'], ...lines];
  const widths = table[0].map((_, column) => Math.max(...table.map((line) => line[column].length)));
  const text = table.map((line) =>
    line
      .map((cell, at) => cell.padEnd(widths[at]))
      .join('  ')
      .trimEnd(),
  );
  return `\n${text.join('\n')}\n\n`;
}
