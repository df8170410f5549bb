import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const standing = new Set<string>();
// Removes all remaining folders, because a test runner may load a test file more often than it runs it.
process.once('exit', () => {
  for (const path of standing) removeTree(path);
});

/**
 * Creates a folder in the system's temporary folder. It is removed when the process exits, if not earlier.
 */
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
