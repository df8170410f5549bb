import { describe, expect, it } from 'vitest';
import { migrate } from '../../electron/core/database/migrate.ts';
import { ledgerMigrations } from '../../electron/core/database/migrations/ledger/index.ts';
import { openDatabase } from '../../electron/core/database/open.ts';
import * as facts from '../../electron/core/database/queries/cache/plan-facts.ts';
import * as times from '../../electron/core/database/queries/ledger/plan-times.ts';
import { listedCompanies } from '../../electron/core/database/queries/yours/lists.ts';
import { openPipeline } from '../../electron/core/database/queries/yours/pipeline.ts';
import { planRules } from '../../electron/core/database/queries/yours/plan-rules.ts';
import { fetchedRowsOf } from '../../electron/core/database/queries/yours/saved-searches.ts';
import type { ReadDb, WriteDb } from '../../electron/core/database/sql.ts';
import * as fixtures from '../support/app/library-fixtures.ts';
import { plansOf } from '../support/database/sql-tools.ts';

function memoryLedger(): WriteDb {
  const db = openDatabase(':memory:', { clock: fixtures.clock, log: fixtures.log });
  migrate(db, ledgerMigrations);
  return db;
}
describe('plan facts in the ledger’s file', () => {
  it('store the time of the last event, and never move it back', () => {
    const db = memoryLedger();
    expect(times.planFact(db, 'heard')).toBeNull();
    times.putPlanFact(db, 'heard', 9.4);
    times.putPlanFact(db, 'heard', 3);
    expect(times.planFact(db, 'heard')).toBe(9);
  });
});

const planOf = (db: WriteDb, read: (on: ReadDb) => unknown): readonly string[] => plansOf(db, read);

describe('what a plan is decided on is read by an index', () => {
  it('planFact', () => {
    const plan = planOf(memoryLedger(), (db) => times.planFact(db, 'heard'));
    expect(plan.filter((line) => line.startsWith('SCAN'))).toEqual([]);
  });

  it('facts of companies by key, in one read', () => {
    const plan = planOf(fixtures.memoryCache(), (db) => facts.planFactsOf(db, ['a']));
    expect(plan.filter((line) => /^SCAN (?!wanted)/.test(line))).toEqual([]);
    const rounds = planOf(fixtures.memoryCache(), (db) =>
      facts.countUnknownRounds(db, [{ companyId: 'a', roundId: 'r' }]),
    );
    expect(rounds.filter((line) => /^SCAN (?!json_each|\(subquery|told)/.test(line))).toEqual([]);
  });

  it('the rounds of companies, and how many were announced on a date', () => {
    const cache = fixtures.memoryCache();
    const reads = [
      () => planOf(cache, (db) => facts.companiesMissingRounds(db, ['a'])),
      () => planOf(cache, (db) => facts.roundsByDate(db, [{ companyId: 'a', roundId: 'r' }])),
      () => planOf(fixtures.memoryYours(), (db) => fetchedRowsOf(db, 'key')),
    ];
    for (const read of reads) expect(read().filter((line) => /^SCAN (?!wanted|told)/.test(line))).toEqual([]);
  });

  it('companies on lists, and the user’s rules', () => {
    const yours = fixtures.memoryYours();
    const listed = planOf(yours, (db) => listedCompanies(db, 10));
    // The query may scan the list entries, because it needs the newest entries of all lists.
    expect(listed.filter((line) => /^SCAN (?!watchlist_entry|watchlist$)/.test(line))).toEqual([]);
    expect(planOf(yours, (db) => planRules(db)).join()).toMatch(/SEARCH/);
    // Runs the query but does not check its query plan. The query needs nearly all companies with a status or
    // a task, so a scan is the right plan.
    expect(openPipeline(yours, 10)).toEqual([]);
  });

  it('a round is unknown by company and id', () => {
    const cache = fixtures.memoryCache();
    const unknownRound = { companyId: 'a', roundId: 'r' };
    expect(
      facts.countUnknownRounds(cache, [unknownRound, unknownRound, { companyId: 'b', roundId: 'r' }]),
    ).toBe(2);
  });
});
