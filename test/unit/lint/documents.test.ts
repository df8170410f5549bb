import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..', '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const markdownBelow = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`);
/** The checked documents. ADRs are not checked, because each describes the source tree at its date. */
const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'bench/README.md',
  ...markdownBelow('docs').filter((file) => !file.startsWith('docs/adr/')),
];
/** File names in documents may be relative to any of these folders. */
const BASES = ['', 'electron/', 'electron/core/', 'renderer/', 'docs/', 'bench/'];

describe('documents', () => {
  it('name source files that exist', () => {
    const named = DOCUMENTS.flatMap((document) =>
      [...read(document).matchAll(/(?<![\w/.*-])((?:[\w-]+\/)+[\w.-]+\.(?:ts|mjs|svelte|md))\b/g)].map(
        ([, file = '']) => ({ document, file }),
      ),
    );
    expect(named.length).toBeGreaterThan(20);
    const missing = named.filter(({ file }) => !BASES.some((base) => existsSync(join(root, base, file))));
    expect(missing).toEqual([]);
  });

  it('name commands of package.json, and every one of them', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = ['README.md', 'CONTRIBUTING.md'].flatMap((file) =>
      [...read(file).matchAll(/npm (?:run (?:--silent )?)?([a-z][\w-]*)/g)].map(([, name = '']) => name),
    );
    const npmOwn = ['rebuild', 'install', 'ci'];
    expect(named.filter((name) => !(name in scripts) && !npmOwn.includes(name))).toEqual([]);
    const partsOfCheck = ['lint', 'types', 'build'];
    expect(
      Object.keys(scripts).filter((name) => !named.includes(name) && !partsOfCheck.includes(name)),
    ).toEqual([]);
  });

  it('list every environment variable that the code reads', () => {
    const listed = new Set(read('CONTRIBUTING.md').match(/`[A-Z][A-Z_]+`/g));
    const files = ['scripts', 'test', 'bench', 'electron', 'renderer'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(mjs|ts)$/.test(name))
        .map((name) => `${folder}/${name}`),
    );
    const used = new Set(files.flatMap((file) => read(file).match(/\bROUNDWATCH_[A-Z]+\b/g) ?? []));
    expect(used.size).toBeGreaterThan(8);
    expect([...used].filter((name) => !listed.has(`\`${name}\``))).toEqual([]);
  });
});
