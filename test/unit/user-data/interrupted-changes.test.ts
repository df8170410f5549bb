import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { yoursMigrations } from '../../../electron/core/database/migrations/yours/index.ts';
import { migrate } from '../../../electron/core/database/migrate.ts';
import { openDatabase } from '../../../electron/core/database/open.ts';
import {
  all,
  close,
  createHandle,
  exec,
  get,
  iterate,
  run,
  text,
  type WriteDb,
} from '../../../electron/core/database/sql.ts';
import { createNotes } from '../../../electron/core/user-data/notes.ts';
import { undoChange } from '../../../electron/core/user-data/undo-journal.ts';
import { clock, log, memoryCache } from '../../support/app/library-fixtures.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import { applyChange, COMPANIES, type UserDataChange } from './user-data-changes.ts';

const T0 = Date.UTC(2026, 5, 10);
const cache = memoryCache();

const rowsOf = (db: WriteDb): string =>
  JSON.stringify(
    all(db, "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
      .map((row) => text(row, 'name'))
      .map((name) => [name, all(db, `SELECT * FROM ${name}`)]),
  );

/** Wraps a database so `before` is called before every write and commit. */
function withWriteHook(db: WriteDb, before: () => void): WriteDb {
  let isOpen = false;
  return createHandle({
    all: (sql, params) => all(db, sql, params),
    get: (sql, params) => get(db, sql, params),
    iterate: (sql, params) => iterate(db, sql, params),
    run: (sql, params) => {
      before();
      return run(db, sql, params);
    },
    exec: (sql) => {
      if (sql === 'COMMIT') before();
      exec(db, sql);
      if (sql.startsWith('BEGIN')) isOpen = true;
      else if (sql === 'COMMIT' || sql === 'ROLLBACK') isOpen = false;
    },
    inTransaction: () => isOpen,
    close: () => undefined,
  });
}

const tagAll: UserDataChange = { kind: 'tagged', companies: COMPANIES, name: 'Warm', pick: 0, other: 0 };
const CHANGES: Readonly<Record<string, (db: WriteDb) => unknown>> = {
  'a new tag on four companies': (db) =>
    applyChange({ yours: db, cache }, { ...tagAll, name: 'New' }, T0 + 1),
  'a merge of tags': (db) =>
    applyChange({ yours: db, cache }, { ...tagAll, kind: 'tag-merged', other: 1 }, T0 + 1),
  'a move from list to list': (db) =>
    applyChange({ yours: db, cache }, { ...tagAll, kind: 'moved', other: 1 }, T0 + 1),
  'a note that is written on': (db) =>
    createNotes(db).save({
      companyId: 'a',
      companyName: 'A',
      body: 'first words and more',
      baseRevision: 1,
      savedAtMs: T0 + 700,
    }),
  'an undo of a change of four companies': (db) => undoChange(db, '5', T0 + 1),
};

function seeded(file: string): WriteDb {
  const db = openDatabase(file, { clock, log });
  migrate(db, yoursMigrations);
  const files = { yours: db, cache };
  applyChange(files, { ...tagAll, name: 'Other' }, T0);
  applyChange(files, { ...tagAll, kind: 'list-created', name: 'From' }, T0);
  applyChange(files, { ...tagAll, kind: 'list-created', name: 'To' }, T0);
  applyChange(files, { ...tagAll, kind: 'listed', name: 'met at a fair' }, T0);
  applyChange(files, tagAll, T0);
  const note = { companyId: 'a', companyName: 'A', body: 'first words', baseRevision: 0, savedAtMs: T0 };
  createNotes(db).save(note);
  return db;
}

describe('interrupted change of user data', () => {
  let dir: ReturnType<typeof tempDir>;
  let copies = 0;
  beforeAll(() => (dir = tempDir()));
  afterAll(() => dir.remove());

  /**
   * Returns the rows that the file would contain if the process were killed now. To do this, opens a copy of
   * the file.
   */
  const afterKill = (file: string): string => {
    const copy = join(dir.path, `killed-${(copies += 1)}.db`);
    for (const side of ['', '-wal']) if (existsSync(file + side)) copyFileSync(file + side, copy + side);
    const db = openDatabase(copy, { clock, log });
    try {
      return rowsOf(db);
    } finally {
      close(db);
    }
  };

  it.each(Object.entries(CHANGES))(
    '%s is not made if killed before any of its writes, and made afterwards',
    (name, change) => {
      const file = join(dir.path, `${name}.db`);
      const db = seeded(file);
      const before = rowsOf(db);
      const found: string[] = [];
      change(withWriteHook(db, () => found.push(afterKill(file))));
      expect(found.length).toBeGreaterThan(3);
      expect(new Set(found)).toEqual(new Set([before]));
      const after = rowsOf(db);
      expect(after).not.toBe(before);
      expect(afterKill(file)).toBe(after);
      close(db);
    },
  );

  it.each(Object.entries(CHANGES))('%s leaves no trace if any of its writes fails', (_name, change) => {
    const db = seeded(':memory:');
    const before = rowsOf(db);
    for (let failingWrite = 1; ; failingWrite += 1) {
      let writes = 0;
      const fault = (): void => {
        writes += 1;
        if (writes === failingWrite) throw new Error('a planted fault');
      };
      try {
        change(withWriteHook(db, fault));
        expect(failingWrite).toBeGreaterThan(3);
        break;
      } catch (error) {
        expect(String(error)).toContain('a planted fault');
        expect(rowsOf(db)).toBe(before);
      }
    }
    expect(rowsOf(db)).not.toBe(before);
  });
});
