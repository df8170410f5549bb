import { describe, expect, it } from 'vitest';
import { cacheMigrations } from '../../../electron/core/database/migrations/cache/index.ts';
import { migrate } from '../../../electron/core/database/migrate.ts';
import { openDatabase } from '../../../electron/core/database/open.ts';
import { latestIcpMatch } from '../../../electron/core/database/queries/cache/fit-facts.ts';
import { run, type WriteDb } from '../../../electron/core/database/sql.ts';
import { fitsOf } from '../../../electron/core/market/fit-scores.ts';
import { createMarketChanges } from '../../../electron/core/user-data/market.ts';
import { marketSchema } from '../../../shared/model/market.ts';
import {
  clock,
  company,
  event,
  log,
  memoryCache,
  memoryYours,
  round,
} from '../../support/app/library-fixtures.ts';
import { storeEvent } from '../../support/app/store-without-key.ts';
import { noJournal } from '../../support/app/no-journal.ts';

const T0 = Date.UTC(2026, 5, 10, 8);
const deliver = (db: WriteDb, icpMatch: number | null, atMs: number): void =>
  storeEvent(
    db,
    event(company('c1', { name: 'Acme', countryCode: 'NO' }), { round: round('r1'), icpMatch }),
    atMs,
    'webhook',
  );

describe('ICP score of the service', () => {
  it('is the newest in any event; a missing one is not 0 and replaces none', () => {
    const db = memoryCache();
    expect(latestIcpMatch(db, 'c1')).toBeNull();
    deliver(db, null, T0);
    expect(latestIcpMatch(db, 'c1')).toEqual({ score: null, atMs: T0 });
    deliver(db, 82, T0 + 1);
    deliver(db, null, T0 + 2);
    expect(latestIcpMatch(db, 'c1')).toEqual({ score: 82, atMs: T0 + 1 });
    deliver(db, 61, T0 + 4);
    deliver(db, 99, T0 + 3);
    expect(latestIcpMatch(db, 'c1')).toEqual({ score: 61, atMs: T0 + 4 });
  });

  it('is not part of the fit', () => {
    const [cache, yours] = [memoryCache(), memoryYours()];
    createMarketChanges(yours, noJournal).set(marketSchema.parse({ countries: ['NO'] }), T0);
    deliver(cache, 3, T0);
    const before = fitsOf({ cache, yours }, ['c1']).get('c1');
    deliver(cache, 100, T0 + 1);
    expect(fitsOf({ cache, yours }, ['c1']).get('c1')).toEqual(before);
    expect(before?.score).toBe(100);
  });

  it('of stored events is read by migration 90', () => {
    const db = openDatabase(':memory:', { clock, log });
    migrate(
      db,
      cacheMigrations.filter(({ id }) => id < 90),
    );
    const insertRaw = (companyId: string, raw: string): void => {
      run(
        db,
        `INSERT INTO company (company_id, name_folded, source, fetched_at_ms, first_seen_at_ms, field_claims)
         VALUES (:companyId, '', 'webhook', :atMs, :atMs, '{}')`,
        { companyId, atMs: T0 },
      );
      run(
        db,
        `INSERT INTO company_source (company_id, source, fetched_at_ms, raw)
         VALUES (:companyId, 'webhook', :atMs, :raw)`,
        { companyId, atMs: T0, raw },
      );
    };
    insertRaw('scored', '{"userContext":{"icpMatch":74.5}}');
    insertRaw('none', '{"userContext":{"icpMatch":null}}');
    insertRaw('odd', '{"userContext":{"icpMatch":1000}}');
    insertRaw('torn', 'not json');
    migrate(db, cacheMigrations);
    expect(['scored', 'none', 'odd', 'torn'].map((id) => latestIcpMatch(db, id)?.score)).toEqual([
      74.5,
      null,
      null,
      null,
    ]);
  });
});
