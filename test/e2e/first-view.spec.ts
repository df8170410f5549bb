import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { z } from 'zod';

/*
 * How much code stands between starting the app and its first view, from the report of the build (`npm test` builds
 * first; by hand: `npm run build`).
 */

const FOLDER = join('out', 'renderer');
const BUDGET_KB = 150;

const chunk = z.object({
  file: z.string(),
  imports: z.array(z.string()).default([]),
  dynamicImports: z.array(z.string()).default([]),
});
const report = z
  .record(z.string(), chunk)
  .parse(JSON.parse(readFileSync(join(FOLDER, '.vite', 'manifest.json'), 'utf8')));
const ENTRY = 'index.html';

/** A part and all it cannot be run without. */
function needed(names: readonly string[], found = new Set<string>()): Set<string> {
  for (const name of names) {
    if (found.has(name)) continue;
    found.add(name);
    needed(report[name]?.imports ?? [], found);
  }
  return found;
}
/** kB (1,000 bytes) of JavaScript, each file compressed by itself, as a server sends it. */
function compressedKb(names: Iterable<string>): number {
  const files = [...names].map((name) => report[name]?.file ?? '').filter((file) => file.endsWith('.js'));
  expect(files.length).toBeGreaterThan(0);
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(join(FOLDER, file))).length, 0) / 1_000;
}

const SCREENS = Object.keys(report).filter((name) => /^views\/[A-Z]\w+\.svelte$/.test(name));
// The screen a workspace opens with, and the two that come before there is a workspace.
for (const screen of ['views/Today.svelte', 'views/FirstRun.svelte', 'views/FirstRunMarket.svelte'])
  test(`the first view with ${screen} is at most ${BUDGET_KB} kB`, () => {
    expect(SCREENS).toContain(screen);
    expect(compressedKb(needed([ENTRY, screen]))).toBeLessThanOrEqual(BUDGET_KB);
  });

for (const part of [
  'ui/note-editor.ts',
  'lib/markdown.ts',
  'views/Quota.svelte',
  'views/company/CompanyRead.svelte',
])
  test(`${part} is not part of the first view`, () => {
    expect(Object.keys(report)).toContain(part);
    expect([...needed([ENTRY, ...SCREENS.filter((name) => name.endsWith('/Today.svelte'))])]).not.toContain(
      part,
    );
  });
