import { spawn } from 'node:child_process';
import { cpus } from 'node:os';
import { createInterface } from 'node:readline';
import { ownNode } from '../common/process.ts';
import { addAll, emptyFigures, runMonths, worded, type Figures, type Span } from './figures.ts';

/*
 * Runs simulated months on all cores:
 * `node test/support/quota/months-process.ts --seed S --from N --months N`
 * Progress goes to stderr, results go to stdout. With `--months 1`, it replays the month that a failure
 * named. `--part` marks a child process.
 */
const PROGRESS_EVERY = 20;

/** Runs the months of `span` in one process for each core, at most 8, and reports progress. */
export async function monthsOnAllCores(
  span: Span,
  onProgress: (done: number, failed: number) => void,
): Promise<Figures> {
  const cores = Math.max(1, Math.min(cpus().length, 8, span.months));
  const sum = emptyFigures();
  const done = Array.from({ length: cores }, () => ({ months: 0, failed: 0 }));
  const each = Math.ceil(span.months / cores);
  await Promise.all(
    done.map(async (state, core) => {
      const from = span.from + core * each;
      const months = Math.max(0, Math.min(each, span.from + span.months - from));
      const figures = await runPart({ seed: span.seed, from, months }, (progress) => {
        state.months = progress.months;
        state.failed = progress.failed;
        const total = (pick: 'months' | 'failed'): number => done.reduce((all, one) => all + one[pick], 0);
        onProgress(total('months'), total('failed'));
      });
      addAll(sum, figures);
    }),
  );
  return sum;
}

type Line = { readonly months: number; readonly failed: number } | { readonly figures: Figures };

function runPart(
  { seed, from, months }: Span,
  onProgress: (progress: { months: number; failed: number }) => void,
): Promise<Figures> {
  const args = ['--part', '--seed', seed, '--from', from, '--months', months].map(String);
  const child = spawn(ownNode, [import.meta.filename, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const orphaned = (): void => void child.kill('SIGKILL');
  process.once('exit', orphaned);
  let errorOutput = '';
  let figures: Figures | null = null;
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (errorOutput += chunk));
  createInterface({ input: child.stdout }).on('line', (text) => {
    const line = JSON.parse(text) as Line;
    if ('figures' in line) figures = line.figures;
    else onProgress(line);
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      process.off('exit', orphaned);
      if (figures !== null && code === 0) resolve(figures);
      else
        reject(new Error(`months from ${from} of seed ${seed} ended with ${String(code)}: ${errorOutput}`));
    });
  });
}

const option = (name: string, otherwise: number): number => {
  const at = process.argv.indexOf(`--${name}`);
  return at === -1 ? otherwise : Number(process.argv[at + 1]);
};

async function main(): Promise<void> {
  const span = { seed: option('seed', 1), from: option('from', 0), months: option('months', 100) };
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  if (process.argv.includes('--part')) {
    const figures = await runMonths(span, ({ months, failed }) => {
      if (months % PROGRESS_EVERY === 0) print(JSON.stringify({ months, failed: failed.length }));
    });
    print(JSON.stringify({ figures }));
    return;
  }
  const startedMs = performance.now();
  let reportedMs = startedMs;
  const figures = await monthsOnAllCores(span, (done, failed) => {
    if (performance.now() - reportedMs < 10_000) return;
    reportedMs = performance.now();
    const tookS = (reportedMs - startedMs) / 1_000;
    const leftS = (tookS / done) * (span.months - done);
    process.stderr.write(
      `${done} of ${span.months} months, ${failed} failed, ${Math.round(tookS)} s, about ${Math.round(leftS)} s left\n`,
    );
  });
  for (const line of worded(figures)) print(line);
  print(
    `Q1 took ${Math.round((performance.now() - startedMs) / 1_000)} s, seed ${span.seed}, months ${span.from} on`,
  );
  process.exitCode = figures.failed.length > 0 || figures.months !== span.months ? 1 : 0;
}

if (process.argv[1] === import.meta.filename) await main();
