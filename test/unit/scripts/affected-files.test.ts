import { describe, expect, it } from 'vitest';
import { affectedBy, runsFor } from '../../../scripts/testing/affected-files.mjs';
import { isSameCode } from '../../../scripts/testing/same-code.mjs';

const graph = {
  files: [
    'electron/core/a.ts',
    'electron/core/b.ts',
    'electron/core/worker.ts',
    'test/unit/a.test.ts',
    'test/unit/b.test.ts',
    'test/unit/documents.test.ts',
  ],
  edges: [
    { from: 'electron/core/b.ts', to: 'electron/core/a.ts' },
    { from: 'test/unit/b.test.ts', to: 'electron/core/b.ts' },
    { from: 'test/unit/a.test.ts', to: 'electron/core/a.ts' },
  ],
};
const texts: Readonly<Record<string, string>> = {
  'electron/core/b.ts': "new Worker(new URL('./worker.ts', import.meta.url))",
  'test/unit/documents.test.ts': 'readdirSync(import.meta.dirname)',
};
const affected = (...changed: string[]): readonly string[] | null => {
  const files = affectedBy(changed, graph, (path) => texts[path] ?? '');
  return files && [...files];
};

describe('affected files', () => {
  it('are none without a change', () => {
    expect(affected()).toEqual([]);
  });
  it('include direct and indirect importers, and tests that read the repository', () => {
    expect(affected('electron/core/a.ts')).toEqual([
      'electron/core/a.ts',
      'electron/core/b.ts',
      'test/unit/a.test.ts',
      'test/unit/b.test.ts',
      'test/unit/documents.test.ts',
    ]);
  });
  it('include what starts a changed worker by its URL', () => {
    expect(affected('electron/core/worker.ts')).toContain('test/unit/b.test.ts');
  });
  it('are only the tests that read the repository if a document changed', () => {
    expect(affected('docs/architecture.md')).toEqual(['test/unit/documents.test.ts']);
  });
  it('are only the tests that read the repository if the changed code does the same as before', () => {
    const files = affectedBy(
      ['electron/core/a.ts'],
      graph,
      (path) => texts[path] ?? '',
      () => true,
    );
    expect([...(files ?? [])]).toEqual(['test/unit/documents.test.ts']);
  });
  it('are all files if a file of another kind changed', () => {
    expect(affected('package-lock.json')).toBeNull();
    expect(affected('electron/core/a.ts', 'test/sql/fixtures/cache-10.sql')).toBeNull();
  });
});

describe('runs of a tool', () => {
  const isTest = (file: string): boolean => file.startsWith('test/');
  it('take the wanted affected files', () => {
    expect(runsFor(new Set(['electron/core/a.ts', 'test/unit/a.test.ts']), isTest, ['.'])).toEqual([
      ['test/unit/a.test.ts'],
    ]);
  });
  it('take everything if any file may be affected', () => {
    expect(runsFor(null, isTest, ['.'])).toEqual([['.']]);
  });
  it('are none if no wanted file is affected, and do not become runs of everything', () => {
    expect(runsFor(new Set(['electron/core/a.ts']), isTest, ['.'])).toEqual([]);
  });
});

describe('the code of a module', () => {
  const before =
    "import { type A, b } from './b.ts';\nexport const c = (x: A): number => b(x) + 1; // one more\n";
  it('is the same with other types, comments and line breaks', () => {
    const after = `/** Adds. */\n${before.replace(': number', '').replace('=> b', '=>\n  b').replace(' // one more', '')}`;
    expect(isSameCode(before, `export type C = string;\n${after}`)).toBe(true);
  });
  it('is not the same with another value or another loaded module', () => {
    expect(isSameCode(before, before.replace('+ 1', '+ 2'))).toBe(false);
    expect(isSameCode(before, before.replace('./b.ts', './c.ts'))).toBe(false);
    expect(isSameCode(before, `import './d.ts';\n${before}`)).toBe(false);
  });
});
