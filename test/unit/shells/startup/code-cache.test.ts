import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import vm from 'node:vm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadScript } from '../../../../electron/shells/startup/code-cache.ts';

let folder = '';
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'roundwatch-script-'))));
afterEach(() => {
  vi.restoreAllMocks();
  for (const name of ['loadsOfChunk', 'attempts']) Reflect.deleteProperty(globalThis, name);
  rmSync(folder, { recursive: true, force: true });
});

/** Writes a script as the build does (`inFunction` in electron.vite.config.ts). */
function writeScript(source: string): string {
  const file = join(folder, 'script.cjs');
  writeFileSync(file, `(function (exports, require, module, __filename, __dirname) {${source}\n})`);
  return file;
}

/** Loads a script, even if it was loaded before, and returns its exports and the `vm.Script` that was compiled. */
function load(file: string) {
  Reflect.deleteProperty(createRequire(import.meta.url).cache, file);
  const scripts: vm.Script[] = [];
  const { Script } = vm;
  vi.spyOn(vm, 'Script').mockImplementation(function record(source, options) {
    const script = new Script(source, options);
    scripts.push(script);
    return script;
  });
  const exported = loadScript<{ readonly value: unknown }>(file);
  const [script] = scripts;
  if (script === undefined) throw new Error('no script was compiled');
  return { exported, script };
}

describe('a script loaded with a code cache', () => {
  it('exports values, and finds its own path and modules beside it', () => {
    writeFileSync(join(folder, 'beside.cjs'), 'exports.word = "beside"');
    const file = writeScript('exports.value = [require("./beside.cjs").word, __dirname, __filename]');
    expect(loadScript(file)).toEqual({ value: ['beside', folder, file] });
  });

  it('returns what the script assigns to module.exports', () => {
    expect(loadScript(writeScript('module.exports = { value: 1 }'))).toEqual({ value: 1 });
  });

  it('uses the cache beside the script', () => {
    const file = writeScript('exports.value = (() => 1)()');
    writeFileSync(`${file}.cache`, load(file).script.createCachedData());
    vi.restoreAllMocks();
    const { exported, script } = load(file);
    expect(script.cachedDataRejected).toBe(false);
    expect(exported.value).toBe(1);
  });

  it('loads the scripts that it requires in the same way, each once', () => {
    const chunk = join(folder, 'chunk.cjs');
    writeFileSync(chunk, 'exports.loads = (globalThis.loadsOfChunk = (globalThis.loadsOfChunk ?? 0) + 1)');
    writeFileSync(join(folder, 'other.cjs'), 'exports.loads = require("./chunk.cjs").loads');
    const file = writeScript('exports.value = [require("./other.cjs"), require("./chunk.cjs")]');
    const compiled = vi.spyOn(vm, 'Script');
    expect(loadScript(file)).toEqual({ value: [{ loads: 1 }, { loads: 1 }] });
    expect(compiled.mock.calls.map(([, options]) => options)).toContainEqual({ filename: chunk });
    // Node's own `require` does not run the script a second time either.
    expect(createRequire(import.meta.url)(chunk)).toEqual({ loads: 1 });
  });

  it('is loaded again if it failed', () => {
    const file = writeScript(
      'globalThis.attempts = (globalThis.attempts ?? 0) + 1; if (attempts === 1) throw 1',
    );
    expect(() => loadScript(file)).toThrow();
    loadScript(file);
    expect(Reflect.get(globalThis, 'attempts')).toBe(2);
  });

  it('ignores a cache that V8 rejects', () => {
    const file = writeScript('exports.value = 1');
    writeFileSync(`${file}.cache`, 'not a code cache');
    const { exported, script } = load(file);
    expect(script.cachedDataRejected).toBe(true);
    expect(exported.value).toBe(1);
  });

  it('reports errors at the line of the file', () => {
    const file = writeScript('\n\nthrow new Error("third line")');
    let stack = '';
    try {
      loadScript(file);
    } catch (error) {
      stack = error instanceof Error ? (error.stack ?? '') : '';
    }
    expect(stack).toContain(`${file}:3:7`);
  });
});
