import { expect, it } from 'vitest';
import { migrate } from '../../electron/core/database/migrate.ts';
import { ledgerMigrations } from '../../electron/core/database/migrations/ledger/index.ts';
import { openDatabase } from '../../electron/core/database/open.ts';
import {
  accountDaysSince,
  accountWatch,
  newestAccountReading,
} from '../../electron/core/database/queries/ledger/account-use.ts';
import { run } from '../../electron/core/database/sql.ts';
import { clock, log } from '../support/app/library-fixtures.ts';

it('ledger.db from an earlier version keeps its readings, and allows no daily reading', () => {
  const db = openDatabase(':memory:', { clock, log });
  migrate(
    db,
    ledgerMigrations.filter(({ id }) => id < 120),
  );
  const atMs = Date.UTC(2026, 4, 14);
  run(
    db,
    `INSERT INTO reading (epoch, at_ms, newest_entry, key_type, key_name, lacks_itself, counts_itself)
     VALUES (1, :atMs, 7, 'live', 'Laptop', 0, 1)`,
    { atMs },
  );
  migrate(db, ledgerMigrations);
  expect(newestAccountReading(db, 1)).toEqual({
    atMs,
    keyType: 'live',
    keyName: 'Laptop',
    keyCreatedAtMs: null,
    keyLastUsedAtMs: null,
    successful: null,
    failed: null,
    total: null,
    averageResponseTime: null,
    userRateLimit: null,
    endpoints: null,
  });
  expect(accountDaysSince(db, 1, 0)).toEqual([]);
  expect(accountWatch(db)).toEqual({ daily: null, alertAbove: 50 });
});
