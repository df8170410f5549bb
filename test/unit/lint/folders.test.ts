import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..', '..');
const FOLDERS = ['electron', 'renderer', 'shared', 'scripts', 'test', 'bench', 'docs'];
const FILES_MAX = 30;

it(`no folder holds more than ${FILES_MAX} files, because a reader would not scan them`, () => {
  const counts = new Map<string, number>();
  for (const folder of FOLDERS)
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
      if (entry.isFile()) counts.set(entry.parentPath, (counts.get(entry.parentPath) ?? 0) + 1);
  expect(counts.size).toBeGreaterThan(100);
  expect([...counts].filter(([, count]) => count > FILES_MAX)).toEqual([]);
});
