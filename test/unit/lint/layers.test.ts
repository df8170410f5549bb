import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { edgesInCycles, findCycles, type Edge } from '../../../scripts/lint/cycles.mjs';
import { loadedEdges, readImportGraph } from '../../../scripts/lint/import-graph.mjs';
import {
  compare,
  findViolations,
  lineOf,
  renameIn,
  type LayerTable,
} from '../../../scripts/lint/layer-rules.mjs';
import { coreLayers } from '../../../scripts/lint/layers.mjs';

const edge = (text: string): Edge => {
  const [from = '', to = ''] = text.split(' -> ');
  return { from, to };
};

const table: LayerTable = {
  root: 'core/',
  rows: [['database/'], ['contacts/'], ['library/', 'library/index/'], ['create-app.ts']],
  restricted: { 'library/index/': ['database/'] },
  importers: { 'database/open.ts': ['database/', 'library/', 'create-app.ts'] },
};

/** Checks an import graph with the given imports. The graph has a file for every folder in the table. */
function check(imports: readonly string[], otherFiles: readonly string[] = []) {
  const edges = imports.map(edge);
  const base = [
    'core/database/open.ts',
    'core/contacts/store.ts',
    'core/library/store.ts',
    'core/library/index/search.ts',
    'core/create-app.ts',
  ];
  const files = [...new Set([...base, ...otherFiles, ...edges.flatMap(({ from, to }) => [from, to])])];
  const { violations, problems } = findViolations({ files, edges }, [table]);
  return { lines: violations.map(lineOf), notes: violations.map(({ note }) => note), violations, problems };
}

describe('layers', () => {
  it('accept imports of lower layers and of the same layer', () => {
    const { lines, problems } = check([
      'core/create-app.ts -> core/library/store.ts',
      'core/library/store.ts -> core/contacts/store.ts',
      'core/library/store.ts -> core/library/index/search.ts',
      'core/contacts/store.ts -> shared/company.ts',
    ]);
    expect({ lines, problems }).toEqual({ lines: [], problems: [] });
  });

  it('reject an import of a higher layer', () => {
    const { lines, notes } = check(['core/contacts/store.ts -> core/library/store.ts']);
    expect(lines).toEqual(['layer core/contacts/store.ts -> core/library/store.ts']);
    expect(notes).toEqual([
      'core/contacts/store.ts (layer 2, contacts/) imports core/library/store.ts (layer 3, library/)',
    ]);
  });

  it('reject imports that a restricted folder may not have', () => {
    const { lines } = check([
      'core/library/index/search.ts -> core/database/open.ts',
      'core/library/index/search.ts -> core/contacts/store.ts',
      'core/library/index/search.ts -> core/library/store.ts',
    ]);
    expect(lines).toEqual([
      'layer core/library/index/search.ts -> core/contacts/store.ts',
      'layer core/library/index/search.ts -> core/library/store.ts',
    ]);
  });

  it('reject an import of a file that is open to other importers only', () => {
    const { lines, notes } = check([
      'core/database/migrate.ts -> core/database/open.ts',
      'core/library/store.ts -> core/database/open.ts',
      'core/library/index/search.ts -> core/database/open.ts',
      'core/create-app.ts -> core/database/open.ts',
      'core/contacts/store.ts -> core/database/open.ts',
      'core/contacts/store.ts -> core/database/migrate.ts',
    ]);
    expect(lines).toEqual(['importer core/contacts/store.ts -> core/database/open.ts']);
    expect(notes).toEqual([
      'core/contacts/store.ts (layer 2, contacts/) imports core/database/open.ts (layer 1, database/)',
    ]);
  });

  it('restrict the open workspace to its own folder, the handlers and the composition root', () => {
    const importing = (folder: string): string =>
      `electron/core/${folder} -> electron/core/workspace/open-workspace.ts`;
    const refused = ['fetching/a.ts', 'day-plan/a.ts', 'notifications/a.ts', 'webhook/a.ts'];
    const allowed = ['workspace/a.ts', 'handlers/workspace/a.ts', 'create-app.ts'];
    const edges = [...refused, ...allowed].map((folder) => edge(importing(folder)));
    const files = edges.flatMap(({ from, to }) => [from, to]);
    const { violations } = findViolations({ files, edges }, [coreLayers]);
    expect(violations.filter(({ rule }) => rule === 'importer').map(lineOf)).toEqual(
      refused.map((folder) => `importer ${importing(folder)}`),
    );
  });

  it('reject a file without a layer and a folder that matches no file', () => {
    expect(check([], ['core/stray.ts']).problems).toEqual([
      'core/stray.ts is in no layer: layers.mjs must list its folder',
    ]);
    const files = ['core/database/open.ts', 'core/library/store.ts', 'core/create-app.ts'];
    expect(findViolations({ files, edges: [] }, [table]).problems).toEqual([
      'core/contacts/ in layers.mjs matches no file',
      'core/library/index/ in layers.mjs matches no file',
    ]);
    expect(findViolations({ files: [], edges: [] }, [table]).problems).toContain(
      'core/database/open.ts in layers.mjs matches no file',
    );
  });
});

