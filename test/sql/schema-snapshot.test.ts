import { describe, expect, it } from 'vitest';
import { migrate } from '../../electron/core/database/migrate.ts';
import { cacheMigrations } from '../../electron/core/database/migrations/cache/index.ts';
import { ledgerMigrations } from '../../electron/core/database/migrations/ledger/index.ts';
import { yoursMigrations } from '../../electron/core/database/migrations/yours/index.ts';
import { openDatabase } from '../../electron/core/database/open.ts';
import { all, close, text, type WriteDb } from '../../electron/core/database/sql.ts';
import { clock, log } from '../support/app/library-fixtures.ts';
import { memoryDatabase } from '../support/database/memory-database.ts';
import { steppedThrough, wholeOf } from '../support/database/schema-snapshot.ts';

/*
 * The app creates a new database from a snapshot of the final schema, and most tests start from an image of
 * such a database. Both must equal a database on which all migrations have run.
 */

/**
 * Returns the schema and all rows of a database. Rows of virtual tables are included, because SQLite stores
 * them in ordinary "shadow" tables. The blocks of full-text indexes are left out. They contain a counter that
 * rises with every change of a setting, and would therefore differ.
 */
function contentsOf(db: WriteDb): Record<string, unknown> {
  const schema = all(db, 'SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name');
  const tables = schema
    .filter(({ type, sql }) => type === 'table' && !String(sql).startsWith('CREATE VIRTUAL'))
    .map((row) => text(row, 'name'));
  const rows = Object.fromEntries(
    tables.map((name) => [name, all(db, `SELECT ${/_data$/.test(name) ? 'id' : '*'} FROM "${name}"`)]),
  );
  return { schema, rows, version: all(db, 'PRAGMA user_version') };
}

const FILES = [
  ['cache', cacheMigrations],
  ['yours', yoursMigrations],
  ['ledger', ledgerMigrations],
] as const;

describe('schema snapshot', () => {
  it.each(FILES)(
    'equals the migrated schema of %s; `vitest run test/sql --update` rewrites it',
    async (name, steps) => {
      await expect(`${JSON.stringify(wholeOf(steps, { clock, log }), null, 2)}\n`).toMatchFileSnapshot(
        `../../electron/core/database/migrations/${name}/schema.json`,
      );
      expect(steps.filter(({ whole }) => whole !== undefined).map(({ id }) => id)).toEqual([
        steps.at(-1)?.id,
      ]);
    },
  );

  it.each(FILES)('creates a new %s, and the database that tests start with', (_name, steps) => {
    const migrated = steppedThrough(steps, { clock, log });
    const created = openDatabase(':memory:', { clock, log });
    migrate(created, steps);
    const image = memoryDatabase(steps, { clock, log });
    for (const db of [created, image]) expect(contentsOf(db)).toEqual(contentsOf(migrated));
    for (const db of [migrated, created, image]) close(db);
  });
});
