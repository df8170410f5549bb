import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Ended {
  readonly status: number | null;
  readonly output: string;
}

const TIMEOUT_MS = 300_000;

/** Runs a system program, such as a package manager. The program must not prompt for input. */
export function run(file: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Ended {
  const { status, stdout, stderr } = spawnSync(file, args, {
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', ...env },
  });
  return { status, output: `${stdout}${stderr}`.trim() };
}

/** Returns the program's exit code and the last lines of its output; an empty list if the exit code is 0. */
export function faultsOf({ status, output }: Ended): readonly string[] {
  return status === 0 ? [] : [`exit code ${status}`, ...output.split('\n').slice(-5)];
}

/** Returns the hashes of all files in a folder, by path. */
export function hashesOf(folder: string): ReadonlyMap<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const files = paths.filter((path) => lstatSync(join(folder, path)).isFile());
  return new Map(
    files.map((path) => [
      path,
      createHash('sha256')
        .update(readFileSync(join(folder, path)))
        .digest('hex'),
    ]),
  );
}

/** Returns the files that are missing or different in the second map. */
export const lostFiles = (
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] =>
  [...before]
    .filter(([path, hash]) => after.get(path) !== hash)
    .map(([path]) => `${path} is missing or different`);
