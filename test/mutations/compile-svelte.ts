import { stripTypeScriptTypes } from 'node:module';
import { compile, compileModule } from 'svelte/compiler';

/** Returns whether the Svelte compiler must translate a module before Node can load it. */
export const isSvelte = (path: string): boolean => /\.svelte(\.ts|\.js)?$/.test(path);

/**
 * Translates a component or a `.svelte.ts` module to JavaScript that runs without a page. Vite does the same
 * for the tests in `test/renderer` (`vitest.config.ts`).
 * @throws CompileError if the source is invalid
 */
export function compileSvelte(path: string, source: string): string {
  const options = { filename: path, generate: 'server', dev: true } as const;
  if (!path.endsWith('.svelte'))
    return compileModule(path.endsWith('.ts') ? stripTypeScriptTypes(source) : source, options).js.code;
  // All of the app's components use runes. A component from a package may not use runes, so the compiler
  // detects this itself.
  const runes = path.includes('/node_modules/') ? undefined : true;
  return compile(source, { ...options, runes, css: 'external' }).js.code;
}
