import { spawn } from 'node:child_process';
import { cpus } from 'node:os';
import { createInterface } from 'node:readline';
import { ownNode } from './process.ts';

/*
 * Splits a long run of numbered cases into parts and runs each part in a separate process. All processes run
 * the same file: the file runs one part if it is started with `--part`, and otherwise all cases.
 */

/** A part of the run: `count` cases, beginning with case `from`. */
export interface Part {
  readonly from: number;
  readonly count: number;
}

/** Splits `count` cases, starting with case `from`, into one part for each core, at most 8. */
export function partsForCores({ from, count }: Part): Part[] {
  const cores = Math.max(1, Math.min(cpus().length, 8, count));
  const each = Math.ceil(count / cores);
  return Array.from({ length: cores }, (_, core) => from + core * each)
    .map((first) => ({ from: first, count: Math.min(each, from + count - first) }))
    .filter((part) => part.count > 0);
}

/**
 * Runs `node FILE --part ARGS`. Each line of the output is parsed as JSON and passed to `readLine`, which
 * returns the run's result, or null if the line does not contain it.
 *
 * @throws Error with the error output if the process ends without a result
 */
export function runPart<T>(
  file: string,
  args: readonly (string | number)[],
  readLine: (line: unknown) => T | null,
): Promise<T> {
  const child = spawn(ownNode, [file, '--part', ...args.map(String)], { stdio: ['ignore', 'pipe', 'pipe'] });
  const orphaned = (): void => void child.kill('SIGKILL');
  process.once('exit', orphaned);
  let errorOutput = '';
  let result: T | null = null;
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (errorOutput += chunk));
  createInterface({ input: child.stdout }).on('line', (line) => {
    result = readLine(JSON.parse(line)) ?? result;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      process.off('exit', orphaned);
      if (result !== null && code === 0) resolve(result);
      else reject(new Error(`part ${args.join(' ')} ended with ${String(code)}: ${errorOutput}`));
    });
  });
}

/** Returns the number after `--name` on the command line. */
export function numberOption(name: string, otherwise: number): number {
  const at = process.argv.indexOf(`--${name}`);
  return at === -1 ? otherwise : Number(process.argv[at + 1]);
}