describe('cycles', () => {
  it('are found through any number of nodes', () => {
    const edges = ['a -> b', 'b -> c', 'c -> a', 'c -> d', 'd -> e', 'e -> d', 'e -> f'].map(edge);
    expect(findCycles(edges)).toEqual([
      ['a', 'b', 'c'],
      ['d', 'e'],
    ]);
    expect(edgesInCycles(edges).map(({ from, to }) => from + to)).toEqual(['ab', 'bc', 'ca', 'de', 'ed']);
  });

  it('are rejected among files', () => {
    expect(check(['ui/a.ts -> ui/b.ts', 'ui/b.ts -> ui/a.ts']).lines).toEqual([
      'file-cycle ui/a.ts -> ui/b.ts',
      'file-cycle ui/b.ts -> ui/a.ts',
    ]);
  });

  it('are rejected among folders even if no files form a cycle', () => {
    const { lines, notes } = check([
      'ui/a.ts -> views/b.ts',
      'views/c.ts -> ui/d.ts',
      'views/c.ts -> lib/e.ts',
    ]);
    expect(lines).toEqual(['folder-cycle ui -> views', 'folder-cycle views -> ui']);
    expect(notes[0]).toBe('ui imports views, for example ui/a.ts imports views/b.ts');
  });

  it('among layers are attributed to the import that the layers forbid', () => {
    const { lines } = check([
      'core/database/open.ts -> core/contacts/store.ts',
      'core/contacts/store.ts -> core/database/sql.ts',
    ]);
    expect(lines).toEqual([
      'layer core/database/open.ts -> core/contacts/store.ts',
      'folder-cycle core/database -> core/contacts',
    ]);
  });
});

describe('exceptions', () => {
  const exceptions = ['layer core/db/old.ts -> core/library/store.ts', 'file-cycle ui/a.ts -> ui/b.ts'];

  it('cover listed imports only, and are reported once stale', () => {
    const { violations } = check(['ui/a.ts -> ui/b.ts', 'ui/b.ts -> ui/a.ts']);
    const { added, stale } = compare(violations, exceptions);
    expect(added.map(lineOf)).toEqual(['file-cycle ui/b.ts -> ui/a.ts']);
    expect(stale).toEqual(['layer core/db/old.ts -> core/library/store.ts']);
  });

  it('follow a moved file or folder', () => {
    expect(renameIn(exceptions, 'core/db/', 'core/database/')).toEqual([
      'file-cycle ui/a.ts -> ui/b.ts',
      'layer core/database/old.ts -> core/library/store.ts',
    ]);
    expect(renameIn(exceptions, 'ui/b.ts', 'lib/c.ts')).toContain('file-cycle ui/a.ts -> lib/c.ts');
  });
});

describe('import graph', () => {
  it('includes type-only and dynamic imports and the scripts of components', () => {
    const root = mkdtempSync(join(tmpdir(), 'import-graph-'));
    onTestFinished(() => rmSync(root, { recursive: true }));
    const write = (path: string, text: string): void => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    };
    write(
      'ui/Button.svelte',
      `<script lang="ts">import type { A } from '../lib/a.ts';</script>\n<p>import b from './b.ts'</p>`,
    );
    write(
      'lib/a.ts',
      `export * from './b.ts'; import 'zod'; import './a.css'; const c = () => import('./c.ts');`,
    );
    write('lib/b.ts', `type C = import('./c.ts').C; // import './a.ts';`);
    write('lib/c.ts', '');
    write('lib/a.css', '');
    const { files, edges } = readImportGraph(root, ['lib', 'ui']);
    expect(files).toEqual(['lib/a.ts', 'lib/b.ts', 'lib/c.ts', 'ui/Button.svelte']);
    expect(edges).toEqual(
      [
        'lib/a.ts -> lib/b.ts',
        'lib/a.ts -> lib/c.ts',
        'lib/b.ts -> lib/c.ts',
        'ui/Button.svelte -> lib/a.ts',
      ].map(edge),
    );
    const read = (path: string): string => readFileSync(join(root, path), 'utf8');
    expect(loadedEdges({ edges }, read)).toEqual(['lib/a.ts -> lib/b.ts', 'lib/a.ts -> lib/c.ts'].map(edge));
  });
});
