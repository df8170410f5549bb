import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { migrate } from '../../electron/core/database/migrate.ts';
import { yoursMigrations } from '../../electron/core/database/migrations/yours/index.ts';
import { openDatabase } from '../../electron/core/database/open.ts';
import {
  insertImport,
  insertKey,
  insertLine,
  putMatch,
} from '../../electron/core/database/queries/yours/ours.ts';
import { all, exec, run } from '../../electron/core/database/sql.ts';
import * as fixtures from '../support/app/library-fixtures.ts';

it('adds empty tables and changes no row of version 120', () => {
  const db = openDatabase(':memory:', { clock: fixtures.clock, log: fixtures.log });
  for (const version of [10, 30, 120]) {
    migrate(
      db,
      yoursMigrations.filter(({ id }) => id <= version),
    );
    exec(db, readFileSync(new URL(`fixtures/yours-${version}.sql`, import.meta.url), 'utf8'));
  }
  migrate(
    db,
    yoursMigrations.filter(({ id }) => id < 200),
  );
  const tables = all(db, "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").map(
    ({ name }) => String(name),
  );
  const rows = () => tables.map((table) => all(db, `SELECT * FROM "${table}"`));
  const before = rows();
  migrate(
    db,
    yoursMigrations.filter(({ id }) => id <= 200),
  );
  expect(rows()).toEqual(before);
  for (const table of ['ours_import', 'ours_line', 'ours_key', 'ours_match', 'ours_decision'])
    expect(all(db, `SELECT * FROM ${table}`)).toEqual([]);
});

it('deletes the lines, keys and matches of an import with the import, and refuses unknown kinds', () => {
  const db = fixtures.memoryYours();
  const importId = insertImport(db, { kind: 'customer', source: '', lines: 1, importedAtMs: 1 });
  const lineId = insertLine(db, { importId, position: 1, given: 'a.example' });
  insertKey(db, { matchKey: 'd:a.example', lineId });
  putMatch(db, { companyId: 'a', lineId, importId, matchedBy: 'domain', matchKey: 'd:a.example' });
  run(db, 'DELETE FROM ours_import');
  for (const table of ['ours_line', 'ours_key', 'ours_match'])
    expect(all(db, `SELECT * FROM ${table}`)).toEqual([]);
  expect(() =>
    exec(db, "INSERT INTO ours_import (kind, source, lines, imported_at_ms) VALUES ('friend', '', 1, 1)"),
  ).toThrow('CHECK');
});
