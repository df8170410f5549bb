import { expect, it } from 'vitest';
import { cacheMigrations } from '../../electron/core/database/migrations/cache/index.ts';
import { migrate } from '../../electron/core/database/migrate.ts';
import { openDatabase } from '../../electron/core/database/open.ts';
import { pendingCompanies } from '../../electron/core/database/queries/cache/ours-pending.ts';
import { exec } from '../../electron/core/database/sql.ts';
import { clock, log } from '../support/app/library-fixtures.ts';

it('lists companies that are new or have another name, website or LinkedIn page, but none stored before', () => {
  const db = openDatabase(':memory:', { clock, log });
  const insert = (id: string): void =>
    exec(
      db,
      `INSERT INTO company (company_id, name, name_folded, source, fetched_at_ms, first_seen_at_ms, field_claims)
       VALUES ('${id}', 'A', 'a', 'fundings', 1, 1, '{}')`,
    );
  migrate(
    db,
    cacheMigrations.filter(({ id }) => id < 180),
  );
  insert('before');
  migrate(db, cacheMigrations);
  expect(pendingCompanies(db, 9)).toEqual([]);
  insert('new');
  expect(pendingCompanies(db, 9)).toEqual(['new']);
  exec(db, "UPDATE company SET name = 'A', fetched_at_ms = 2 WHERE company_id = 'before'");
  expect(pendingCompanies(db, 9)).toEqual(['new']);
  for (const change of [
    "name = 'B'",
    "website_host = 'b.example'",
    "linkedin_url = 'linkedin.com/company/b'",
  ]) {
    exec(db, 'DELETE FROM ours_pending');
    exec(db, `UPDATE company SET ${change} WHERE company_id = 'before'`);
    expect(pendingCompanies(db, 9), change).toEqual(['before']);
  }
});
