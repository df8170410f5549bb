import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync } from 'vite';

/** Answers which modules a test file loads, and which of them it has to load again after some changed. */
export interface ImportGraph {
  /**
   * Returns those of the `changed` modules that `entry` imports, and every module between them and `entry`,
   * which is included. All paths are relative to the root.
   */
  affectedBy(entry: string, changed: ReadonlySet<string>): ReadonlySet<string>;
  /** Returns `entry` and every module that it imports, directly or through others. */
  modulesOf(entry: string): ReadonlySet<string>;
}

/** Creates the graph of the relative imports below `root`. Reads each module once, when it is first needed. */
export function createImportGraph(root: string): ImportGraph {
  const imports = new Map<string, readonly string[]>();
  const importsOf = (path: string): readonly string[] => {
    const known = imports.get(path) ?? readImports(root, path);
    imports.set(path, known);
    return known;
  };
  return {
    affectedBy(entry, changed) {
      const importers = new Map<string, string[]>([[entry, []]]);
      const unread = [entry];
      for (let path = unread.pop(); path !== undefined; path = unread.pop())
        for (const imported of importsOf(path)) {
          if (!importers.has(imported)) unread.push(imported);
          importers.set(imported, [...(importers.get(imported) ?? []), path]);
        }
      const affected = new Set([entry]);
      const pending = [...changed].filter((path) => importers.has(path));
      for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
        if (path !== entry && affected.has(path)) continue;
        affected.add(path);
        if (path !== entry) pending.push(...(importers.get(path) ?? []));
      }
      return affected;
    },
    modulesOf(entry) {
      const modules = new Set([entry]);
      // Modules that are added during the loop are visited too.
      for (const path of modules) for (const imported of importsOf(path)) modules.add(imported);
      return modules;
    },
  };
}

/** Returns the modules that Node loads for a module's relative imports, static and dynamic ones. */
function readImports(root: string, path: string): readonly string[] {
  if (!/\.(ts|mjs|js)$/.test(path)) return [];
  const source = readFileSync(join(root, path), 'utf8');
  const { staticImports, staticExports, dynamicImports } = parseSync(path, source).module;
  const specifiers = [
    // An import of types is erased.
    ...staticImports
      .filter(({ start }) => !/^import\s+type\b/.test(source.slice(start)))
      .map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value ?? '')),
    ...dynamicImports.map(({ moduleRequest }) =>
      source.slice(moduleRequest.start + 1, moduleRequest.end - 1),
    ),
  ];
  return [...new Set(specifiers)]
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => posix.join(posix.dirname(path), specifier));
}
