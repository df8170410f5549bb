import { existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chromiumFolder, startFailureText } from '../../../../electron/shells/electron/start-failure.ts';
import { mountSmallDisk } from '../../../support/durability/small-disk.ts';

const failure = (code: string): Error => Object.assign(new Error(`${code}: mkdir`), { code });

describe('the text of a failed start', () => {
  it.each([
    ['ENOSPC', 'The disk that contains /data is full.'],
    ['EROFS', 'The data folder, /data, can’t be used.'],
    ['ENOTDIR', 'The data folder, /data, can’t be used.'],
  ])('names the folder and what to do for %s', (code, start) => {
    const { message, detail } = startFailureText('/data', failure(code));
    expect(message).toBe('Roundwatch can’t start.');
    expect(detail.startsWith(start)).toBe(true);
    expect(detail).toMatch(/start Roundwatch again\.$/);
  });

  it('gives the reason for any other error', () => {
    expect(startFailureText('/data', new Error('odd')).detail).toContain('odd');
    expect(startFailureText('/data', 'odd').detail).toContain('/data');
  });
});

describe('the folder for Chromium’s own files', () => {
  it('is the data folder if that can be written', () => {
    const folder = mkdtempSync(join(tmpdir(), 'roundwatch-data-'));
    expect(chromiumFolder(folder).path).toBe(folder);
  });

  it('is a temporary folder on a read-only disk', ({ skip }) => {
    const disk = mountSmallDisk(join(mkdtempSync(join(tmpdir(), 'roundwatch-data-')), 'disk'));
    if (typeof disk === 'string') return skip(disk);
    try {
      const dataDir = join(disk.path, 'data');
      mkdirSync(dataDir);
      disk.readOnly();
      const { path, remove } = chromiumFolder(dataDir);
      expect(path).not.toBe(dataDir);
      expect(existsSync(path)).toBe(true);
      remove();
      expect(existsSync(path)).toBe(false);
    } finally {
      disk.dispose();
    }
  });
});
