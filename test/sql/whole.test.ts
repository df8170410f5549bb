import { describe, expect, it } from 'vitest';
import { migrate } from '../../electron/core/db/migrate.ts';
import { cacheMigrations } from '../../electron/core/db/migrations/cache/index.ts';
import { ledgerMigrations } from '../../electron/core/db/migrations/ledger/index.ts';
import { yoursMigrations } from '../../electron/core/db/migrations/yours/index.ts';
import { openDatabase } from '../../electron/core/db/open.ts';
import { all, close, text, type WriteDb } from '../../electron/core/db/sql.ts';
import { clock, log } from '../support/library-fixtures.ts';
import { memoryDatabase } from '../support/migrated.ts';
import { steppedThrough, wholeOf } from '../support/whole.ts';

/* A new database is made at once, and most tests begin with an image of that: both are what the steps make, row for row of the schema. */

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

const FILES = [
  ['cache', cacheMigrations],
  ['yours', yoursMigrations],
  ['ledger', ledgerMigrations],
] as const;

describe('what the steps come to', () => {
  it.each(FILES)(
    'is written down for %s as it is; `vitest run test/sql --update` writes it anew',
    async (name, steps) => {
      await expect(`${JSON.stringify(wholeOf(steps, { clock, log }), null, 2)}\n`).toMatchFileSnapshot(
        `../../electron/core/db/migrations/${name}/whole.json`,
      );
      expect(steps.filter(({ whole }) => whole !== undefined).map(({ id }) => id)).toEqual([
        steps.at(-1)?.id,
      ]);
    },
  );

  it.each(FILES)('is what a new %s is made by, and what tests begin with', (_name, steps) => {
    const stepped = steppedThrough(steps, { clock, log });
    const atOnce = openDatabase(':memory:', { clock, log });
    migrate(atOnce, steps);
    const image = memoryDatabase(steps, { clock, log });
    for (const db of [atOnce, image]) expect(held(db)).toEqual(held(stepped));
    for (const db of [stepped, atOnce, image]) close(db);
  });
});
