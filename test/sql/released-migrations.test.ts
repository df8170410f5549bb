import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Migration } from '../../electron/core/database/migrate.ts';
import { cacheMigrations } from '../../electron/core/database/migrations/cache/index.ts';
import { ledgerMigrations } from '../../electron/core/database/migrations/ledger/index.ts';
import { yoursMigrations } from '../../electron/core/database/migrations/yours/index.ts';

/*
 * A released migration never changes, because it has run on users' files. `released-migrations.json` contains
 * the SHA-256 of each migration's SQL. Add each new migration to that file when it is released.
 */

const released = JSON.parse(
  readFileSync(join(import.meta.dirname, 'released-migrations.json'), 'utf8'),
) as Record<'cache' | 'yours' | 'ledger', Record<string, string>>;

const hashesOf = (steps: readonly Migration[]): Record<string, string> =>
  Object.fromEntries(
    steps.map(({ id, sql }) => [String(id), createHash('sha256').update(sql).digest('hex')]),
  );

describe.each([
  ['cache', cacheMigrations],
  ['yours', yoursMigrations],
  ['ledger', ledgerMigrations],
] as const)('released migrations of %s.db', (name, steps) => {
  it('execute the released SQL, one by one', () => {
    expect(hashesOf(steps)).toEqual(released[name]);
  });

  it('run in the order of their ids', () => {
    const ids = steps.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  });
});
