import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBackupStore } from '../../../electron/core/backup/backup-store.ts';
import {
  openWorkspaceFiles,
  type WorkspaceFiles,
} from '../../../electron/core/backup/open-workspace-files.ts';
import { readBackup } from '../../../electron/core/backup/read-backup.ts';
import type { AfterRestore } from '../../../electron/core/backup/restore.ts';
import type { ReadDb } from '../../../electron/core/database/sql.ts';
import { clearCompanyName } from '../../../electron/core/database/queries/privacy-state.ts';
import { createWatchlists } from '../../../electron/core/user-data/lists.ts';
import { createNotes } from '../../../electron/core/user-data/notes.ts';
import { backupItems, restoreItem } from '../../../electron/core/user-data/restore-items.ts';
import { recordChange, undoChange } from '../../../electron/core/user-data/undo-journal.ts';
import { surroundings } from '../../support/durability/fixtures.ts';
import { failure } from '../../support/common/failure.ts';

const { clock, log } = surroundings;
let folder = '';
let files: WorkspaceFiles;
let backup = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'roundwatch-items-'));
  files = openWorkspaceFiles(folder, surroundings);
});
afterEach(() => {
  files.close();
  rmSync(folder, { recursive: true, force: true });
});

const root = (): string => join(folder, 'backups');
const note = (companyId: string, body: string): void => {
  const notes = createNotes(files.yours);
  const baseRevision = notes.get(companyId).revision;
  notes.save({ companyId, companyName: `Name of ${companyId}`, body, baseRevision, savedAtMs: 1 });
};
const bodyOf = (companyId: string): string => createNotes(files.yours).get(companyId).body;
const onLists = <T>(work: (lists: ReturnType<typeof createWatchlists>) => T): T =>
  recordChange(files.yours, { what: 'listed', atMs: 1 }, (journal) =>
    work(createWatchlists(files.yours, journal)),
  ).value;
const add = (id: string, companyId: string): void =>
  onLists((lists) => lists.add({ id, companyId, companyName: companyId, reason: '', addedAtMs: 1 }));
const on = (id: string): string[] =>
  onLists((lists) =>
    lists
      .companies(id, { offset: 0, limit: 50 })
      .companies.map(({ companyId }) => companyId)
      .sort(),
  );
const backUp = (): void => {
  const store = createBackupStore({ folder, clock, log });
  backup = store.goodFile(store.make('hand', files.yours).backup.id).file;
};
const inside = <T>(read: (copy: ReadDb) => T, afterRestore: AfterRestore = () => undefined): T =>
  readBackup({ root: root(), backup, yours: files.yours, clock, log, afterRestore }, read);
const items = (kind: 'note' | 'list', text = '') =>
  inside((copy) => backupItems(copy, files.yours, kind, text));
const bring = (kind: 'note' | 'list', itemId: string): string | null =>
  inside((copy) =>
    recordChange(files.yours, { what: 'note-restored', atMs: 9 }, (journal) =>
      restoreItem({ backup: copy, yours: files.yours, journal, atMs: 9 }, kind, itemId),
    ),
  ).recorded.undo;

describe('a note of a backup', () => {
  beforeEach(() => {
    note('same', 'unchanged');
    note('changed', 'before');
    note('emptied', 'lost');
    backUp();
    note('changed', 'after');
    note('emptied', '');
    note('later', 'new');
  });

  it('is listed if it differs from the current one', () => {
    expect(items('note').map(({ id, state, excerpt }) => [id, state, excerpt])).toEqual([
      ['changed', 'changed', 'before'],
      ['emptied', 'missing', 'lost'],
    ]);
    expect(items('note', 'LOST').map(({ id }) => id)).toEqual(['emptied']);
    expect(items('note', 'nothing')).toEqual([]);
  });

  it('becomes the newest version of the current note, and can be undone', () => {
    const undo = bring('note', 'changed');
    expect([bodyOf('changed'), bodyOf('emptied')]).toEqual(['before', '']);
    expect(createNotes(files.yours).history('changed', { offset: 0, limit: 9 }).total).toBe(2);
    undoChange(files.yours, undo ?? '', 10);
    expect(bodyOf('changed')).toBe('after');
    bring('note', 'emptied');
    expect(bodyOf('emptied')).toBe('lost');
  });

  it('that is not in the backup is an error, and the copy is deleted', () => {
    expect(failure(() => bring('note', 'later'))).toMatchObject({ kind: 'not-found', what: 'note' });
    expect(readdirSync(root()).filter((name) => name.includes('unfinished'))).toEqual([]);
  });

  it('of a company that was erased since is not there', () => {
    const erased = inside(
      (copy) => backupItems(copy, files.yours, 'note', ''),
      (db) => void clearCompanyName(db, 'changed'),
    );
    expect(erased.map(({ name }) => name)).not.toContain('Name of changed');
  });
});

describe('a list of a backup', () => {
  it('gets back its companies and keeps those added later', () => {
    const { id } = onLists((lists) => lists.create('Warm', 1));
    for (const company of ['a', 'b', 'c']) add(id, company);
    backUp();
    onLists((lists) => lists.drop(id, 'a'));
    onLists((lists) => lists.drop(id, 'b'));
    onLists((lists) => lists.rename(id, 'Warm 2'));
    add(id, 'd');
    expect(items('list')).toMatchObject([{ id, name: 'Warm', state: 'changed', companies: 2 }]);
    const undo = bring('list', id);
    expect(on(id)).toEqual(['a', 'b', 'c', 'd']);
    expect(items('list')).toEqual([]);
    undoChange(files.yours, undo ?? '', 10);
    expect(on(id)).toEqual(['c', 'd']);
  });

  it('that was removed comes back with its companies, under a free name', () => {
    const { id } = onLists((lists) => lists.create('Warm', 1));
    add(id, 'a');
    backUp();
    onLists((lists) => lists.remove(id, 2));
    onLists((lists) => lists.create('Warm', 3));
    expect(items('list')).toMatchObject([{ id, state: 'missing', companies: 1 }]);
    bring('list', id);
    expect(on(id)).toEqual(['a']);
    expect(onLists((lists) => lists.list().map(({ name }) => name))).toEqual(['Warm', 'Warm (2)']);
  });

  it('from another computer is found by its name, never by its id', () => {
    const { id } = onLists((lists) => lists.create('Warm', 1));
    add(id, 'a');
    backUp();
    files.close();
    files = openWorkspaceFiles(join(folder, 'another'), surroundings);
    const other = onLists((lists) => lists.create('Cold', 5));
    expect(other.id).toBe(id);
    bring('list', id);
    expect(onLists((lists) => lists.list().map(({ name, count }) => [name, count]))).toEqual([
      ['Cold', 0],
      ['Warm', 1],
    ]);
  });
});
