import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../electron/core/database/open.ts';
import { close, exec } from '../../../electron/core/database/sql.ts';
import { isLogDamaged } from '../../../electron/core/backup/wal-check.ts';
import { inspectFiles, openWorkspaceFiles } from '../../../electron/core/backup/open-workspace-files.ts';
import { createNotes } from '../../../electron/core/user-data/notes.ts';
import {
  backUp,
  bytesBelow,
  copyFiles,
  noteIn,
  overwrite,
  surroundings,
  write,
} from '../../support/durability/fixtures.ts';
import { mountSmallDisk } from '../../support/durability/small-disk.ts';
import { failure } from '../../support/common/failure.ts';

let root = '';
let folder = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'roundwatch-start-'));
  folder = join(root, 'workspace');
  write(folder, 'a', 'mine');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const open = () => openWorkspaceFiles(folder, surroundings);
const file = (name: string): string => join(folder, name);
const storage = (reason: string, name: string, remedy: string) => ({
  kind: 'storage',
  reason,
  file: name,
  remedy,
});

/** Creates files as a crash leaves them, with one commit in the log for each note. */
function crashedWith(notes: number): void {
  const crashed = join(root, 'crashed');
  const files = open();
  for (let index = 0; index < notes; index += 1)
    createNotes(files.yours).save({
      companyId: `c${index}`,
      companyName: 'C',
      body: 'b'.repeat(300),
      baseRevision: 0,
      savedAtMs: index,
    });
  copyFilesTo(crashed);
  files.close();
  rmSync(folder, { recursive: true });
  renameSync(crashed, folder);
}
function copyFilesTo(to: string): void {
  rmSync(to, { recursive: true, force: true });
  openWorkspaceFiles(to, surroundings).close();
  copyFiles(folder, to);
}

describe('at start, a file that', () => {
  it.each(['yours', 'ledger'] as const)('is gone: %s.db is not begun anew', (name) => {
    const away = join(root, 'away.db');
    renameSync(file(`${name}.db`), away);
    expect(inspectFiles(folder, surroundings)[name]).toBe('missing');
    const remedy = name === 'yours' ? 'restore' : 'begin-ledger';
    expect(failure(open)).toEqual(storage('damaged', name, remedy));
    expect(existsSync(file(`${name}.db`))).toBe(false);
    renameSync(away, file(`${name}.db`));
    expect(noteIn(folder, 'a')).toBe('mine');
  });

  it.each(['yours', 'ledger'] as const)('is empty: %s.db is not begun anew', (name) => {
    truncateSync(file(`${name}.db`), 0);
    expect(failure(open)).toMatchObject({ reason: 'damaged', file: name });
    expect(readFileSync(file(`${name}.db`))).toHaveLength(0);
  });

  it('was lost with the ledger and the cache is still missed where the seller wrote something', () => {
    rmSync(file('ledger.db'));
    rmSync(file('cache.db'));
    expect(inspectFiles(folder, surroundings).ledger).toBe('missing');
    expect(failure(open)).toMatchObject({ file: 'ledger', remedy: 'begin-ledger' });
  });

  it('was lost although there is a backup of it is still missed', () => {
    backUp(folder);
    for (const name of ['yours', 'ledger', 'cache']) rmSync(file(`${name}.db`));
    expect(failure(open)).toMatchObject({ file: 'yours', remedy: 'restore' });
  });

  it('is a cache, gone, is made anew, and that is told', () => {
    rmSync(file('cache.db'));
    const files = open();
    expect([files.isCacheRebuilt, files.setAside]).toEqual([true, null]);
    files.close();
    const again = open();
    expect(again.isCacheRebuilt).toBe(false);
    again.close();
  });

  it('was made by a crash at the very first start is simply finished', () => {
    const fresh = join(root, 'fresh');
    openWorkspaceFiles(fresh, surroundings).close();
    for (const name of ['ledger.db', 'cache.db']) rmSync(join(fresh, name));
    openWorkspaceFiles(fresh, surroundings).close();
    expect(readdirSync(fresh)).toContain('ledger.db');
  });

  it('another process holds is told as busy, after a short wait', async () => {
    const holder = openDatabase(file('yours.db'), surroundings);
    // In WAL mode only an exclusive connection blocks readers.
    exec(holder, 'PRAGMA locking_mode = EXCLUSIVE');
    exec(holder, 'BEGIN IMMEDIATE');
    try {
      expect(inspectFiles(folder, surroundings).yours).toBe('locked');
      expect(failure(open)).toEqual(storage('busy', 'yours', 'close-other'));
    } finally {
      exec(holder, 'ROLLBACK');
      close(holder);
    }
    expect(noteIn(folder, 'a')).toBe('mine');
  });

  it('lies on a read-only disk is told as such', ({ skip }) => {
    const disk = mountSmallDisk(join(root, 'disk'));
    if (typeof disk === 'string') return skip(disk);
    try {
      const there = join(disk.path, 'w');
      write(there, 'a', 'mine');
      disk.readOnly();
      expect(inspectFiles(there, surroundings).yours).toBe('read-only');
      const said = failure(() => openWorkspaceFiles(there, surroundings));
      expect(said).toMatchObject({ kind: 'storage', reason: 'read-only' });
    } finally {
      disk.dispose();
    }
  });

  it('has one letter of its schema changed is told as damaged', () => {
    const path = file('yours.db');
    const at = readFileSync(path).indexOf('removed_at_ms INTEGER');
    overwrite(path, at, Buffer.from('removed_at_mz'));
    expect(inspectFiles(folder, surroundings).yours).toBe('damaged');
  });

  it('is only looked at is not changed, nor is anything beside it', () => {
    crashedWith(5);
    const before = bytesBelow(folder);
    const names = readdirSync(folder).sort();
    inspectFiles(folder, surroundings);
    expect(bytesBelow(folder)).toEqual(before);
    expect(readdirSync(folder).sort()).toEqual(names);
  });
});

