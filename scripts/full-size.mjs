import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { command, seconds } from './say.mjs';
import { prepare } from './setup.mjs';
import { runSuite } from './suites.mjs';

/**
 * Runs a suite of `npm test` at full size (ROUNDWATCH_FULL=1), prints the figures that it wrote to ROUNDWATCH_FIGURES, what
 * was missed, and a one-line verdict.
 */
export const runFullSize = (name) =>
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
    if (existsSync(figures)) process.stdout.write(inOrder(readFileSync(figures, 'utf8')));
    rmSync(scratch, { recursive: true, force: true });
    const tests = result?.tests ?? [];
    const missed = tests.filter(({ state }) => state !== 'passed');
    for (const { name: test, message, reason } of missed) {
      process.stdout.write(
        `MISSED ${test}\n  ${(message || reason || '').trim().split('\n').join('\n  ')}\n`,
      );
    }
    const isKept = tests.length > 0 && missed.length === 0;
    const verdict = isKept
      ? 'every figure kept'
      : tests.length === 0
        ? 'nothing was tested'
        : `${missed.length} missed`;
    process.stdout.write(`${name}: ${verdict} (${tests.length} tests, ${seconds(Date.now() - startedMs)})\n`);
    return isKept ? 0 : 1;
  });

/** By the number of the goal: the files of a suite run side by side. */
const inOrder = (text) =>
  text
    .split('\n')
    .filter(Boolean)
    .sort((a, b) => a.slice(0, 2).localeCompare(b.slice(0, 2)))
    .map((line) => `${line}\n`)
    .join('');
