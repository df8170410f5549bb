import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createFileSettings } from '../../../electron/adapters/file-settings.ts';

const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
const newFile = (): string => join(mkdtempSync(join(tmpdir(), 'roundwatch-settings-')), 'a/settings.json');

test('kept across restarts, in a file for its owner alone', () => {
  const file = newFile();
  const settings = createFileSettings(file, log);
  expect(settings.get('theme')).toBeUndefined();
  settings.set('theme', 'dark');
  settings.set('a.b', { c: [1, null] });
  settings.set('gone', 1);
  settings.set('gone', undefined);
  const again = createFileSettings(file, log);
  expect([again.get('theme'), again.get('a.b'), again.get('gone')]).toEqual([
    'dark',
    { c: [1, null] },
    undefined,
  ]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('names of the object prototype are ordinary keys', () => {
  const file = newFile();
  const settings = createFileSettings(file, log);
  expect([settings.get('constructor'), settings.get('__proto__')]).toEqual([undefined, undefined]);
  settings.set('toString', 1);
  expect(createFileSettings(file, log).get('toString')).toBe(1);
});

test.each(['', '{', '[1]', 'null', '"x"'])('a damaged file (%j) is kept aside and told', (content) => {
  const file = newFile();
  createFileSettings(file, log).set('theme', 'dark');
  writeFileSync(file, content);
  log.warn.mockClear();
  const settings = createFileSettings(file, log);
  expect(settings.get('theme')).toBeUndefined();
  expect(log.warn).toHaveBeenCalledOnce();
  expect(readFileSync(`${file}.damaged`, 'utf8')).toBe(content);
  settings.set('theme', 'light');
  expect(existsSync(file)).toBe(true);
});
