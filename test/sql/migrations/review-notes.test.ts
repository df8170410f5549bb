import { describe, expect, it } from 'vitest';
import { yoursMigrations } from '../../../electron/core/database/migrations/yours/index.ts';
import { ledgerMigrations } from '../../../electron/core/database/migrations/ledger/index.ts';
import { migrate } from '../../../electron/core/database/migrate.ts';
import { openDatabase } from '../../../electron/core/database/open.ts';
import * as companies from '../../../electron/core/database/queries/cache/figures/month-companies.ts';
import * as spending from '../../../electron/core/database/queries/ledger/month-spending.ts';
import {
  contactedAmong,
  newRoundsOfSearches,
} from '../../../electron/core/database/queries/yours/month-activity.ts';
import * as notes from '../../../electron/core/database/queries/yours/review-notes.ts';
import { all, exec, type ReadDb, type WriteDb } from '../../../electron/core/database/sql.ts';
import { clock, log, memoryCache, memoryYours } from '../../support/app/library-fixtures.ts';
import { memoryDatabase } from '../../support/database/memory-database.ts';
import { plansOf, schemaOf } from '../../support/database/sql-tools.ts';

describe('migration of yours.db to version 240', () => {
  it('adds an empty table and keeps everything else', () => {
    const db = openDatabase(':memory:', { clock, log });
    migrate(
      db,
      yoursMigrations.filter(({ id }) => id < 240),
    );
    exec(db, `INSERT INTO preference (name, value, set_at_ms) VALUES ('market', '{}', 1)`);
    migrate(db, yoursMigrations);
    expect(schemaOf(db)).toBe(schemaOf(memoryYours()));
    expect(all(db, 'SELECT value FROM preference')).toEqual([{ value: '{}' }]);
    expect([notes.reviewNotes(db), notes.firstNotedMonth(db)]).toEqual([[], null]);
  });

  it('stores a text for each month', () => {
    const yours = memoryYours();
    const note = { month: '2026-05', body: 'x', revision: 1, savedAtMs: 1 };
    notes.putReviewNote(yours, note);
    notes.putReviewNote(yours, { ...note, body: 'y', revision: 2 });
    expect(notes.reviewNote(yours, '2026-05')).toEqual({ ...note, body: 'y', revision: 2 });
    expect(() => notes.putReviewNote(yours, { ...note, month: 'c-1' })).toThrow(/CHECK/);
  });
});

describe('reads of the monthly review use an index', () => {
  const [cache, yours] = [memoryCache(), memoryYours()];
  const ledger = memoryDatabase(ledgerMigrations, { clock, log });
  const window = { epoch: 1, fromMs: 1, untilMs: 2 };
  const reads: Record<string, readonly [WriteDb, (db: ReadDb) => unknown]> = {
    spendingByEndpoint: [ledger, (on) => spending.spendingByEndpoint(on, window)],
    chargedIn: [ledger, (on) => spending.chargedIn(on, window)],
    companiesFetched: [ledger, (on) => spending.companiesFetched(on, window)],
    contactRecords: [ledger, (on) => spending.contactRecords(on, window)],
    refusals: [ledger, (on) => spending.refusals(on, window)],
    hasSpending: [ledger, (on) => spending.hasSpending(on, window)],
    firstStoredBetween: [cache, (on) => companies.firstStoredBetween(on, ['a'], { fromMs: 1, untilMs: 2 })],
    unusedWindows: [cache, (on) => companies.unusedWindows(on, '2026-04-01', '2026-05-01', 1)],
    storedAfter: [cache, (on) => companies.storedAfter(on, 0, window)],
    roundsBefore: [cache, (on) => companies.roundsBefore(on, [{ companyId: 'a', happenedOn: '2026-05-01' }])],
    contactedAmong: [yours, (on) => contactedAmong(on, ['a'], ['won'])],
    reviewNote: [yours, (on) => notes.reviewNote(on, '2026-05')],
  };
  it.each(Object.entries(reads))('%s', (_name, [db, read]) => {
    const plans = plansOf(db, read);
    expect(plans.length).toBeGreaterThan(0);
    expect(plans.filter((line) => /^SCAN (?!wanted|json_each|CONSTANT)/.test(line))).toEqual([]);
  });

  it('newRoundsOfSearches reads each saved search’s own rows', () => {
    const plans = plansOf(yours, (on) => newRoundsOfSearches(on, 1, 2));
    expect(plans.filter((line) => /^SCAN search_fetched/.test(line))).toEqual([]);
  });
});
