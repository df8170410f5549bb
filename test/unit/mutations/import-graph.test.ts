import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { createImportGraph, type ImportGraph } from '../../mutations/import-graph.ts';

const roots: string[] = [];
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true });
});

function graphOf(modules: Readonly<Record<string, string>>): ImportGraph {
  const root = mkdtempSync(join(tmpdir(), 'roundwatch-graph-'));
  roots.push(root);
  for (const [path, source] of Object.entries(modules)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), source);
  }
  return createImportGraph(root);
}

/** Returns the modules that `entry.ts` must reload after a change of `changed`, in alphabetical order. */
const affectedBy = (changed: string, modules: Readonly<Record<string, string>>): readonly string[] =>
  [...graphOf(modules).affectedBy('entry.ts', new Set([changed]))].toSorted();

it('includes every module between the changed module and the entry', () => {
  const affected = affectedBy('inner/deep.ts', {
    'entry.ts': "import { middle } from './middle.ts';\nimport './beside.ts';\nimport 'node:fs';",
    'middle.ts': "export * from './inner/barrel.ts';",
    'beside.ts': 'export const beside = 1;',
    'inner/barrel.ts': "export { deep } from './deep.ts';\nexport type { T } from '../beside.ts';",
    'inner/deep.ts': 'export const deep = 1;',
  });
  expect(affected).toEqual(['entry.ts', 'inner/barrel.ts', 'inner/deep.ts', 'middle.ts']);
});

it('follows dynamic imports and cycles, but no erased import', () => {
  const modules = {
    'entry.ts': "import type { Type } from './changed.ts';\nimport { a } from './a.ts';",
    'a.ts': "import { b } from './b.ts';\nexport const a = 1;",
    'b.ts': "import { a } from './a.ts';\nexport const b = async () => import('./changed.ts');",
    'changed.ts': 'export const changed = 1;',
  };
  expect(affectedBy('changed.ts', modules)).toEqual(['a.ts', 'b.ts', 'changed.ts', 'entry.ts']);
  expect(affectedBy('changed.ts', { ...modules, 'b.ts': 'export const b = 1;' })).toEqual(['entry.ts']);
});

it('lists all modules of an entry, with components, but without erased imports', () => {
  const graph = graphOf({
    'entry.ts': "import './state.ts';\nimport type { Type } from './type.ts';",
    'state.ts': "export const later = () => import('./View.svelte');\nimport './entry.ts';",
    'View.svelte': '<p>View</p>',
    'type.ts': 'export type Type = string;',
  });
  expect([...graph.modulesOf('entry.ts')].toSorted()).toEqual(['View.svelte', 'entry.ts', 'state.ts']);
  expect([...graph.modulesOf('View.svelte')]).toEqual(['View.svelte']);
});

it('follows the imports of components, in all of their scripts', () => {
  const modules = {
    'entry.ts': "import View from './View.svelte';",
    'View.svelte': `<script module>
  import { a } from './a.ts';
</script>
<script lang="ts">
  import type { Type } from './type.ts';
  import { b } from './b.svelte.ts';
  let { each }: { each: Type } = $props();
</script>
<p>{each}{a}{b}</p>`,
    'a.ts': 'export const a = 1;',
    'b.svelte.ts': 'export const b = $state(1);',
    'type.ts': 'export type Type = string;',
  };
  expect(affectedBy('a.ts', modules)).toEqual(['View.svelte', 'a.ts', 'entry.ts']);
  expect(affectedBy('b.svelte.ts', modules)).toEqual(['View.svelte', 'b.svelte.ts', 'entry.ts']);
  expect(affectedBy('type.ts', modules)).toEqual(['entry.ts']);
});

it('follows modules that a test names for the helper, by path or by folder', () => {
  const modules = {
    'test/renderer/support/compiled.ts': 'export const compiled = () => (file) => import(file);',
    'entry.ts': `import { compiled } from './test/renderer/support/compiled.ts';
await compiled()('/renderer/state.svelte.ts');
await compiled()(\`/renderer/ui/\${name}.svelte\`);`,
    'renderer/state.svelte.ts': 'export const state = 1;',
    'renderer/ui/View.svelte': '<p>View</p>',
    'renderer/Other.svelte': '<p>Other</p>',
  };
  const helper = 'test/renderer/support/compiled.ts';
  expect(affectedBy('renderer/state.svelte.ts', modules)).toEqual([
    'entry.ts',
    'renderer/state.svelte.ts',
    helper,
  ]);
  expect(affectedBy('renderer/ui/View.svelte', modules)).toEqual([
    'entry.ts',
    'renderer/ui/View.svelte',
    helper,
  ]);
  expect(affectedBy('renderer/Other.svelte', modules)).toEqual(['entry.ts']);
});
