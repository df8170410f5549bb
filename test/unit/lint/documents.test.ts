import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..', '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const markdownBelow = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`);
/**
 * The checked documents. ADRs are not checked, because each one describes the source tree at the time of
 * writing.
 */
const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'bench/README.md',
  ...markdownBelow('docs').filter((file) => !file.startsWith('docs/adr/')),
];
/** File names in documents may be relative to any of these folders. */
const BASES = ['', 'electron/', 'electron/core/', 'renderer/', 'docs/', 'bench/'];

/**
 * Returns whether the source declares this name as a function, a constant, a type, a class or a private
 * method. Declarations in the script of a component are indented.
 */
const declares = (source: string, name: string): boolean =>
  name.startsWith('#')
    ? new RegExp(`^  (?:async )?${name}\\(`, 'm').test(source)
    : new RegExp(
        `^${source.startsWith('<script') ? ' *' : ''}(?:export )?(?:async )?(?:function\\*?|const|class|interface|type) ${name}\\b`,
        'm',
      ).test(source);

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

  it('list every ADR once, in the order of the numbers', () => {
    const listed = [...read('docs/adr/README.md').matchAll(/^\| (\d+) +\| \[[^\]]+\]\(([^)]+)\)/gm)].map(
      ([, number, file = '']) => ({ number: Number(number), file }),
    );
    const files = markdownBelow('docs/adr')
      .map((file) => file.replace('docs/adr/', ''))
      .filter((file) => !file.endsWith('README.md'));
    const byNumber = files
      .map((file) => ({ number: Number(/(\d+)-[^/]+$/.exec(file)?.[1]), file }))
      .toSorted((a, b) => a.number - b.number);
    expect(listed).toEqual(byNumber);
  });

  it('name for each behaviour a file, and functions that the file declares', () => {
    const rows = [...read('docs/where-to-look.md').matchAll(/^\| (?!Question |-)(.+?) +\| (.+?) +\|$/gm)].map(
      ([, question = '', answer = '']) => ({ question, answer }),
    );
    expect(rows.length).toBeGreaterThan(200);
    const entry = /^(?:shown by |and )?`([^`]+)`(?: \((`[^`]+`(?:, `[^`]+`)*)\))?$/;
    const wrong = rows.flatMap(({ question, answer }) =>
      answer.split('; ').flatMap((part) => {
        const [, file, names = ''] = entry.exec(part) ?? [];
        if (file === undefined || !existsSync(join(root, file))) return [{ question, part }];
        const source = read(file);
        const missing = [...names.matchAll(/`([^`]+)`/g)].filter(([, name = '']) => !declares(source, name));
        return missing.map(([name]) => ({ question, part: `${file} (${name})` }));
      }),
    );
    expect(wrong).toEqual([]);
    expect(rows.filter(({ question }) => question.length > 90)).toEqual([]);
    for (const values of [rows.map(({ question }) => question), rows.map(({ answer }) => answer)])
      expect(values.filter((value, index) => values.indexOf(value) !== index)).toEqual([]);
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