describe('a log that', () => {
  const log = (): string => file('yours.db-wal');
  const FRAME = 24 + 4_096;

  it('a crash left is read to its end, whichever process wrote it', async () => {
    crashedWith(8);
    expect(isLogDamaged(log(), 4_096)).toBe(false);
    expect(noteIn(folder, 'c7')).not.toBe('');
  });

  it('is wrong in the middle is damage: SQLite alone would forget acknowledged notes', () => {
    crashedWith(8);
    overwrite(log(), 32 + 2 * FRAME + 200, Buffer.from('x'));
    expect(isLogDamaged(log(), 4_096)).toBe(true);
    expect(failure(open)).toMatchObject({ reason: 'damaged', file: 'yours' });
    const naive = openDatabase(file('yours.db'), surroundings);
    expect(createNotes(naive).get('c7').revision).toBe(0);
    close(naive);
  });

  it('is torn in its last transaction is none: nobody was told that it stood', () => {
    crashedWith(8);
    const size = readFileSync(log()).length;
    overwrite(log(), size - 100, Buffer.from('x'));
    expect(isLogDamaged(log(), 4_096)).toBe(false);
    const files = open();
    expect(createNotes(files.yours).get('c6').revision).toBe(1);
    files.close();
  });

  it('has a wrong head is damage', () => {
    crashedWith(3);
    overwrite(log(), 8, Buffer.from('xxxx'));
    expect(isLogDamaged(log(), 4_096)).toBe(true);
  });

  it('is old, from before the log was begun anew, is none', () => {
    const files = open();
    const save = (id: string) =>
      createNotes(files.yours).save({
        companyId: id,
        companyName: 'C',
        body: 'b',
        baseRevision: 0,
        savedAtMs: 1,
      });
    for (let index = 0; index < 20; index += 1) save(`o${index}`);
    // After this checkpoint the next commit restarts the log and overwrites its old frames.
    exec(files.yours, 'PRAGMA wal_checkpoint(PASSIVE)');
    save('next');
    expect(isLogDamaged(log(), 4_096)).toBe(false);
    files.close();
  });

  it('holds nothing, or zeros that a file system put there, is none', () => {
    for (const content of ['', 'noise', Buffer.alloc(9_000)]) {
      writeFileSync(log(), content);
      expect(isLogDamaged(log(), 4_096)).toBe(false);
    }
    expect(isLogDamaged(join(root, 'nowhere'), 4_096)).toBe(false);
  });

  it('is noise from end to end is damage: something stood there', () => {
    writeFileSync(log(), 'noise '.repeat(5_000));
    expect(failure(open)).toMatchObject({ reason: 'damaged', file: 'yours' });
  });
});
