import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { migrate } from '../../electron/core/database/migrate.ts';
import { yoursMigrations } from '../../electron/core/database/migrations/yours/index.ts';
import { openDatabase } from '../../electron/core/database/open.ts';
import { preference, putPreference } from '../../electron/core/database/queries/yours/preferences.ts';
import { all, exec, type WriteDb } from '../../electron/core/database/sql.ts';
import * as fixtures from '../support/app/library-fixtures.ts';

/** Returns a database with the rows of version 120. */
function stored120(): WriteDb {
  const db = openDatabase(':memory:', { clock: fixtures.clock, log: fixtures.log });
  for (const version of [10, 30, 120]) {
    migrate(
      db,
      yoursMigrations.filter(({ id }) => id <= version),
    );
    exec(db, readFileSync(new URL(`fixtures/yours-${version}.sql`, import.meta.url), 'utf8'));
  }
  return db;
}

it('the migration to version 180 keeps every preference and accepts further ones', () => {
  const db = stored120();
  exec(db, 'INSERT OR REPLACE INTO preference VALUES (\'market\', \'{"stages":["Seed"]}\', 5)');
  exec(db, "INSERT OR REPLACE INTO preference VALUES ('market-skipped', 'true', 6)");
  const rows = () => all(db, 'SELECT name, value, set_at_ms FROM preference ORDER BY name');
  const before = rows();
  expect(before.length).toBeGreaterThanOrEqual(2);
  migrate(db, yoursMigrations);
  expect(rows()).toEqual(before);
  putPreference(db, { name: 'buyer-roles', value: '{}', setAtMs: 7 });
  expect(preference(db, 'buyer-roles')).toBe('{}');
  expect(() => exec(db, "INSERT INTO preference VALUES ('', '{}', 1)")).toThrow('CHECK');
});
