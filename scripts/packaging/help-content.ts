import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { z } from 'zod';

/*
 * Texts that Help shows and that are generated at build time: the changelog, and the licences of all packages
 * that are part of the app (ADR 71).
 */

export interface ReleaseNotes {
  /** `Unreleased`, or the version and date. */
  readonly title: string;
  readonly groups: readonly { readonly title: string; readonly entries: readonly string[] }[];
}

/** Parses a changelog in the Keep a Changelog format. Wrapped lines of an entry become one line. */
export function parseChangelog(markdown: string): ReleaseNotes[] {
  const releases: { title: string; groups: { title: string; entries: string[] }[] }[] = [];
  for (const line of markdown.split('\n')) {
    const release = /^## \[?([^\]]+)\]?(?: - (.+))?$/.exec(line);
    const group = /^### (.+)$/.exec(line);
    const entry = /^- (.+)$/.exec(line);
    const entries = releases.at(-1)?.groups.at(-1)?.entries;
    if (release) releases.push({ title: [release[1], release[2]].filter(Boolean).join(', '), groups: [] });
    else if (group) releases.at(-1)?.groups.push({ title: group[1] ?? '', entries: [] });
    else if (entry) entries?.push(plain(entry[1] ?? ''));
    else if (/^ +\S/.test(line) && entries?.length)
      entries.push(`${entries.pop() ?? ''} ${plain(line.trim())}`);
  }
  return releases;
}

/** Removes the Markdown syntax of links, code and bold text, but not their text. */
const plain = (text: string): string =>
  text
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replaceAll(/`([^`]+)`/g, '$1')
    .replaceAll('**', '');

export interface PackageLicence {
  readonly name: string;
  readonly version: string;
  /** The SPDX expression, such as `MIT`. */
  readonly licence: string;
  /** The full text of the licence; empty if the package contains none. */
  readonly text: string;
}

const manifestSchema = z.object({
  name: z.string(),
  productName: z.string().optional(),
  version: z.string(),
  license: z.string().default(''),
  dependencies: z.record(z.string(), z.string()).default({}),
});
type Manifest = z.infer<typeof manifestSchema>;

const SOURCES = ['electron', 'renderer', 'shared'];
/**
 * Packages that are always listed, because their code is part of the app even if no source file imports it.
 */
const ALWAYS = ['electron', 'svelte'];
const IMPORT = /(?:from|import|import\()\s*['"]([^'"]+)['"]|(?:@import\s+|url\()['"]([^'"]+)['"]/g;
const TYPE_IMPORT = /import type [^;]+;/g;

/**
 * Returns the packages that the app imports and all their dependencies, sorted by name.
 *
 * @param root the folder of the repository
 */
export function packageLicences(root: string): PackageLicence[] {
  const found = new Map<string, PackageLicence>();
  const visit = (name: string, from: string): void => {
    const folder = folderOf(name, from, root);
    if (folder === null) return;
    const manifest = manifestOf(folder);
    const key = `${manifest.name} ${manifest.version}`;
    if (found.has(key)) return;
    found.set(key, licenceOf(folder));
    for (const dependency of Object.keys(manifest.dependencies)) {
      // Electron's npm dependencies only download its runtime. They are not part of the app.
      if (manifest.name !== 'electron') visit(dependency, folder);
    }
  };
  for (const name of [...ALWAYS, ...importedPackages(root)]) visit(name, root);
  return [...found.values()].sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

export function licenceOf(folder: string): PackageLicence {
  const { name, version, license: licence } = manifestOf(folder);
  return { name, version, licence, text: licenceText(folder) };
}

export function appLicence(root: string): PackageLicence {
  const { name, productName = name, version, license: licence } = manifestOf(root);
  return { name: productName, version, licence, text: licenceText(root) };
}

function importedPackages(root: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const source of SOURCES)
    for (const file of readdirSync(join(root, source), { recursive: true, encoding: 'utf8' })) {
      if (!/\.(?:ts|svelte|css)$/.test(file)) continue;
      const text = readFileSync(join(root, source, file), 'utf8').replaceAll(TYPE_IMPORT, '');
      for (const [, module, sheet] of text.matchAll(IMPORT)) {
        const name = packageOf(module ?? sheet ?? '');
        if (name !== null) names.add(name);
      }
    }
  return names;
}

/** Returns the package of an imported module; null for a relative path, a Node module or a virtual module. */
function packageOf(module: string): string | null {
  if (!/^[@a-z]/.test(module) || /^(?:node|virtual):/.test(module)) return null;
  return module
    .split('/')
    .slice(0, module.startsWith('@') ? 2 : 1)
    .join('/');
}

/** Returns the folder in which Node would find a package; null if it is not installed. */
function folderOf(name: string, from: string, root: string): string | null {
  for (let folder = from; ; folder = join(folder, '..')) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return candidate;
    if (folder === root || !folder.startsWith(root)) return null;
  }
}

const manifestOf = (folder: string): Manifest =>
  manifestSchema.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));

function licenceText(folder: string): string {
  const file = readdirSync(folder).find((name) => /^(?:licen[cs]e|copying)(?:[.-]|$)/i.test(name));
  return file === undefined ? '' : readFileSync(join(folder, file), 'utf8').trim();
}

/** Provides `virtual:changelog` and `virtual:licences` to the page. */
export function helpContent(root: string): Plugin {
  const constant = (name: string, value: unknown): string =>
    `export const ${name} = ${JSON.stringify(value)};`;
  const modules: Readonly<Record<string, () => string>> = {
    'virtual:changelog': () =>
      constant('releases', parseChangelog(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'))),
    'virtual:licences': () =>
      `${constant('app', appLicence(root))}${constant('packages', packageLicences(root))}`,
  };
  return {
    name: 'help-content',
    resolveId: (source) => (source in modules ? `\0${source}` : null),
    load: (id) => {
      const code = id.startsWith('\0') ? modules[id.slice(1)] : undefined;
      return code === undefined ? null : code();
    },
  };
}
