import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/* What the documents say of the tree is true. */

const root = join(import.meta.dirname, '..', '..', '..');
const ROOTS = ['electron', 'renderer', 'shared', 'scripts', 'bench', 'test'];

/** Every folder below one, itself included. */
const foldersBelow = (folder: string): string[] => [
  folder,
  ...readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .flatMap((entry) => foldersBelow(`${folder}/${entry.name}`)),
];
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

describe('the documents', () => {
  it('say of every folder what belongs in it', () => {
    const silent = ROOTS.flatMap(foldersBelow).filter(
      (folder) => !existsSync(join(root, folder, 'README.md')),
    );
    expect(silent).toEqual([]);
  });

  it('name for each question a file that decides it by that name', () => {
    const rows = [...read('docs/architecture.md').matchAll(/^\| .+ \| `(\S+\.ts)` +\| `(\w+)` +\|$/gm)];
    expect(rows.length).toBeGreaterThanOrEqual(20);
    const wrong = rows.flatMap(([, file = '', name = '']) =>
      existsSync(join(root, file)) && new RegExp(`export (const|function|class) ${name}\\b`).test(read(file))
        ? []
        : [`${file}: ${name}`],
    );
    expect(wrong).toEqual([]);
  });

  it('draw journeys through files that there are', () => {
    const hops = [...read('docs/architecture.md').matchAll(/^((?:[\w-]+\/)+[\w.-]+\.(?:ts|svelte)) {2,}/gm)];
    expect(hops.length).toBeGreaterThanOrEqual(20);
    const gone = hops
      .map(([, file = '']) => file)
      .filter((file) => !['', 'electron/core/', 'renderer/'].some((at) => existsSync(join(root, at + file))));
    expect(gone).toEqual([]);
  });

  it('name commands and scripts that there are, and leave none of them out', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = ['README.md', 'CONTRIBUTING.md'].flatMap((file) =>
      [...read(file).matchAll(/npm (?:run (?:--silent )?)?([a-z][\w-]*)/g)].map(([, name = '']) => name),
    );
    const npmsOwn = ['rebuild', 'install', 'ci'];
    expect(named.filter((name) => !(name in scripts) && !npmsOwn.includes(name))).toEqual([]);
    // Parts of `npm run check`, and what `npm run screenshots` says of itself.
    const parts = ['lint', 'types', 'build', 'package'];
    expect(Object.keys(scripts).filter((name) => !named.includes(name) && !parts.includes(name))).toEqual([]);
  });

  it('list every environment variable that is read', () => {
    const listed = new Set(read('CONTRIBUTING.md').match(/`[A-Z][A-Z_]+`/g));
    const files = ['scripts', 'test', 'bench', 'electron', 'renderer']
      .flatMap(foldersBelow)
      .flatMap((folder) =>
        readdirSync(join(root, folder))
          .filter((name) => /\.(mjs|ts)$/.test(name))
          .map((name) => `${folder}/${name}`),
      );
    const used = new Set(files.flatMap((file) => read(file).match(/\bROUNDWATCH_[A-Z]+\b/g) ?? []));
    expect(used.size).toBeGreaterThan(8);
    expect([...used].filter((name) => !listed.has(`\`${name}\``))).toEqual([]);
  });
});
