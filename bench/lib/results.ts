import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '..', 'results');

/** Returns the current commit, with a `+` if the working tree has changes; null if git is not available. */
function commitNow(): string | null {
  const git = (...args: readonly string[]): string =>
    execFileSync('git', [...args], {
      cwd: FOLDER,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  try {
    return (
      git('rev-parse', '--short', 'HEAD') +
      (git('status', '--porcelain', '--untracked-files=no') === '' ? '' : '+')
    );
  } catch {
    return null;
  }
}

/**
 * Writes the run to `results/NAME.json` and appends its figures to `results/history.jsonl`. Both files are
 * committed.
 */
export function saveResults(
  name: string,
  figures: Readonly<Record<string, unknown>>,
  details: Readonly<Record<string, unknown>>,
): void {
  mkdirSync(FOLDER, { recursive: true });
  const head = { bench: name, date: new Date().toISOString().slice(0, 10), commit: commitNow() };
  writeFileSync(
    join(FOLDER, `${name}.json`),
    `${JSON.stringify({ ...head, ...figures, ...details }, null, 2)}\n`,
  );
  appendFileSync(join(FOLDER, 'history.jsonl'), `${JSON.stringify({ ...head, ...figures })}\n`);
}
