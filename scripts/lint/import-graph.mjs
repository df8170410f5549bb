import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';

const isSource = (name) => /\.(ts|svelte)$/.test(name) && !name.endsWith('.d.ts');

function sourceFilesBelow(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return sourceFilesBelow(root, path);
    return entry.isFile() && isSource(entry.name) ? [path] : [];
  });
}

/**
 * Returns the part of a file that TypeScript's scanner can read: the whole file or, for a component, its
 * scripts.
 */
function codeOf(path, text) {
  if (!path.endsWith('.svelte')) return text;
  return [...text.matchAll(/<script\b[^>]*>([^]*?)<\/script>/g)].map(([, code]) => code).join('\n');
}

/**
 * Returns the relative imports of a file: static imports, `import type`, `export … from`, `import()` and
 * `import('…').Type`.
 */
function relativeImports(path, text) {
  return ts
    .preProcessFile(codeOf(path, text), true, true)
    .importedFiles.map(({ fileName }) => fileName.split('?')[0])
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => posix.join(posix.dirname(path), specifier));
}

/**
 * Imports that TypeScript removes: `import type`, `export type … from`, `typeof import('…')` and
 * `import('…').Name`. `import { type Name }` is not among them: with `verbatimModuleSyntax`, the module is
 * still loaded.
 */
const TYPE_IMPORTS = [
  /^[ \t]*(?:import|export) type\b[^;'"]*?\bfrom\s*(['"])[^'"]*\1/gm,
  /\btypeof import\(\s*(['"])[^'"]*\1\s*\)/g,
  /(?<!await )\bimport\(\s*(['"])[^'"]*\1\s*\)\.[A-Z]/g,
];

/** Returns the specifiers of the modules that a file loads at run time, including its dynamic imports. */
export function loadedBy(path, text) {
  const code = TYPE_IMPORTS.reduce((left, pattern) => left.replace(pattern, ''), codeOf(path, text));
  const specifiers = ts.preProcessFile(code, true, true).importedFiles.map(({ fileName }) => fileName);
  return [...new Set(specifiers.map((specifier) => specifier.split('?')[0]))];
}

/**
 * Returns which source files import which other source files. Source files are TypeScript and Svelte files.
 * Imports of packages and of other files are omitted.
 * @param {string} root
 * @param {readonly string[]} folders relative to `root`
 * @returns {{ files: string[], edges: { from: string, to: string }[] }} paths relative to `root`, with
 * forward slashes
 */
export function readImportGraph(root, folders) {
  const files = folders.flatMap((folder) => sourceFilesBelow(root, folder)).sort();
  const known = new Set(files);
  const edges = files.flatMap((from) => {
    const targets = new Set(relativeImports(from, readFileSync(join(root, from), 'utf8')));
    const missing = [...targets].find((to) => !known.has(to) && !existsSync(join(root, to)));
    if (missing) throw new Error(`${from} imports ${missing}, which does not exist`);
    return [...targets].filter((to) => known.has(to)).map((to) => ({ from, to }));
  });
  return { files, edges };
}

/**
 * Returns the edges of a graph that load a module at run time, including dynamic imports.
 * @param {{ edges: readonly { from: string, to: string }[] }} graph
 * @param {(path: string) => string} read
 */
export function loadedEdges({ edges }, read) {
  const loaded = new Map();
  const targetsOf = (from) => {
    if (!loaded.has(from)) {
      const paths = loadedBy(from, read(from)).map((each) => posix.join(posix.dirname(from), each));
      loaded.set(from, new Set(paths));
    }
    return loaded.get(from);
  };
  return edges.filter(({ from, to }) => targetsOf(from).has(to));
}
