import { join } from 'node:path';
import { normalizePath } from 'vite';
import type { Vite } from 'vitest/node';

/** Creates a Vite plugin that serves the mutated sources in place of the files on disk. */
export function mutationPlugin(sources: ReadonlyMap<string, string>, root: string): Vite.Plugin {
  const byId = new Map([...sources].map(([file, source]) => [normalizePath(join(root, file)), source]));
  return {
    name: 'roundwatch:mutation',
    enforce: 'pre',
    load: (id) => byId.get(id),
    // Turns off the cache for mutated modules. Vitest's cache compares modules by their content on disk,
    // which a mutation does not change.
    configureVitest: ({ defineCacheKeyGenerator }) => {
      defineCacheKeyGenerator(({ id }) => (byId.has(id) ? false : undefined));
    },
  };
}
