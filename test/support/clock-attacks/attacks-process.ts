import { spawn } from 'node:child_process';
import { cpus } from 'node:os';
import { createInterface } from 'node:readline';
import { ownNode } from '../common/process.ts';
import { runAttacks, type AttackFigures, type AttackSpan } from './attack-runs.ts';

/*
 * Runs clock attacks on all cores, or repeats the runs that a failure named:
 * `node test/support/clock-attacks/attacks-process.ts --seed S --from N --runs N`
 * `--part` marks a child process.
 */

/** Runs the attacks of `span` in one process for each core, at most 8. */
export async function attacksOnAllCores({ seed, from, runs }: AttackSpan): Promise<AttackFigures> {
  const cores = Math.max(1, Math.min(cpus().length, 8, runs));
  const each = Math.ceil(runs / cores);
  const spans = Array.from({ length: cores }, (_, core) => from + core * each).flatMap((first) => {
    const count = Math.min(each, from + runs - first);
    return count > 0 ? [{ seed, from: first, runs: count }] : [];
  });
  const parts = await Promise.all(spans.map(runPart));
  return parts.reduce((sum, part) => ({
    runs: sum.runs + part.runs,
    starts: sum.starts + part.starts,
    requests: sum.requests + part.requests,
    wrongStarts: sum.wrongStarts + part.wrongStarts,
    questions: sum.questions + part.questions,
    expired: sum.expired + part.expired,
    lost: [...sum.lost, ...part.lost],
  }));
}

function runPart({ seed, from, runs }: AttackSpan): Promise<AttackFigures> {
  const args = ['--part', '--seed', seed, '--from', from, '--runs', runs].map(String);
  const child = spawn(ownNode, [import.meta.filename, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const orphaned = (): void => void child.kill('SIGKILL');
  process.once('exit', orphaned);
  let errorOutput = '';
  let figures: AttackFigures | null = null;
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (errorOutput += chunk));
  createInterface({ input: child.stdout }).on('line', (line) => {
    figures = JSON.parse(line) as AttackFigures;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      process.off('exit', orphaned);
      if (figures !== null && code === 0) resolve(figures);
      else
        reject(new Error(`attacks from ${from} of seed ${seed} ended with ${String(code)}: ${errorOutput}`));
    });
  });
}

const option = (name: string, otherwise: number): number => {
  const at = process.argv.indexOf(`--${name}`);
  return at === -1 ? otherwise : Number(process.argv[at + 1]);
};

if (process.argv[1] === import.meta.filename) {
  const span = { seed: option('seed', 1), from: option('from', 0), runs: option('runs', 10) };
  const run = process.argv.includes('--part') ? runAttacks : attacksOnAllCores;
  process.stdout.write(`${JSON.stringify(await run(span))}\n`);
}
