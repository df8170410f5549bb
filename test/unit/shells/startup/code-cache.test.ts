import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import vm from 'node:vm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadScript } from '../../../../electron/shells/startup/code-cache.ts';

let folder = '';
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'roundwatch-script-'))));
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

/** Writes a script as the build does (`inFunction` in electron.vite.config.ts). */
function writeScript(source: string): string {
  const file = join(folder, 'script.cjs');
  writeFileSync(file, `(function (exports, require, module, __filename, __dirname) {${source}\n})`);
  return file;
}

/** Loads a script and returns its exports and the `vm.Script` that was compiled. */
function load(file: string) {
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
