import { spawnSync } from 'node:child_process';
import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { partsOf, systemOf } from '../../scripts/packaging/executable.ts';
import { APP_MAX_BYTES, partSizes, totalBytes } from '../../scripts/packaging/package-size.ts';
import type { Goal } from './goals.ts';

const TIMEOUT_MS = 600_000;
const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

/** Packages the built app, and returns the goal for its size. */
export function packageGoals(): Goal[] {
  const output = mkdtempSync(join(tmpdir(), 'roundwatch-size-'));
  try {
    const { status, stderr } = spawnSync(
      process.execPath,
      [join('scripts', 'packaging', 'package.ts'), '--dir', '--output', output],
      { encoding: 'utf8', timeout: TIMEOUT_MS },
    );
    const name = readdirSync(output).find((each) => /^(?:linux|mac|win)/.test(each));
    if (name === undefined) throw new Error(`the app was not packaged (${status}): ${stderr.slice(-500)}`);
    const folder = join(output, name);
    const own = totalBytes(partSizes(partsOf(folder, systemOf(process.platform)).resources));
    return [
      {
        words: 'size of the packaged app without Electron',
        figure: `${megabytes(own)} (${megabytes(bytesIn(folder))} with it), goal ${megabytes(APP_MAX_BYTES)}`,
        isMet: own <= APP_MAX_BYTES,
      },
    ];
  } finally {
    rmSync(output, { recursive: true, force: true });
  }
}

const bytesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).reduce((total, path) => {
    const stat = lstatSync(join(folder, path));
    return stat.isFile() ? total + stat.size : total;
  }, 0);
