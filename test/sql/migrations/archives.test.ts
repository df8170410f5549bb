import { describe, expect, it } from 'vitest';
import { yoursMigrations } from '../../../electron/core/database/migrations/yours/index.ts';
import { migrate } from '../../../electron/core/database/migrate.ts';
import { openDatabase } from '../../../electron/core/database/open.ts';
import * as versions from '../../../electron/core/database/queries/yours/archive/archived-versions.ts';
import { all, exec, run } from '../../../electron/core/database/sql.ts';
import { clock, log, memoryYours } from '../../support/app/library-fixtures.ts';
import { schemaOf } from '../../support/database/sql-tools.ts';

describe('migration of yours.db to version 250', () => {
  it('adds empty tables and keeps everything else', () => {
    const db = openDatabase(':memory:', { clock, log });
    migrate(
      db,
      yoursMigrations.filter(({ id }) => id < 250),
    );
    exec(db, `INSERT INTO preference (name, value, set_at_ms) VALUES ('market', '{}', 1)`);
    migrate(db, yoursMigrations);
    expect(schemaOf(db)).toBe(schemaOf(memoryYours()));
    expect(all(db, 'SELECT value FROM preference')).toEqual([{ value: '{}' }]);
    expect([...versions.archivedVersions(db)]).toEqual([]);
  });

  it('counts a version only while its exchange exists, and keeps the newest versions of an item', () => {
    const yours = memoryYours();
    const hashes = (): string[] => [...versions.archivedVersions(yours)].map(({ hash }) => hash);
    const version = { itemType: 'notes', itemKey: 'a', companyId: 'a', position: 0 };
    for (let index = 1; index <= 4; index += 1)
      versions.insertArchivedVersions(yours, versions.insertExchange(yours, index), [
        { ...version, hash: `hash ${index}` },
      ]);
    run(yours, 'DELETE FROM archive_exchange WHERE exchange_id = 4');
    expect(hashes()).toEqual(['hash 1', 'hash 2', 'hash 3']);
    versions.pruneUndoneVersions(yours);
    versions.pruneVersionsOf(yours, [version], 2);
    expect(hashes()).toEqual(['hash 2', 'hash 3']);
    expect(all(yours, 'SELECT count(*) AS n FROM archived_version')).toEqual([{ n: 2 }]);
    versions.deleteArchivedVersionsOf(yours, 'a');
    expect(versions.companiesOfArchivedVersions(yours)).toEqual([]);
  });
});
