import { expect, it } from 'vitest';
import { cacheMigrations } from '../../../electron/core/database/migrations/cache/index.ts';
import { migrate } from '../../../electron/core/database/migrate.ts';
import { openDatabase } from '../../../electron/core/database/open.ts';
import { clearDirty } from '../../../electron/core/database/queries/cache/search-index.ts';
import {
  HEADER,
  savedPart,
  storePart,
  unsavedAfter,
} from '../../../electron/core/database/queries/cache/search/search-saved.ts';
import { exec } from '../../../electron/core/database/sql.ts';
import { clock, log, memoryCache } from '../../support/app/library-fixtures.ts';
import { schemaOf } from '../../support/database/sql-tools.ts';

it('lets a company stored by an older version outdate the saved facts, and deletes them with it', () => {
  const db = openDatabase(':memory:', { clock, log });
  migrate(
    db,
    cacheMigrations.filter(({ id }) => id < 250),
  );
  exec(
    db,
    `INSERT INTO company (company_id, name, name_folded, source, fetched_at_ms, first_seen_at_ms, field_claims)
     VALUES ('c1', 'One', 'one', 'fundings', 1, 1, '{}')`,
  );
  migrate(db, cacheMigrations);
  expect(schemaOf(db)).toBe(schemaOf(memoryCache()));
  clearDirty(db, ['c1']);
  expect([savedPart(db, HEADER), unsavedAfter(db, '', 9)]).toEqual([null, []]);
  storePart(db, HEADER, Buffer.of(1));
  clearDirty(db, ['c1']);
  expect(unsavedAfter(db, '', 9)).toEqual(['c1']);
  exec(db, "DELETE FROM company WHERE company_id = 'c1'");
  expect([savedPart(db, HEADER), unsavedAfter(db, '', 9)]).toEqual([null, []]);
});
