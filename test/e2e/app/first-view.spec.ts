import { EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { z } from 'zod';
import { openLoopback } from '../../support/browser/loopback-app.ts';
import { tempDir } from '../../support/common/temp-dir.ts';

/*
 * Measures how much code is loaded before the first view, from the report of the build. `npm test` builds
 * first. To run only this test, run `npm run build` before.
 */

const FOLDER = join('out', 'renderer');
const BUDGET_KB = 150;

const chunk = z.object({
  file: z.string(),
  name: z.string().optional(),
  imports: z.array(z.string()).default([]),
  dynamicImports: z.array(z.string()).default([]),
});
const report = z
  .record(z.string(), chunk)
  .parse(JSON.parse(readFileSync(join(FOLDER, '.vite', 'manifest.json'), 'utf8')));
const ENTRY = 'index.html';

/** Returns the given chunks and all their static imports. */
function needed(names: readonly string[], found = new Set<string>()): Set<string> {
  for (const name of names) {
    if (found.has(name)) continue;
    found.add(name);
    needed(report[name]?.imports ?? [], found);
  }
  return found;
}
/** Returns the compressed size of the chunks' JavaScript in kB (1,000 bytes). */
function compressedKb(names: Iterable<string>): number {
  const files = [...names].map((name) => report[name]?.file ?? '').filter((file) => file.endsWith('.js'));
  expect(files.length).toBeGreaterThan(0);
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(join(FOLDER, file))).length, 0) / 1_000;
}

/** The chunk `first-view`, which contains Today, the first screen of a workspace. */
const FIRST = (report[ENTRY]?.dynamicImports ?? []).filter((name) =>
  report[name]?.name?.startsWith('first-view'),
);
test('the first screen is one file with its imports, all requested in parallel', () => {
  expect(FIRST).toHaveLength(1);
  const html = readFileSync(join(FOLDER, 'index.html'), 'utf8');
  for (const name of needed([ENTRY, ...FIRST])) expect(html).toContain(report[name]?.file);
});

test('nothing is painted before the page’s code has run', () => {
  const html = readFileSync(join(FOLDER, 'index.html'), 'utf8');
  const scripts = [...html.matchAll(/<script[^>]*>/g)].map(([tag]) => tag);
  const entry = scripts.find((tag) => tag.includes(report[ENTRY]?.file ?? 'none'));
  expect(entry).toContain('blocking="render"');
});

// Today is the first screen of a workspace. The other two appear before a workspace exists.
for (const [screen, names] of [
  ['Today', FIRST],
  ['the first run', ['features/onboarding/FirstRun.svelte']],
  ['the market', ['features/onboarding/MarketStep.svelte']],
] as const)
  test(`the first view with ${screen} is at most ${BUDGET_KB} kB`, () => {
    expect(Object.keys(report)).toEqual(expect.arrayContaining([...names]));
    expect(compressedKb(needed([ENTRY, ...names]))).toBeLessThanOrEqual(BUDGET_KB);
  });

for (const part of [
  'ui/controls/note-editor.ts',
  'lib/markdown.ts',
  'features/quota/Quota.svelte',
  'features/company/OpenCompany.svelte',
  'ui/overlays/MenuList.svelte',
  'ui/overlays/PopoverPanel.svelte',
  'ui/overlays/DialogPanel.svelte',
])
  test(`${part} is not part of the first view`, () => {
    expect(Object.keys(report)).toContain(part);
    expect([...needed([ENTRY, ...FIRST])]).not.toContain(part);
  });

test('a menu button opens the menu once its code has loaded', async ({ browser }) => {
  const dir = tempDir();
  const app = await openLoopback(browser, dir.path, ['--demo']);
  const { page } = app;
  const trigger = page.getByRole('button', { name: /^Workspace Demo/ });
  const item = page.getByRole('menuitem', { name: 'Manage workspaces' });
  const requested: string[] = [];
  const gate = new EventEmitter();
  await page.route('**/MenuList-*.js', async (route) => {
    requested.push(route.request().url());
    await once(gate, 'open');
    await route.continue();
  });
  await page.reload();
  await trigger.waitFor();
  await trigger.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => requested.length).toBe(1);
  await expect(item).toBeHidden();
  gate.emit('open');
  await expect(item).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(item).toBeHidden();
  await expect(trigger).toBeFocused();
  await app.close();
  dir.remove();
});
