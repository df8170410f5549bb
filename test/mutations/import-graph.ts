import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync } from 'vite';

/**
 * Determines which modules a test file loads, and which of them must be reloaded after some modules have
 * changed.
 */
export interface ImportGraph {
  /**
   * Returns `entry`, the `changed` modules that it imports directly or indirectly, and the modules through
   * which it imports them. All paths are relative to the root.
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
  const importsFor = (entry: string, path: string): readonly string[] =>
    path === LOADER ? [...importsOf(path), ...loadedByName(root, entry)] : importsOf(path);
  return {
    affectedBy(entry, changed) {
      const importers = new Map<string, string[]>([[entry, []]]);
      const unread = [entry];
      for (let path = unread.pop(); path !== undefined; path = unread.pop())
        for (const imported of importsFor(entry, path)) {
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
      for (const path of modules) for (const imported of importsFor(entry, path)) modules.add(imported);
      return modules;
    },
  };
}

/** Renderer tests use this helper to load modules by their path below the root. */
const LOADER = 'test/renderer/support/compiled.ts';

/**
 * Returns the modules whose paths a test passes to the helper. If the test builds a path at run time, as in
 * `/renderer/ui/charts/${name}.svelte`, returns all components in the fixed part of the path.
 */
function loadedByName(root: string, entry: string): readonly string[] {
  const paths = readFileSync(join(root, entry), 'utf8').matchAll(/(?<=['"`]\/)renderer\/[\w/.-]+/g);
  return [...new Set([...paths].map(([path]) => path))].flatMap((path) => {
    if (!existsSync(join(root, path))) return [];
    if (!path.endsWith('/')) return [path];
    return readdirSync(join(root, path), { encoding: 'utf8', recursive: true })
      .filter((name) => name.endsWith('.svelte'))
      .map((name) => posix.join(path, name.replaceAll('\\', '/')));
  });
}

/** Returns the modules that Node loads for a module's static and dynamic relative imports. */
function readImports(root: string, path: string): readonly string[] {
  if (!/\.(ts|mjs|js|svelte)$/.test(path)) return [];
  const file = readFileSync(join(root, path), 'utf8');
  const source = path.endsWith('.svelte') ? scriptsOf(file) : file;
  const { staticImports, staticExports, dynamicImports } = parseSync(
    path.replace(/\.svelte$/, '.svelte.ts'),
    source,
  ).module;
  const specifiers = [
    // Type-only imports are erased, so Node does not load their modules.
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

const scriptsOf = (component: string): string =>
  [...component.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(([, script = '']) => script).join('\n');
