import { expect, test } from 'vitest';
import { sqliteVersion } from '../../electron/core/database/queries/sqlite-version.ts';
import { memoryCache } from '../support/app/library-fixtures.ts';
import { plansOf } from '../support/database/sql-tools.ts';

test('the version is the driver’s own, and no table is looked at for it', () => {
  const db = memoryCache();
  expect(sqliteVersion(db)).toMatch(/^3\.\d+\.\d+$/);
  expect(plansOf(db, sqliteVersion)).toEqual(['SCAN CONSTANT ROW']);
});
