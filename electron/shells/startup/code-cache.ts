import { readFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import vm from 'node:vm';

/** `FILE.cache` contains the code cache of the script `FILE`. */
const CACHE_SUFFIX = '.cache';
/** Node's own module wrapper. The build has already wrapped the core in it (`electron.vite.config.ts`). */
const [BEFORE, AFTER] = ['(function (exports, require, module, __filename, __dirname) {', '\n})'];
/** Matches the scripts of the build, but not packages or Node's own modules. */
const SCRIPT_OF_BUILD = /^\.{1,2}\/.*\.cjs$/;

/**
 * Loads a script of the build, unless it is already loaded, and returns its exports. If there is a V8 code
 * cache next to the script, V8 does not parse and compile the script's functions again (ADR 80). Scripts
 * required by the script are loaded in the same way. V8 ignores a cache that was made by another version of
 * V8, with other flags, or for a script of a different length.
 *
 * @throws if the script cannot be read or fails
 */
export function loadScript<T>(file: string): T {
  const native = createRequire(file);
  const loaded = native.cache[file];
  if (loaded !== undefined) return loaded.exports as T;
  const run = compile(file);
  const module = new Module(file);
  native.cache[file] = module;
  try {
    run(module.exports, requireWith(native, file), module, file, dirname(file));
  } catch (error) {
    // If the failed module stayed in the cache, the next caller would receive incomplete exports.
    Reflect.deleteProperty(native.cache, file);
    throw error;
  }
  module.loaded = true;
  return module.exports as T;
}

const requireWith = (native: NodeJS.Require, file: string): NodeJS.Require =>
  Object.assign(
    (id: string): unknown => (SCRIPT_OF_BUILD.test(id) ? loadScript(join(dirname(file), id)) : native(id)),
    native,
  );

function compile(file: string): (...parameters: unknown[]) => void {
  const cachedData = readCache(`${file}${CACHE_SUFFIX}`);
  // The build writes only ASCII, so the file can be read as Latin-1, which uses one byte per character in
  // memory.
  const text = readFileSync(file, 'latin1');
  const script = new vm.Script(text.startsWith(BEFORE) ? text : `${BEFORE}${text}${AFTER}`, {
    filename: file,
    ...(cachedData === null ? {} : { cachedData }),
  });
  return script.runInThisContext() as (...parameters: unknown[]) => void;
}

/** Returns null if there is no cache, as in a build from source. */
function readCache(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}
