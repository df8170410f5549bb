import { describe, expect, it } from 'vitest';
import { ledgerMigrations } from '../../electron/core/database/migrations/ledger/index.ts';
import { cacheMigrations } from '../../electron/core/database/migrations/cache/index.ts';
import { migrate } from '../../electron/core/database/migrate.ts';
import { openDatabase } from '../../electron/core/database/open.ts';
import * as changes from '../../electron/core/database/queries/cache/company-changes.ts';
import * as rules from '../../electron/core/database/queries/yours/watched-lists.ts';
import * as notices from '../../electron/core/database/queries/ledger/shown-notices.ts';
import { recordsByList } from '../../electron/core/database/queries/ledger/refresh-use.ts';
import { all, exec, type ReadDb, type WriteDb } from '../../electron/core/database/sql.ts';
import * as fixtures from '../support/app/library-fixtures.ts';
import { plansOf } from '../support/database/sql-tools.ts';

describe('migration of cache.db to version 110', () => {
  it('marks roles as known if all of a company were fetched', () => {
    const db = openDatabase(':memory:', { clock: fixtures.clock, log: fixtures.log });
    migrate(
      db,
      cacheMigrations.filter(({ id }) => id < 110),
    );
    exec(
      db,
      `INSERT INTO company (company_id, name_folded, source, fetched_at_ms, first_seen_at_ms, field_claims)
         VALUES ('all', '', 'open-roles', 1, 1, '{}'), ('some', '', 'open-roles', 1, 1, '{}');
       INSERT INTO role_walk (company_id, per_page, page, received, set_aside, started_at_ms, fetched_at_ms, complete)
         VALUES ('all', 50, 1, 9, 0, 1, 1, 1), ('some', 50, 1, 50, 0, 1, 1, 0)`,
    );
    migrate(db, cacheMigrations);
    expect(all(db, 'SELECT company_id FROM role_base')).toEqual([{ company_id: 'all' }]);
  });
});

describe('reads of changes, rules and marks use an index', () => {
  const cache = fixtures.memoryCache();
  const yours = fixtures.memoryYours();
  const ledger = openDatabase(':memory:', { clock: fixtures.clock, log: fixtures.log });
  migrate(ledger, ledgerMigrations);
  const stamp = { source: 'company', fetchedAtMs: 1 } as const;
  const reads: Record<string, readonly [WriteDb, (db: ReadDb) => unknown]> = {
    companiesReceivedSince: [cache, (on) => changes.companiesReceivedSince(on, ['a'], stamp)],
    roundFacts: [cache, (on) => changes.roundFacts(on, ['a'])],
    roleFacts: [cache, (on) => changes.roleFacts(on, 'a')],
    hasRoleBase: [cache, (on) => changes.hasRoleBase(on, 'a')],
    articleFacts: [cache, (on) => changes.articleFacts(on, 'a')],
    newestRecordedMs: [cache, (on) => changes.newestRecordedMs(on)],
    changeTimes: [cache, (on) => changes.changeTimes(on, ['a'])],
    changesById: [cache, (on) => changes.changesById(on, [1])],
    hasClosingChange: [cache, (on) => changes.hasClosingChange(on, 'a', '2026-06-01')],
    watchRule: [yours, (on) => rules.watchRule(on, 1)],
    wasNoticeShown: [ledger, (on) => notices.wasNoticeShown(on, 'a')],
    newestNoticeMs: [ledger, (on) => notices.newestNoticeMs(on, 'morning', 1)],
    recordsByList: [ledger, (on) => recordsByList(on, 1)],
  };
  it.each(Object.entries(reads))('%s', (_name, [db, read]) => {
    const plans = plansOf(db, read);
    expect(plans.length).toBeGreaterThan(0);
    expect(plans.filter((line) => /^SCAN (?!wanted)/.test(line))).toEqual([]);
  });

  it('rules are limited by the number of lists, and their entries are found by list', () => {
    const plans = plansOf(yours, (on) => rules.watchedEntries(on));
    expect(plans.filter((line) => /^SCAN (?!watch_rule)/.test(line))).toEqual([]);
  });

  it('changes to prune are found by time', () => {
    const plans = plansOf(cache, (on) => changes.pruneChanges(on, 10));
    expect(plans.filter((line) => /^SCAN company_change(?! USING COVERING INDEX)/.test(line))).toEqual([]);
  });
});
