import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loadedBy } from '../../../scripts/lint/import-graph.mjs';
import { findPackageInPage } from '../../../scripts/lint/page-packages.mjs';

const PAGE = {
  'page/main.ts': "import App from './App.svelte';\nimport type { Round } from '../shared/round.ts';",
  'page/App.svelte': [
    '<script lang="ts">',
    "  import { label } from './label.ts';",
    "  const later = () => import('./later.ts');",
    '</script>',
  ].join('\n'),
  'page/label.ts': "export type { Round } from '../shared/round.ts';\nexport const label = 'x';",
  'page/later.ts':
    "export const rounds: import('../shared/round.ts').Round[] = [];\nexport type All = typeof import('../shared/round.ts');",
  'shared/round.ts':
    "import { z } from 'zod';\nexport const round = z.string();\nexport type Round = string;",
  'shared/limits.ts': "import './round.ts';",
};

/**
 * Creates the files of `PAGE`, with the changes in `changed`. Returns the import chains that lead from the
 * page to zod.
 */
function chainsIn(changed: Readonly<Record<string, string>> = {}): string[][] {
  const root = mkdtempSync(join(tmpdir(), 'roundwatch-page-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries({ ...PAGE, ...changed })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return findPackageInPage(root, 'page/main.ts', 'zod').chains;
}

describe('a package that a page must not load', () => {
  it('is not loaded by imports of types', () => {
    expect(chainsIn()).toEqual([]);
  });

  it('is found behind an import of a value, with the shortest chain of imports to it', () => {
    const label = "import { round } from '../shared/round.ts';\nexport const label = round;";
    expect(chainsIn({ 'page/label.ts': label })).toEqual([
      ['page/main.ts', 'page/App.svelte', 'page/label.ts', 'shared/round.ts'],
    ]);
  });

  it('is found behind code that is loaded later, a re-export and an import without names', () => {
    const chain = ['page/main.ts', 'page/App.svelte', 'page/later.ts'];
    expect(chainsIn({ 'page/later.ts': "export * from '../shared/round.ts';" })).toEqual([
      [...chain, 'shared/round.ts'],
    ]);
    expect(chainsIn({ 'page/later.ts': "import '../shared/limits.ts';" })).toEqual([
      [...chain, 'shared/limits.ts', 'shared/round.ts'],
    ]);
    expect(chainsIn({ 'page/later.ts': "const z = await import('zod/mini');" })).toEqual([chain]);
  });

  it('is loaded by an import whose names are all types, because the import itself stays', () => {
    expect(loadedBy('a.ts', "import { type A } from './a.ts';")).toEqual(['./a.ts']);
    expect(
      loadedBy('a.ts', "import type { A } from './a.ts';\nimport {\n  b,\n} from './b.ts?raw';"),
    ).toEqual(['./b.ts']);
  });
});
