import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

/* What the documents say of the tree is true. */

const root = join(import.meta.dirname, '..', '..', '..');
const ROOTS = ['electron', 'renderer', 'shared', 'scripts', 'bench', 'test', 'docs', 'resources'];

/** Every folder below one, itself included. */
const foldersBelow = (folder: string): string[] => [
  folder,
  ...readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .flatMap((entry) => foldersBelow(`${folder}/${entry.name}`)),
];
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

interface Hop {
  readonly indent: number;
  /** The call, push or channel over which it is reached; undefined: one of the two imports the other. */
  readonly over: string | undefined;
  readonly file: string;
}

/** The drawings of journeys; a line that says nothing of its file, or is none, stands as it was written. */
const journeysOf = (text: string): (Hop | string)[][] => {
  const [, section = ''] = text.split('## Three journeys\n');
  const [drawn = ''] = section.split('\n## ');
  return [...drawn.matchAll(/^```\n([^]+?)^```$/gm)].map(([, lines = '']) =>
    lines.trimEnd().split('\n').map(hopOf),
  );
};
function hopOf(line: string): Hop | string {
  const [, spaces, over, file] = /^( *)(?:(\S+) → )?(\S+\.(?:ts|svelte)) {2,}\S/.exec(line) ?? [];
  return spaces === undefined || file === undefined ? line : { indent: spaces.length, over, file };
}

const placeOf = (file: string): string | undefined =>
  ['', 'electron/core/', 'renderer/'].map((at) => at + file).find((path) => existsSync(join(root, path)));

/** Each hop belongs to the nearest one before it that is less indented, or else to the one before it. */
const untrueSteps = (hops: readonly (Hop | string)[]): string[] =>
  hops.flatMap((hop, index) => {
    if (typeof hop === 'string') return [`unreadable: ${hop}`];
    const before = hops.slice(0, index).filter((each) => typeof each !== 'string');
    const from = before.findLast(({ indent }) => indent < hop.indent) ?? before.at(-1);
    return untrueStep(from, hop) ?? [];
  });

function untrueStep(from: Hop | undefined, { over, file }: Hop): string | null {
  const place = placeOf(file);
  if (place === undefined) return `${file}: no such file`;
  const origin = from === undefined ? undefined : placeOf(from.file);
  if (from === undefined || origin === undefined) return null;
  if (over !== undefined)
    return crosses(over, read(origin), read(place)) ? null : `${file}: no ${over} from ${from.file}`;
  const isKnown = importsOf(origin).includes(place) || importsOf(place).includes(origin);
  return isKnown ? null : `${file}: nothing to do with ${from.file}`;
}

const importsOf = (file: string): string[] =>
  [...read(file).matchAll(/(?:from|import\() ?'(\.[^']+)'/g)].map(([, path = '']) =>
    join(dirname(file), path),
  );

/** A call is made on one side and handled on the other, a push published and followed; a channel has its name on both. */
function crosses(over: string, origin: string, place: string): boolean {
  const [group = '', name] = over.split('.');
  if (name === undefined) return [origin, place].every((text) => text.includes(`'${over}'`));
  const named = new RegExp(`\\.${group}\\.${name}\\b`);
  if (/^on[A-Z]/.test(name)) return origin.includes(`publish('${group}', '${name}'`) && named.test(place);
  const handled = new RegExp(`^ +(?:async )?${name}(?::|\\()`, 'm');
  return named.test(origin) && place.includes(`Handlers['${group}']`) && handled.test(place);
}

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

  it('hold every decision to the length that CONTRIBUTING.md allows, and number them without a gap', () => {
    const names = readdirSync(join(root, 'docs/adr')).filter((name) => name !== 'README.md');
    const [, limit] = /an ADR of at most (\d+) lines/.exec(read('CONTRIBUTING.md')) ?? [];
    const long = names.filter(
      (name) => read(`docs/adr/${name}`).trimEnd().split('\n').length > Number(limit ?? 0),
    );
    expect(long).toEqual([]);
    const numbers = new Set(names.map((name) => Number(name.slice(0, 4))));
    const missing = Array.from({ length: Math.max(...numbers) }, (_, index) => index + 1).filter(
      (number) => !numbers.has(number),
    );
    const [, withdrawn] = /number (\d+) was withdrawn/.exec(read('docs/adr/README.md')) ?? [];
    expect(missing).toEqual([Number(withdrawn)]);
  });

  it('name no command that an older Node cannot run', () => {
    const pages = [
      'README.md',
      'CONTRIBUTING.md',
      'bench/README.md',
      'docs/simulator.md',
      'docs/architecture.md',
    ];
    expect(pages.flatMap((page) => read(page).match(/\bnode [\w./-]+\.ts\b/g) ?? [])).toEqual([]);
  });

  it('draw the whole in one picture', () => {
    const pictures = ['README.md', 'docs/architecture.md'].map(
      (file) => /^```\n(renderer [^]+?)^```$/m.exec(read(file))?.[1],
    );
    expect(pictures[0]).toMatch(/dispatcher ── services ── client ── governor/);
    expect(pictures[1]).toBe(pictures[0]);
  });

  it('draw journeys of which every step stands in the sources', () => {
    const drawings = journeysOf(read('docs/architecture.md'));
    expect(drawings.flatMap(untrueSteps)).toEqual([]);
    expect(drawings.length).toBeGreaterThanOrEqual(4);
    expect(drawings.flat().length).toBeGreaterThanOrEqual(40);
  });

  it.each([
    ['a file that is gone', 'views/Company.svelte  a\nstate/gone.ts  b', ['state/gone.ts: no such file']],
    [
      'a hop that its neighbour does not know',
      'state/search.svelte.ts  a\nhost/preload-port.ts  b',
      ['host/preload-port.ts: nothing to do with state/search.svelte.ts'],
    ],
    [
      'a call that is not made there',
      'state/search.svelte.ts  a\n  companies.get → services/companies-service.ts  b',
      ['services/companies-service.ts: no companies.get from state/search.svelte.ts'],
    ],
    ['a hop without a word', 'signals/inbox.ts', ['unreadable: signals/inbox.ts']],
  ])('would find %s', (_what, drawing, found) => {
    expect(journeysOf(`## Three journeys\n\`\`\`\n${drawing}\n\`\`\`\n`).flatMap(untrueSteps)).toEqual(found);
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
