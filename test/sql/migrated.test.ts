import { describe, expect, it } from 'vitest';
import { migrate } from '../../electron/core/db/migrate.ts';
import { cacheMigrations } from '../../electron/core/db/migrations/cache/index.ts';
import { ledgerMigrations } from '../../electron/core/db/migrations/ledger/index.ts';
import { yoursMigrations } from '../../electron/core/db/migrations/yours/index.ts';
import { openDatabase } from '../../electron/core/db/open.ts';
import { all, close, text, type WriteDb } from '../../electron/core/db/sql.ts';
import { clock, log } from '../support/library-fixtures.ts';
import { memoryDatabase } from '../support/migrated.ts';

/* The databases that most tests begin with are what the migrations make, row for row of the schema. */

/**
 * Everything that a database holds; the rows of virtual tables stand in those behind them. An index of words that is empty counts how
 * often its settings were changed, and that alone may differ.
 */
function held(db: WriteDb): Record<string, unknown> {
  const schema = all(db, 'SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name');
  const tables = schema
    .filter(({ type, sql }) => type === 'table' && !String(sql).startsWith('CREATE VIRTUAL'))
    .map((row) => text(row, 'name'));
  const rows = Object.fromEntries(
    tables.map((name) => [name, all(db, `SELECT ${/_data$/.test(name) ? 'id' : '*'} FROM "${name}"`)]),
  );
  return { schema, rows, version: all(db, 'PRAGMA user_version') };
}

describe('a database that was given everything at once', () => {
  it.each([
    ['cache', cacheMigrations],
    ['yours', yoursMigrations],
    ['ledger', ledgerMigrations],
  ])('is the one that the migrations of %s make', (_name, steps) => {
    const migrated = openDatabase(':memory:', { clock, log });
    migrate(migrated, steps);
    const atOnce = memoryDatabase(steps, { clock, log });
    expect(held(atOnce)).toEqual(held(migrated));
    for (const db of [migrated, atOnce]) close(db);
  });
});
