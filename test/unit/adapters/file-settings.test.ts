import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { createFileSettings } from '../../../electron/adapters/file-settings.ts';

const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
const newFile = (): string => join(mkdtempSync(join(tmpdir(), 'roundwatch-settings-')), 'a/settings.json');

it('persists settings in a file that only its owner can read', () => {
  const file = newFile();
  const settings = createFileSettings(file, log);
  expect(settings.get('theme')).toBeUndefined();
  settings.set('theme', 'dark');
  settings.set('a.b', { c: [1, null] });
  settings.set('gone', 1);
  settings.set('gone', undefined);
  const reopened = createFileSettings(file, log);
  expect([reopened.get('theme'), reopened.get('a.b'), reopened.get('gone')]).toEqual([
    'dark',
    { c: [1, null] },
    undefined,
  ]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

it('treats names of the object prototype as ordinary keys', () => {
  const file = newFile();
  const settings = createFileSettings(file, log);
  expect([settings.get('constructor'), settings.get('__proto__')]).toEqual([undefined, undefined]);
  settings.set('toString', 1);
  expect(createFileSettings(file, log).get('toString')).toBe(1);
});

it.each(['', '{', '[1]', 'null', '"x"'])('moves a damaged file (%j) aside and logs a warning', (content) => {
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
