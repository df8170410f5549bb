import { describe, expect, it } from 'vitest';
import { cacheMigrations } from '../../../electron/core/database/migrations/cache/index.ts';
import { yoursMigrations } from '../../../electron/core/database/migrations/yours/index.ts';
import { migrate, type Migration } from '../../../electron/core/database/migrate.ts';
import { openDatabase } from '../../../electron/core/database/open.ts';
import * as rounds from '../../../electron/core/database/queries/cache/investor-rounds.ts';
import * as names from '../../../electron/core/database/queries/cache/investors.ts';
import { replaceInvestors } from '../../../electron/core/database/queries/cache/rounds.ts';
import * as own from '../../../electron/core/database/queries/yours/investors.ts';
import { all, exec, type ReadDb, type WriteDb } from '../../../electron/core/database/sql.ts';
import { clock, log, memoryCache, memoryYours } from '../../support/app/library-fixtures.ts';
import { plansOf, schemaOf } from '../../support/database/sql-tools.ts';

function before(migrations: readonly Migration[], id: number): WriteDb {
  const db = openDatabase(':memory:', { clock, log });
  migrate(
    db,
    migrations.filter((each) => each.id < id),
  );
  return db;
}

const ROUND = `
  INSERT INTO company (company_id, name, name_folded, source, fetched_at_ms, first_seen_at_ms, field_claims)
    VALUES ('c1', 'One', 'one', 'fundings', 1, 1, '{}');
  INSERT INTO round (company_id, round_id, derived_id, detail_level, stage_folded, source, fetched_at_ms, field_claims)
    VALUES ('c1', 'r1', 0, 'full', '', 'rounds', 1, '{}');
  INSERT INTO round_investor (company_id, round_id, position, name, name_folded, role)
    VALUES ('c1', 'r1', 0, 'Alder', 'alder', 'lead');`;

describe('migration of cache.db to version 190', () => {
  it('keeps stored investors, which are never news, and has the schema of a new file', () => {
    const db = before(cacheMigrations, 190);
    exec(db, ROUND);
    migrate(db, cacheMigrations);
    expect(schemaOf(db)).toBe(schemaOf(memoryCache()));
    expect(all(db, 'SELECT name, stored_at_ms FROM round_investor')).toEqual([
      { name: 'Alder', stored_at_ms: null },
    ]);
    expect(rounds.roundsStoredSince(db, [{ nameFolded: 'alder', sinceMs: 0 }])).toEqual([]);
  });

  it('records the time of an investor that a stored round gains, but not of those that it had', () => {
    const db = before(cacheMigrations, 190);
    exec(db, ROUND);
    migrate(db, cacheMigrations);
    replaceInvestors(db, { companyId: 'c1', roundId: 'r1', fetchedAtMs: 7, twinId: null }, [
      { name: 'Alder', nameFolded: 'alder', role: 'lead' },
      { name: 'Tarn', nameFolded: 'tarn', role: 'participant' },
    ]);
    expect(all(db, 'SELECT name, stored_at_ms FROM round_investor ORDER BY position')).toEqual([
      { name: 'Alder', stored_at_ms: null },
      { name: 'Tarn', stored_at_ms: 7 },
    ]);
  });
});

describe('migration of yours.db to version 210', () => {
  it('adds empty tables and keeps everything else', () => {
    const db = before(yoursMigrations, 210);
    exec(db, `INSERT INTO preference (name, value, set_at_ms) VALUES ('market', '{}', 1)`);
    migrate(db, yoursMigrations);
    expect(schemaOf(db)).toBe(schemaOf(memoryYours()));
    expect(all(db, 'SELECT value FROM preference')).toEqual([{ value: '{}' }]);
    expect([own.investorWatches(db), own.investorMerges(db)]).toEqual([[], []]);
  });
});

describe('reads of investors use an index', () => {
  const cache = memoryCache();
  const yours = memoryYours();
  const reads: Record<string, readonly [WriteDb, (db: ReadDb) => unknown]> = {
    investorTotals: [cache, (on) => rounds.investorTotals(on, ['a'])],
    investorStages: [cache, (on) => rounds.investorStages(on, ['a'], 5)],
    investorAmounts: [cache, (on) => rounds.investorAmounts(on, ['a'], 5)],
    investorRounds: [cache, (on) => rounds.investorRounds(on, ['a'], { offset: 0, limit: 5 })],
    investorSpellings: [cache, (on) => rounds.investorSpellings(on, ['a'])],
    investorNamesAmong: [cache, (on) => rounds.investorNamesAmong(on, ['a'])],
    roundsStoredSince: [cache, (on) => rounds.roundsStoredSince(on, [{ nameFolded: 'a', sinceMs: 1 }])],
    newestRoundOfMs: [cache, (on) => rounds.newestRoundOfMs(on, ['a'])],
    roundsByKey: [cache, (on) => rounds.roundsByKey(on, [{ companyId: 'a', roundId: 'b' }])],
    investorNamed: [cache, (on) => names.investorNamed(on, 'a')],
    investorsAmong: [cache, (on) => names.investorsAmong(on, ['a'])],
    companiesWithInvestorsAfter: [cache, (on) => names.companiesWithInvestorsAfter(on, 'a', 5)],
    companiesOfInvestors: [cache, (on) => names.companiesOfInvestors(on, ['a'])],
    investorMerge: [yours, (on) => own.investorMerge(on, 'a')],
    mergedInto: [yours, (on) => own.mergedInto(on, 'a')],
  };
  it.each(Object.entries(reads))('%s', (_name, [db, read]) => {
    const plans = plansOf(db, read);
    expect(plans.length).toBeGreaterThan(0);
    // The query may scan `theirs`, which contains the rounds of only one investor.
    expect(plans.filter((line) => /^SCAN (?!wanted|theirs|json_each)/.test(line))).toEqual([]);
  });

  it('coInvestors, apart from the names that the user merged', () => {
    const plans = plansOf(cache, (on) => rounds.coInvestors(on, ['a'], new Map([['b', 'a']]), 5));
    expect(plans.filter((line) => /^SCAN (?!wanted|theirs|json_each|merged|others|\()/.test(line))).toEqual(
      [],
    );
  });
});
