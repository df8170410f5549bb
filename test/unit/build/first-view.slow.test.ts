import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

/*
 * Uses the build report to measure how much code is loaded before the first view. `npm test` builds first. To
 * run only this test, run `npm run build` first.
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
const html = readFileSync(join(FOLDER, 'index.html'), 'utf8');
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

describe('first view', () => {
  it('is one file with its imports, all requested in parallel', () => {
    expect(FIRST).toHaveLength(1);
    for (const name of needed([ENTRY, ...FIRST])) expect(html).toContain(report[name]?.file);
  });

  it('is compiled as a whole while it loads', () => {
    for (const name of [ENTRY, ...FIRST])
      expect(readFileSync(join(FOLDER, report[name]?.file ?? ''), 'utf8')).toMatch(
        /^\/\/# allFunctionsCalledOnLoad\n/,
      );
  });

  it('is not painted before the page’s code has run', () => {
    const scripts = [...html.matchAll(/<script[^>]*>/g)].map(([tag]) => tag);
    const entry = scripts.find((tag) => tag.includes(report[ENTRY]?.file ?? 'none'));
    expect(entry).toContain('blocking="render"');
  });

  // Each of these screens can be the first that a user sees: Today if there is a workspace, the other two
  // before a workspace exists.
  it.each([
    ['Today', FIRST],
    ['the first run', ['features/onboarding/FirstRun.svelte']],
    ['the market', ['features/onboarding/MarketStep.svelte']],
  ])(`with %s is at most ${BUDGET_KB} kB`, (_screen, names) => {
    expect(Object.keys(report)).toEqual(expect.arrayContaining(names));
    expect(compressedKb(needed([ENTRY, ...names]))).toBeLessThanOrEqual(BUDGET_KB);
  });

  it.each([
    'ui/controls/note-editor.ts',
    'lib/markdown.ts',
    'features/quota/Quota.svelte',
    'features/company/OpenCompany.svelte',
    'ui/overlays/MenuList.svelte',
    'ui/overlays/PopoverPanel.svelte',
    'ui/overlays/DialogPanel.svelte',
  ])('does not contain %s', (part) => {
    expect(Object.keys(report)).toContain(part);
    expect([...needed([ENTRY, ...FIRST])]).not.toContain(part);
  });
});

describe('the code loaded after the first view', () => {
  const LATER = [
    ...[
      'search/Search',
      'library/Library',
      'signals/Signals',
      'insights/Insights',
      'quota/Quota',
      'settings/Settings',
    ],
    'company/OpenCompany',
  ].map((name) => `features/${name}.svelte`);

  it('is in few files, because each of them is a request', () => {
    expect(Object.keys(report)).toEqual(expect.arrayContaining(LATER));
    const first = needed([ENTRY, ...FIRST]);
    const files = [...needed(LATER)].filter((name) => !first.has(name));
    expect(files.length).toBeLessThanOrEqual(26);
  });

  it('contains no charts, which are loaded when one is first shown', () => {
    const scales = [
      ...needed(['features/quota/charts/Charts.svelte', 'features/insights/InsightCharts.svelte']),
    ].filter((name) =>
      readFileSync(join(FOLDER, report[name]?.file ?? ''), 'utf8').includes('aria-roledescription'),
    );
    expect(scales.length).toBeGreaterThan(0);
    const loaded = needed([ENTRY, ...FIRST, ...LATER]);
    for (const name of scales) expect(loaded).not.toContain(name);
  });
});
