import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { loadedBy } from './import-graph.mjs';

/**
 * Finds out which files of a page import a package. Type imports do not count.
 * @param {string} root
 * @param {string} entry the page's first module, relative to `root`
 * @param {string} packageName
 * @returns {{ loaded: string[], chains: string[][] }} `loaded`: all files that the page loads. `chains`: for
 *   each loaded file that imports the package, the shortest chain of imports from `entry` to that file
 */
export function findPackageInPage(root, entry, packageName) {
  const importerOf = new Map([[entry, null]]);
  const chainTo = (file) => (file === null ? [] : [...chainTo(importerOf.get(file)), file]);
  const chains = [];
  // Files that are added during the loop are visited too, so this is a breadth-first search.
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
