import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const standing = new Set<string>();
// If Playwright loads a test file but runs none of its tests, the file's own cleanup does not run. The
// remaining folders are therefore removed when the process exits.
process.once('exit', () => {
  for (const path of standing) removeTree(path);
});

/** Creates a temporary folder. It is removed when the process exits, unless the test removes it earlier. */
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
