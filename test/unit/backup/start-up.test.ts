import {
  copyFileSync,
  existsSync,
  mkdirSync,
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
  insertReserved,
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

/** Creates files in the state in which a crash leaves them, with one commit in the WAL for each note. */
function crashedWith(notes: number): void {
  const crashed = join(root, 'crashed');
  const files = open();
  for (let index = 0; index < notes; index += 1) {
    createNotes(files.yours).save({
      companyId: `c${index}`,
      companyName: 'C',
      body: 'b'.repeat(300),
      baseRevision: 0,
      savedAtMs: index,
    });
    insertReserved(files.ledger);
  }
  copyFilesTo(crashed);
  files.close();
  rmSync(folder, { recursive: true });
  renameSync(crashed, folder);
}

/** Adds a row to the ledger, as a request does. */
function spend(): void {
  const files = open();
  insertReserved(files.ledger);
  files.close();
}
function copyFilesTo(to: string): void {
  rmSync(to, { recursive: true, force: true });
  openWorkspaceFiles(to, surroundings).close();
  copyFiles(folder, to);
}

describe('at start', () => {
  it.each(['yours', 'ledger'] as const)('a missing %s.db is not recreated', (name) => {
    const moved = join(root, 'away.db');
    renameSync(file(`${name}.db`), moved);
    expect(inspectFiles(folder, surroundings)[name]).toBe('missing');
    const remedy = name === 'yours' ? 'restore' : 'begin-ledger';
    expect(failure(open)).toEqual(storage('damaged', name, remedy));
    expect(existsSync(file(`${name}.db`))).toBe(false);
    renameSync(moved, file(`${name}.db`));
    expect(noteIn(folder, 'a')).toBe('mine');
  });

  it.each(['yours', 'ledger'] as const)('an empty %s.db is not recreated', (name) => {
    truncateSync(file(`${name}.db`), 0);
    expect(failure(open)).toMatchObject({ reason: 'damaged', file: name });
    expect(readFileSync(file(`${name}.db`))).toHaveLength(0);
  });

  it('a ledger lost with the cache is reported as missing if there is user data', () => {
    rmSync(file('ledger.db'));
    rmSync(file('cache.db'));
    expect(inspectFiles(folder, surroundings).ledger).toBe('missing');
    expect(failure(open)).toMatchObject({ file: 'ledger', remedy: 'begin-ledger' });
  });

  it('a lost yours.db is reported as missing if there is a backup of it', () => {
    backUp(folder);
    for (const name of ['yours', 'ledger', 'cache']) rmSync(file(`${name}.db`));
    expect(failure(open)).toMatchObject({ file: 'yours', remedy: 'restore' });
  });

  it('a missing cache is recreated and reported', () => {
    rmSync(file('cache.db'));
    const files = open();
    expect([files.isCacheRebuilt, files.setAside]).toEqual([true, null]);
    files.close();
    const again = open();
    expect(again.isCacheRebuilt).toBe(false);
    again.close();
  });

  it.each(['yours', 'ledger'] as const)('a %s.db whose tables are lost is reported as missing', (name) => {
    backUp(folder);
    // Replaces the file with one that has no tables. A file looks like this if its tables were only in the
    // WAL, and the WAL was lost.
    rmSync(file(`${name}.db`));
    close(openDatabase(file(`${name}.db`), surroundings));
    expect(inspectFiles(folder, surroundings)[name]).toBe('missing');
    const remedy = name === 'yours' ? 'restore' : 'begin-ledger';
    expect(failure(open)).toEqual(storage('damaged', name, remedy));
  });

  it('three lost files of a workspace that was in use are reported as missing', () => {
    for (const name of ['yours', 'ledger', 'cache']) rmSync(file(`${name}.db`));
    expect(inspectFiles(folder, surroundings)).toMatchObject({ yours: 'missing', ledger: 'missing' });
    expect(failure(open)).toEqual(storage('damaged', 'yours', 'restore'));
  });

  it('new files keep their tables if their logs are lost', () => {
    const fresh = join(root, 'fresh');
    const files = openWorkspaceFiles(fresh, surroundings);
    const crashed = join(root, 'crashed');
    mkdirSync(crashed);
    for (const name of ['yours', 'ledger', 'cache'])
      copyFileSync(join(fresh, `${name}.db`), join(crashed, `${name}.db`));
    files.close();
    const states = { yours: 'ok', ledger: 'ok', cache: 'ok' };
    expect(inspectFiles(crashed, surroundings)).toEqual(states);
  });

  it('an older ledger.db is reported as damaged, because it lacks later requests', () => {
    const older = readFileSync(file('ledger.db'));
    spend();
    writeFileSync(file('ledger.db'), older);
    expect(inspectFiles(folder, surroundings).ledger).toBe('damaged');
    expect(failure(open)).toEqual(storage('damaged', 'ledger', 'begin-ledger'));
  });

  it('an older yours.db is opened and reported once', () => {
    const older = readFileSync(file('yours.db'));
    write(folder, 'b', 'later');
    writeFileSync(file('yours.db'), older);
    const seen = [0, 1].map(() => {
      const files = open();
      files.close();
      return files.isYoursOlder;
    });
    expect(seen).toEqual([true, false]);
  });

  it('files left by a crash at the very first start are completed', () => {
    const fresh = join(root, 'fresh');
    openWorkspaceFiles(fresh, surroundings).close();
    for (const name of ['ledger.db', 'cache.db']) rmSync(join(fresh, name));
    openWorkspaceFiles(fresh, surroundings).close();
    expect(readdirSync(fresh)).toContain('ledger.db');
  });

  it('a file that another process holds is reported as busy after a short wait', async () => {
    const holder = openDatabase(file('yours.db'), surroundings);
    // In WAL mode, only an exclusive connection blocks readers.
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

  it('a file on a read-only disk is reported as read-only', ({ skip }) => {
    const disk = mountSmallDisk(join(root, 'disk'));
    if (typeof disk === 'string') return skip(disk);
    try {
      const workspace = join(disk.path, 'w');
      write(workspace, 'a', 'mine');
      disk.readOnly();
      expect(inspectFiles(workspace, surroundings).yours).toBe('read-only');
    } finally {
      disk.dispose();
    }
  });

  it('a full disk opens for writing once the disk reserve is released', ({ skip }) => {
    const disk = mountSmallDisk(join(root, 'disk'));
    if (typeof disk === 'string') return skip(disk);
    try {
      const workspace = join(disk.path, 'w');
      write(workspace, 'a', 'mine');
      disk.leave(0);
      const files = openWorkspaceFiles(workspace, surroundings);
      expect(files.readOnly).toBeNull();
      createNotes(files.yours).save({
        companyId: 'b',
        companyName: 'B',
        body: 'saved',
        baseRevision: 0,
        savedAtMs: 1,
      });
      files.close();
      expect(noteIn(workspace, 'b')).toBe('saved');
    } finally {
      disk.dispose();
    }
  });

  it('a file with one changed letter in its schema is reported as damaged', () => {
    const path = file('yours.db');
    const at = readFileSync(path).indexOf('removed_at_ms INTEGER');
    overwrite(path, at, Buffer.from('removed_at_mz'));
    expect(inspectFiles(folder, surroundings).yours).toBe('damaged');
  });

  it('inspecting a file changes neither the file nor its folder', () => {
    crashedWith(5);
    const before = bytesBelow(folder);
    const names = readdirSync(folder).sort();
    inspectFiles(folder, surroundings);
    expect(bytesBelow(folder)).toEqual(before);
    expect(readdirSync(folder).sort()).toEqual(names);
  });
});

describe('write-ahead log', () => {
  const log = (): string => file('yours.db-wal');
  const FRAME = 24 + 4_096;

  it('is read to its end after a crash, whichever process wrote it', async () => {
    crashedWith(8);
    expect(isLogDamaged(log(), 4_096)).toBe(false);
    expect(noteIn(folder, 'c7')).not.toBe('');
  });

  it('is damaged if wrong in the middle, although SQLite alone would drop acknowledged notes', () => {
    crashedWith(8);
    overwrite(log(), 32 + 2 * FRAME + 200, Buffer.from('x'));
    expect(isLogDamaged(log(), 4_096)).toBe(true);
    expect(failure(open)).toMatchObject({ reason: 'damaged', file: 'yours' });
    const naive = openDatabase(file('yours.db'), surroundings);
    expect(createNotes(naive).get('c7').revision).toBe(0);
    close(naive);
  });

  it('is not damaged if only its last transaction is torn, which was not acknowledged', () => {
    crashedWith(8);
    const size = readFileSync(log()).length;
    overwrite(log(), size - 100, Buffer.from('x'));
    // SQLite first writes a transaction to the WAL, and only then adds the transaction to the WAL's index
    // (`-shm`). Here, the power was lost in between, so the index must not contain the transaction.
    rmSync(file('yours.db-shm'));
    expect(isLogDamaged(log(), 4_096)).toBe(false);
    const files = open();
    expect(createNotes(files.yours).get('c6').revision).toBe(1);
    files.close();
  });

  it.each(['yours', 'ledger'] as const)('of %s.db is damaged if acknowledged commits are cut off', (name) => {
    crashedWith(8);
    truncateSync(file(`${name}.db-wal`), 32 + 2 * FRAME);
    expect(isLogDamaged(file(`${name}.db-wal`), 4_096)).toBe(false);
    expect(failure(open)).toMatchObject({ reason: 'damaged', file: name });
  });

  it.each(['yours', 'ledger'] as const)('of %s.db is missed if acknowledged commits were in it', (name) => {
    crashedWith(8);
    rmSync(file(`${name}.db-wal`));
    expect(failure(open)).toMatchObject({ reason: 'damaged', file: name });
  });

  it('is whole if a transaction was interrupted before it was committed', () => {
    crashedWith(8);
    const bytes = readFileSync(log());
    // Adds a frame without a commit mark, as left by a transaction that was never committed.
    const torn = Buffer.from(bytes.subarray(32, 32 + FRAME));
    torn.writeUInt32BE(0, 4);
    writeFileSync(log(), Buffer.concat([bytes, torn]));
    const files = open();
    expect(createNotes(files.yours).get('c7').revision).toBe(1);
    files.close();
  });

  it('is not missed if a checkpoint has copied it to the file', () => {
    const files = open();
    createNotes(files.yours).save({
      companyId: 'x',
      companyName: 'C',
      body: 'b',
      baseRevision: 0,
      savedAtMs: 1,
    });
    exec(files.yours, 'PRAGMA wal_checkpoint(TRUNCATE)');
    const crashed = join(root, 'crashed');
    copyFilesTo(crashed);
    files.close();
    rmSync(join(crashed, 'yours.db-wal'));
    expect(inspectFiles(crashed, surroundings).yours).toBe('ok');
    expect(noteIn(crashed, 'x')).toBe('b');
  });

  it('is damaged if its header is wrong', () => {
    crashedWith(3);
    overwrite(log(), 8, Buffer.from('xxxx'));
    expect(isLogDamaged(log(), 4_096)).toBe(true);
  });

  it('is not damaged if it contains old frames from before a restart', () => {
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
    // After this checkpoint, the next commit writes to the beginning of the WAL and overwrites old frames.
    exec(files.yours, 'PRAGMA wal_checkpoint(PASSIVE)');
    save('next');
    expect(isLogDamaged(log(), 4_096)).toBe(false);
    files.close();
  });

  it('is not damaged if empty, too short or filled with zeros', () => {
    for (const content of ['', 'noise', Buffer.alloc(9_000)]) {
      writeFileSync(log(), content);
      expect(isLogDamaged(log(), 4_096)).toBe(false);
    }
    expect(isLogDamaged(join(root, 'nowhere'), 4_096)).toBe(false);
  });

  it('is damaged if it is noise throughout', () => {
    writeFileSync(log(), 'noise '.repeat(5_000));
    expect(failure(open)).toMatchObject({ reason: 'damaged', file: 'yours' });
  });
});
