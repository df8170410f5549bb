import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { yoursMigrations } from '../../electron/core/database/migrations/yours/index.ts';
import { migrate } from '../../electron/core/database/migrate.ts';
import { openDatabase } from '../../electron/core/database/open.ts';
import * as filters from '../../electron/core/database/queries/yours/saved-views.ts';
import { all, exec, type ReadDb } from '../../electron/core/database/sql.ts';
import * as fixtures from '../support/app/library-fixtures.ts';
import { plansOf } from '../support/database/sql-tools.ts';

const fixtureOf = (version: number): string =>
  readFileSync(new URL(`fixtures/yours-${version}.sql`, import.meta.url), 'utf8');

describe('yours.db from version 30 to 130', () => {
  it('preserves every row and column of every table', () => {
    const db = openDatabase(':memory:', { clock: fixtures.clock, log: fixtures.log });
    const older = yoursMigrations.filter(({ id }) => id <= 30);
    migrate(db, older.slice(0, 1));
    exec(db, fixtureOf(10));
    migrate(db, older);
    exec(db, fixtureOf(30));
    const tables = all(
      db,
      `SELECT schema.name, group_concat(info.name) AS columns
       FROM sqlite_schema AS schema, pragma_table_info(schema.name) AS info
       WHERE schema.type = 'table' AND schema.name NOT LIKE 'sqlite_%' GROUP BY schema.name`,
    ).map(({ name, columns }) => [String(name), String(columns)] as const);
    const rows = () =>
      tables.map(([table, columns]) => [table, all(db, `SELECT ${columns} FROM "${table}"`)] as const);
    const before = rows();
    expect(before.filter(([, of]) => of.length === 0).map(([table]) => table)).toEqual([]);
    migrate(
      db,
      yoursMigrations.filter(({ id }) => id < 140),
    );
    expect(rows()).toEqual(before);
    expect(filters.savedFilters(db)).toEqual([]);
  });
});

describe('reads of saved views use an index', () => {
  const db = fixtures.memoryYours();
  const reads: Record<string, (db: ReadDb) => unknown> = {
    savedFilterById: (on) => filters.savedFilterById(on, 1),
    savedFilterNamed: (on) => filters.savedFilterNamed(on, 'a'),
    listFates: (on) => filters.listFates(on, [1, 2]),
    tagFates: (on) => filters.tagFates(on, [1, 2]),
  };
  it.each(Object.entries(reads))('%s', (_name, read) => {
    const plans = plansOf(db, read);
    expect(plans.length).toBeGreaterThan(0);
    expect(plans.filter((line) => /^SCAN (?!wanted)/.test(line))).toEqual([]);
  });
});
