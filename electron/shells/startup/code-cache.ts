import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import vm from 'node:vm';

/** `FILE.cache` contains the code cache of the script `FILE`. */
const CACHE_SUFFIX = '.cache';

/**
 * Loads a script that the build has wrapped in a CommonJS function (`inFunction` in electron.vite.config.ts),
 * and returns its exports. If there is a V8 code cache next to the script, V8 does not parse and compile the
 * script's functions again (ADR 80). V8 ignores a cache that was made by another version of V8, with other
 * flags, or for a script of a different length.
 *
 * @throws if the script cannot be read or fails
 */
export function loadScript<T>(file: string): T {
  const cachedData = readCache(`${file}${CACHE_SUFFIX}`);
  // The build writes ASCII only. Read as Latin-1, the text uses one byte per character in memory.
  const script = new vm.Script(readFileSync(file, 'latin1'), {
    filename: file,
    ...(cachedData === null ? {} : { cachedData }),
  });
  const module = { exports: {} as T };
  const run = script.runInThisContext() as (...parameters: unknown[]) => void;
  run(module.exports, createRequire(file), module, file, dirname(file));
  return module.exports;
}

/** Returns null if there is no cache, as in a build from source. */
function readCache(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}
