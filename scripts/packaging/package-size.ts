import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { listPackage, statFile } from '@electron/asar';

/** Maximum size of the app, excluding Electron, in bytes. */
export const APP_MAX_BYTES = 15_000_000;

export interface Part {
  readonly name: string;
  readonly bytes: number;
}

/**
 * Returns the size of each part of a package's resources, largest first. Electron's own files are not
 * counted. Each folder in the app archive is a separate part.
 */
export function partSizes(resources: string): readonly Part[] {
  const archive = join(resources, 'app.asar');
  const parts = new Map<string, number>();
  const add = (name: string, bytes: number): void => void parts.set(name, (parts.get(name) ?? 0) + bytes);
  for (const path of listPackage(archive, { isPack: false })) {
    const inside = path.slice(1);
    const entry = statFile(archive, inside, false);
    if ('size' in entry && !('unpacked' in entry && entry.unpacked)) add(folderOf(inside), entry.size);
  }
  for (const [path, bytes] of filesIn(resources)) {
    if (path !== 'app.asar') add(folderOf(path.replace(/^app\.asar\.unpacked\//, '')), bytes);
  }
  return [...parts].map(([name, bytes]) => ({ name, bytes })).sort((a, b) => b.bytes - a.bytes);
}

export const totalBytes = (parts: readonly Part[]): number =>
  parts.reduce((total, { bytes }) => total + bytes, 0);

const folderOf = (path: string): string => {
  const parts = path.split('/');
  const depth = parts[0] === 'node_modules' || parts[0] === 'out' ? 2 : 1;
  return parts.slice(0, depth).join('/');
};

function* filesIn(folder: string, below = ''): Generator<readonly [string, number]> {
  for (const name of readdirSync(join(folder, below))) {
    const path = below === '' ? name : `${below}/${name}`;
    const stat = lstatSync(join(folder, path));
    if (stat.isDirectory()) yield* filesIn(folder, path);
    else yield [path, stat.size];
  }
}
