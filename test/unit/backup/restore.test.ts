import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { all, get, text } from '../../../electron/core/database/sql.ts';
import { finishReplacing, preparedFile, replaceFile } from '../../../electron/core/backup/replace-file.ts';
import { restoreYours, type AfterRestore } from '../../../electron/core/backup/restore.ts';
import { openWorkspaceFiles } from '../../../electron/core/backup/open-workspace-files.ts';
import {
  backUp,
  bytesBelow,
  noteIn,
  overwrite,
  storeIn,
  surroundings,
  write,
} from '../../support/durability/fixtures.ts';
import { failure } from '../../support/common/failure.ts';

let root = '';
let folder = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'roundwatch-restore-'));
  folder = join(root, 'workspace');
  write(folder, 'a', 'then');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const restore = (id: string, afterRestore?: AfterRestore) =>
  restoreYours(
    { folder, store: storeIn(folder), ...surroundings, ...(afterRestore ? { afterRestore } : {}) },
    id,
  );

describe('restore', () => {
  it('restores the content of the backup, and stores the current content as a verified backup', () => {
    const { backup } = backUp(folder);
    write(folder, 'a', 'now');
    const { safetyBackup, setAside } = restore(backup.id);
    expect([safetyBackup?.kind, safetyBackup?.state, setAside]).toEqual(['restore', 'good', null]);
    expect(noteIn(folder, 'a')).toBe('then');
    restore(safetyBackup?.id ?? '');
    expect(noteIn(folder, 'a')).toBe('now');
    expect(readdirSync(folder).filter((name) => /next|prepared|replaced/.test(name))).toEqual([]);
  });

  it('leaves ledger and cache unchanged', () => {
    const { backup } = backUp(folder);
    const before = bytesBelow(folder);
    restore(backup.id);
    const after = bytesBelow(folder);
    for (const name of ['ledger.db', 'cache.db']) expect(after.get(name)).toBe(before.get(name));
  });

  it('changes nothing if the backup is damaged', () => {
    const { backup } = backUp(folder);
    write(folder, 'a', 'now');
    overwrite(join(folder, 'backups', `${backup.id}.db`), 9_000, Buffer.from('rot'));
    const before = bytesBelow(folder);
    expect(failure(() => restore(backup.id))).toMatchObject({ reason: 'damaged', file: 'backup' });
    expect(bytesBelow(folder)).toEqual(before);
  });

  it('applies suppressions and erasures again before the restored file is used', () => {
    const { backup } = backUp(folder);
    write(folder, 'b', 'a note about a contact');
    let noteBefore: string | null = null;
    restore(backup.id, (restored, before) => {
      const row = before === null ? null : get(before, `SELECT body FROM note WHERE company_id = 'b'`);
      noteBefore = row === null ? null : text(row, 'body');
      expect(all(restored, 'SELECT company_id FROM note')).toHaveLength(1);
    });
    expect(noteBefore).toBe('a note about a contact');
  });

  it('does not happen if they cannot be applied', () => {
    const { backup } = backUp(folder);
    write(folder, 'a', 'now');
    const refuse: AfterRestore = () => {
      throw new Error('no');
    };
    expect(String(failure(() => restore(backup.id, refuse)))).toContain('no');
    expect(noteIn(folder, 'a')).toBe('now');
    expect(existsSync(preparedFile(folder, 'yours'))).toBe(false);
  });

  it('of a damaged file sets that file and its log aside', () => {
    const { backup } = backUp(folder);
    writeFileSync(join(folder, 'yours.db'), 'garbage');
    writeFileSync(join(folder, 'yours.db-wal'), 'the log of the damaged file');
    const { safetyBackup, setAside } = restore(backup.id);
    expect(safetyBackup).toBeNull();
    const files = bytesBelow(folder);
    expect(files.get(setAside ?? '')).toBe(Buffer.from('garbage').toString('base64'));
    expect(files.get(`${setAside ?? ''}-wal`)).toBe(
      Buffer.from('the log of the damaged file').toString('base64'),
    );
    expect(noteIn(folder, 'a')).toBe('then');
  });
});

describe('replacing a file', () => {
  const copyOf = (name: string): string => {
    const copy = join(root, name);
    cpSync(folder, copy, { recursive: true });
    return copy;
  };

  it('leaves the old file and no trace after a crash before the decision', () => {
    writeFileSync(preparedFile(folder, 'yours'), 'half of a copy');
    expect(noteIn(folder, 'a')).toBe('then');
    expect(existsSync(preparedFile(folder, 'yours'))).toBe(false);
  });

  it('is completed at the next start after a crash at any later step, never with the old log', () => {
    const newer = join(root, 'newer');
    write(newer, 'a', 'restored');
    // A power loss can happen after each step. `moved` lists the files that had been moved by then.
    for (const moved of [[], ['yours.db'], ['yours.db', 'yours.db-wal']]) {
      const crashed = copyOf(`crashed-${moved.length}`);
      writeFileSync(join(crashed, 'yours.db-wal'), 'a log of the old file');
      cpSync(join(newer, 'yours.db'), join(crashed, 'yours.next-20260101T000000000Z.db'));
      for (const name of moved)
        cpSync(
          join(crashed, name),
          join(crashed, name.replace('yours', 'yours.replaced-20260101T000000000Z')),
        );
      for (const name of moved) rmSync(join(crashed, name));
      expect(noteIn(crashed, 'a')).toBe('restored');
      expect(readdirSync(crashed)).toContain('yours.replaced-20260101T000000000Z.db-wal');
      expect(readdirSync(crashed).some((name) => name.includes('next'))).toBe(false);
    }
  });

  it('has no further effect when repeated', () => {
    const newer = join(root, 'newer');
    write(newer, 'a', 'restored');
    cpSync(join(newer, 'yours.db'), preparedFile(folder, 'yours'));
    expect(replaceFile(folder, 'yours', 0)).toBe('yours.replaced-19700101T000000000Z.db');
    expect(finishReplacing(folder)).toEqual([]);
    expect(noteIn(folder, 'a')).toBe('restored');
    openWorkspaceFiles(folder, surroundings).close();
  });
});
