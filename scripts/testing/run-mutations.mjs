import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryTempEnvironment, inRoot, node24, root, testEnvironment } from '../common/environment.mjs';
import { run } from '../common/process.mjs';

export const mutationProgram = inRoot('test', 'mutations', 'run.ts');

const SUITE = 'mutations';
/** A generous timeout that only guards against hanging. */
const TIMEOUT_MS = 300_000;

/**
 * Runs mutations as a suite in which each mutation is one test. `figures` (ids of goals or guarantees) limits
 * the run to the mutations for these ids. `withoutFigures` omits all mutations that have such an id. `npm
 * test` sets it, because `npm run security` and `npm run reliability` run those mutations. With
 * `baselineElsewhere`, the unmutated code is not tested here, because the caller tests it.
 * @returns `{ tests: [{ suite, name, figure, file, state: 'passed' | 'failed' | 'skipped', ms, message,
 * reason }] }`
 */
export async function runMutations({
  figures = [],
  withoutFigures = false,
  baselineElsewhere = false,
  timeoutMs = TIMEOUT_MS,
} = {}) {
  const scratch = mkdtempSync(join(tmpdir(), 'roundwatch-mutations-'));
  const report = join(scratch, 'report.json');
  const { code, output, timedOut } = await run(
    node24,
    [
      mutationProgram,
      ...figures.flatMap((figure) => ['--figure', figure]),
      ...(withoutFigures ? ['--without-figures'] : []),
      ...(baselineElsewhere ? ['--baseline-elsewhere'] : []),
    ],
    {
      cwd: root,
      env: testEnvironment({ ...memoryTempEnvironment(), ROUNDWATCH_REPORT: report }),
      timeoutMs,
    },
  );
  try {
    const { tests } = JSON.parse(readFileSync(report, 'utf8'));
    return { tests: tests.map((test) => ({ suite: SUITE, ...test })) };
  } catch {
    const cause = timedOut ? `stopped after ${timeoutMs / 1_000} s` : `no report, exit code ${code}`;
    const tail = output.trim().split('\n').slice(-30).join('\n');
    return { tests: [{ suite: SUITE, name: cause, state: 'failed', ms: 0, message: tail }] };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
