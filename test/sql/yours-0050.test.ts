import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { yoursMigrations } from '../../electron/core/database/migrations/yours/index.ts';
import { migrate } from '../../electron/core/database/migrate.ts';
import { openDatabase } from '../../electron/core/database/open.ts';
import { answerByKey } from '../../electron/core/database/queries/cache/library-answers.ts';
import * as fit from '../../electron/core/database/queries/cache/fit-facts.ts';
import * as preferences from '../../electron/core/database/queries/yours/preferences.ts';
import * as searches from '../../electron/core/database/queries/yours/saved-searches.ts';
import { all, exec, type ReadDb } from '../../electron/core/database/sql.ts';
import * as fixtures from '../support/app/library-fixtures.ts';
import { plansOf } from '../support/database/sql-tools.ts';

const fixtureOf = (version: number): string =>
  readFileSync(new URL(`fixtures/yours-${version}.sql`, import.meta.url), 'utf8');

describe('yours.db from version 40 to 50', () => {
  it('preserves every row of every table', () => {
    const db = openDatabase(':memory:', { clock: fixtures.clock, log: fixtures.log });
    const upTo = (version: number) => yoursMigrations.filter(({ id }) => id <= version);
    migrate(db, upTo(10));
    exec(db, fixtureOf(10));
    migrate(db, upTo(30));
    exec(db, fixtureOf(30));
    migrate(db, upTo(40));
    exec(db, "INSERT INTO saved_filter VALUES (1, 'Warm', 'warm', '{}', 1)");
    const tables = all(
      db,
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
    ).map(({ name }) => String(name));
    const rows = () => tables.map((table) => [table, all(db, `SELECT * FROM "${table}"`)] as const);
    const before = rows();
    expect(before.filter(([, of]) => of.length === 0).map(([table]) => table)).toEqual([]);
    migrate(db, upTo(50));
    expect(rows()).toEqual(before);
    expect(searches.savedSearches(db)).toEqual([]);
    expect(preferences.preference(db, 'market')).toBeNull();
  });
});

const question = 'k'.repeat(64);

describe('reads of saved searches and preferences use an index', () => {
  const db = fixtures.memoryYours();
  const reads: Record<string, (db: ReadDb) => unknown> = {
    savedSearchById: (on) => searches.savedSearchById(on, 1),
    savedSearchNamed: (on) => searches.savedSearchNamed(on, 'a'),
    savedSearchByQuestion: (on) => searches.savedSearchByQuestion(on, question),
    lastQueryOf: (on) => searches.lastQueryOf(on, question),
    unseenRowIds: (on) => searches.unseenRowIds(on, { searchId: 1, questionKey: question }),
    viewedAtMs: (on) => searches.viewedAtMs(on, 1),
    preference: (on) => preferences.preference(on, 'market'),
  };
  it.each(Object.entries(reads))('%s', (_name, read) => {
    const plans = plansOf(db, read);
    expect(plans.length).toBeGreaterThan(0);
    expect(plans.filter((line) => line.startsWith('SCAN'))).toEqual([]);
  });

  it('rows to prune are found by query or search', () => {
    const pruned = [
      plansOf(db, (on) => searches.pruneFetched(on, question, 1)),
      plansOf(db, (on) => searches.pruneSeen(on, { searchId: 1, questionKey: question }, 1)),
    ];
    for (const plans of pruned) {
      expect(plans.join('\n')).toMatch(/SEARCH search_(?:fetched|seen) USING PRIMARY KEY/);
      expect(plans.filter((line) => line.startsWith('SCAN'))).toEqual([]);
    }
  });

  it('the companies of a deleted row are found in indexes that contain nothing else', () => {
    // The product must hash every id and compare it with the erased ids, so a scan is needed. The scan must
    // read only an index.
    const scans = [searches.companiesSearched, searches.companiesFetched]
      .flatMap((read) => plansOf(db, (on) => read(on)))
      .filter((line) => line.includes('SCAN'));
    expect(scans.length).toBeGreaterThan(0);
    expect(scans.filter((line) => !line.includes('COVERING INDEX'))).toEqual([]);
  });
});

describe('reads of the fit and of answers from the library use an index', () => {
  const db = fixtures.memoryCache();
  const reads: Record<string, (db: ReadDb) => unknown> = {
    fitFacts: (on) => fit.fitFacts(on, ['a', 'b']),
    technologiesAmong: (on) => fit.technologiesAmong(on, ['a'], ['Kafka']),
    latestIcpMatch: (on) => fit.latestIcpMatch(on, 'a'),
    answerByKey: (on) => answerByKey(on, question),
  };
  it.each(Object.entries(reads))('%s', (_name, read) => {
    const plans = plansOf(db, read);
    expect(plans.length).toBeGreaterThan(0);
    expect(plans.filter((line) => /^SCAN (?!wanted|named)/.test(line))).toEqual([]);
  });

  it('technologies never scan all companies that use one', () => {
    const plans = plansOf(db, (on) => fit.technologiesAmong(on, ['a'], ['Kafka']));
    expect(plans).toContain('SEARCH company_technology USING PRIMARY KEY (company_id=?)');
  });
});
