import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const standing = new Set<string>();
// A runner loads a file of tests more than once, and only one of the times to run it.
process.once('exit', () => {
  for (const path of standing) removeTree(path);
});

/** A fresh folder below the system's temporary one. It is removed at the latest when the process ends. */
export function tempDir(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'roundwatch-test-'));
  standing.add(path);
  return {
    path,
    remove: () => {
      removeTree(path);
      standing.delete(path);
    },
  };
}

const removeTree = (path: string): void => rmSync(path, { recursive: true, force: true, maxRetries: 5 });
