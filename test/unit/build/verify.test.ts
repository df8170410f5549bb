import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createReport } from '../../../scripts/packaging/verify/report.ts';
import { hashesOf, lostFiles } from '../../../scripts/packaging/verify/system.ts';
import { tempDir } from '../../support/common/temp-dir.ts';

describe('the verification of an installed package', () => {
  it('passes if every step that ran has passed, and names the others with their reason', () => {
    const lines: string[] = [];
    const report = createReport((line) => void lines.push(line));
    report.check('files', []);
    report.notRun('start', 'no display');
    expect(report.end()).toBe(true);
    expect(lines.join('\n')).toContain('NOT RUN start: no display');
    expect(lines.at(-1)).toBe('verify: 1 passed, 0 failed, 1 not run');
  });

  it('fails if a step has failed', () => {
    const report = createReport(() => undefined);
    report.check('files', []);
    report.check('fuses', ['RunAsNode is true']);
    expect(report.end()).toBe(false);
  });

  it('does not pass if no step could run', () => {
    const report = createReport(() => undefined);
    report.notRun('every step', 'this is not a Debian system');
    expect(report.end()).toBe(false);
  });

  it('finds files that are missing or different, and ignores new ones', () => {
    const scratch = tempDir();
    const write = (name: string, text: string): void => writeFileSync(join(scratch.path, name), text);
    mkdirSync(join(scratch.path, 'notes'));
    for (const name of ['kept', 'changed', 'notes/deleted']) write(name, name);
    const before = hashesOf(scratch.path);
    write('changed', 'other');
    write('new', 'new');
    rmSync(join(scratch.path, 'notes/deleted'));
    expect(lostFiles(before, hashesOf(scratch.path))).toEqual([
      'changed is missing or different',
      'notes/deleted is missing or different',
    ]);
    scratch.remove();
  });
});
