import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';
import { codeOf } from './import-graph.mjs';

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

/** Returns the specifiers of the modules that a file loads when it runs, also those that it loads later. */
export function loadedBy(path, text) {
  const code = TYPE_IMPORTS.reduce((left, pattern) => left.replace(pattern, ''), codeOf(path, text));
  const specifiers = ts.preProcessFile(code, true, true).importedFiles.map(({ fileName }) => fileName);
  return [...new Set(specifiers.map((specifier) => specifier.split('?')[0]))];
}

/**
 * Finds the files that import a package and that a page loads. Type imports do not count.
 * @param {string} root
 * @param {string} entry the page's first module, relative to `root`
 * @param {string} packageName
 * @returns {{ loaded: string[], chains: string[][] }} the files that the page loads, and for each file that
 * imports the package, the shortest chain of imports from `entry` to it
 */
export function findPackageInPage(root, entry, packageName) {
  const importerOf = new Map([[entry, null]]);
  const chainTo = (file) => (file === null ? [] : [...chainTo(importerOf.get(file)), file]);
  const chains = [];
  // Files that are added during the loop are visited too, so that this is a breadth-first search.
  for (const file of importerOf.keys()) {
    const specifiers = loadedBy(file, readFileSync(join(root, file), 'utf8'));
    const isPackage = (name) => name === packageName || name.startsWith(`${packageName}/`);
    if (specifiers.some(isPackage)) chains.push(chainTo(file));
    for (const specifier of specifiers.filter((name) => name.startsWith('.'))) {
      const to = posix.join(posix.dirname(file), specifier);
      const isSource = /\.(ts|svelte)$/.test(to) && existsSync(join(root, to));
      if (isSource && !importerOf.has(to)) importerOf.set(to, file);
    }
  }
  return { loaded: [...importerOf.keys()], chains };
}
