import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { first } from '../../../electron/core/database/migrations/yours/0010-first.ts';
import { yoursMigrations } from '../../../electron/core/database/migrations/yours/index.ts';
import { migrate } from '../../../electron/core/database/migrate.ts';
import { openDatabase } from '../../../electron/core/database/open.ts';
import { close, exec } from '../../../electron/core/database/sql.ts';
import { backupName, parseBackupName } from '../../../electron/core/backup/backup-name.ts';
import { createNotes } from '../../../electron/core/user-data/notes.ts';
import { openWorkspaceFiles } from '../../../electron/core/backup/open-workspace-files.ts';
import {
  backUp,
  bytesBelow,
  overwrite,
  storeIn,
  surroundings,
  write,
} from '../../support/durability/fixtures.ts';
import { failure } from '../../support/common/failure.ts';

let root = '';
let folder = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'roundwatch-backups-'));
  folder = join(root, 'workspace');
  write(folder, 'a', 'mine');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const backupFile = (id: string): string => join(folder, 'backups', `${id}.db`);

describe('backup of user data', () => {
  it('is one file that only its owner can read, with its contents in its name', async () => {
    const { backup, isNew } = backUp(folder);
    expect(isNew).toBe(true);
    expect(backup).toMatchObject({ kind: 'daily', notes: 1, watchlists: 0, state: 'good' });
    expect(readdirSync(join(folder, 'backups'))).toEqual([`${backup.id}.db`]);
    expect(statSync(backupFile(backup.id)).size).toBe(backup.bytes);
    expect((statSync(backupFile(backup.id)).mode & 0o777).toString(8)).toBe('600');
    expect((statSync(join(folder, 'backups')).mode & 0o777).toString(8)).toBe('700');
    expect(await storeIn(folder).list()).toEqual([backup]);
  });

  it('is made only if something has changed since the last, of any kind', () => {
    const { backup } = backUp(folder);
    expect(backUp(folder)).toEqual({ backup, isNew: false });
    write(folder, 'a', 'changed');
    const next = backUp(folder);
    expect(next.isNew).toBe(true);
    expect(next.backup.id).not.toBe(backup.id);
  });

  it('includes changes that are only in the write-ahead log', () => {
    const files = openWorkspaceFiles(folder, surroundings);
    const note = { companyId: 'b', companyName: 'B', body: 'in the log', baseRevision: 0, savedAtMs: 1 };
    createNotes(files.yours).save(note);
    const { backup } = storeIn(folder).make('hand', files.yours);
    files.close();
    expect(backup.notes).toBe(2);
  });

  it('is not made of a damaged file, and leaves nothing behind if copying fails', () => {
    const { backup } = backUp(folder);
    const file = join(folder, 'yours.db');
    // Damages a page in the second half of the file. That half contains data, not the schema.
    const size = statSync(file).size;
    overwrite(file, Math.floor(size / 2 / 4_096) * 4_096, Buffer.alloc(4_096, 0xa5));
    const error = failure(() => backUp(folder));
    expect(error).toMatchObject({ kind: 'storage', reason: 'damaged' });
    expect(readdirSync(join(folder, 'backups'))).toEqual([`${backup.id}.db`]);
  });

  it.each([
    ['noise in it', (copy: string) => overwrite(copy, 8_192, Buffer.alloc(4_096, 0x5a))],
    ['a missing end', (copy: string) => writeFileSync(copy, readFileSync(copy).subarray(0, 8_192))],
    ['no content', (copy: string) => writeFileSync(copy, '')],
    [
      'a missing note',
      (copy: string) => {
        const db = openDatabase(copy, surroundings);
        exec(db, 'DELETE FROM note_revision');
        exec(db, 'PRAGMA wal_checkpoint(TRUNCATE)');
        close(db);
      },
    ],
  ])('gets no name if its copy has %s', (_what, damage) => {
    const before = backUp(folder).backup;
    write(folder, 'a', 'newer');
    expect(failure(() => backUp(folder, damage))).toMatchObject({ kind: 'storage', reason: 'damaged' });
    expect(readdirSync(join(folder, 'backups'))).toEqual([`${before.id}.db`]);
  });

  it('is listed as damaged and never restored if its file has changed', async () => {
    const { backup } = backUp(folder);
    overwrite(backupFile(backup.id), 5_000, Buffer.from('x'));
    expect(await storeIn(folder).list()).toMatchObject([{ id: backup.id, state: 'damaged' }]);
    expect(storeIn(folder).newestGood()).toBeNull();
    expect(failure(() => storeIn(folder).goodFile(backup.id))).toMatchObject({
      reason: 'damaged',
      file: 'backup',
    });
    // The workspace's content is unchanged, but its only backup is damaged and does not count, so a new
    // backup is made.
    expect(backUp(folder).isNew).toBe(true);
  });

  it('is listed as too new and never restored if a newer version made it', async () => {
    const { backup } = backUp(folder);
    const facts = parseBackupName(`${backup.id}.db`);
    if (facts === null) throw new Error('no name');
    const newer = backupName({ ...facts, version: 9_990 });
    writeFileSync(join(folder, 'backups', newer), readFileSync(backupFile(backup.id)));
    const id = newer.slice(0, -'.db'.length);
    expect(await storeIn(folder).list()).toContainEqual(expect.objectContaining({ id, state: 'too-new' }));
    expect(failure(() => storeIn(folder).goodFile(id))).toMatchObject({ reason: 'too-new' });
  });

  it('is not found by a name that leads to another folder', () => {
    for (const id of ['../yours', '', '..', 'yours.prepared'])
      expect(failure(() => storeIn(folder).goodFile(id))).toMatchObject({
        reason: 'unavailable',
        file: 'backup',
      });
  });

  it('is made before a migration, and only then', async () => {
    const old = join(root, 'old');
    openWorkspaceFiles(old, surroundings).close();
    rmSync(join(old, 'yours.db'));
    const db = openDatabase(join(old, 'yours.db'), surroundings);
    migrate(db, [first]);
    exec(db, `INSERT INTO note VALUES ('a', 'A', 1, 1, 1, 'of version 10')`);
    close(db);
    const isOutdated = (yoursMigrations.at(-1)?.id ?? 0) > first.id;
    for (let round = 0; round < 2; round += 1) openWorkspaceFiles(old, surroundings).close();
    const made = await storeIn(old).list();
    expect(made.map(({ kind, notes, state }) => [kind, notes, state])).toEqual(
      isOutdated ? [['migration', 1, 'good']] : [],
    );
    expect(existsSync(join(folder, 'backups'))).toBe(false);
  });

  it('is checked without changing anything', async () => {
    backUp(folder);
    const before = bytesBelow(folder);
    await storeIn(folder).list();
    storeIn(folder).newestGood();
    expect(bytesBelow(folder)).toEqual(before);
  });
});
