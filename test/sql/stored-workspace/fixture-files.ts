import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

/* A data folder in its committed form: the same folders and files, but with each file compressed. */

const GZ = '.gz';

export function packFolder(from: string, to: string): void {
  for (const name of filesBelow(from)) {
    write(join(to, name + GZ), gzipSync(readFileSync(join(from, name)), { level: 9 }));
  }
}

export function unpackFolder(from: string, to: string): void {
  for (const packed of filesBelow(from).filter((name) => name.endsWith(GZ))) {
    const name = packed.slice(0, -GZ.length);
    write(join(to, name), gunzipSync(readFileSync(join(from, packed))));
  }
}

/** Returns the paths of all files relative to the folder, with `/` on every system. */
export const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => relative(folder, path).replaceAll('\\', '/'))
    .sort();

function write(path: string, bytes: Buffer): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, bytes, { mode: 0o600 });
}
