import { describe, expect, it } from 'vitest';
import { cacheMigrations } from '../../../electron/core/database/migrations/cache/index.ts';
import { yoursMigrations } from '../../../electron/core/database/migrations/yours/index.ts';
import { ledgerMigrations } from '../../../electron/core/database/migrations/ledger/index.ts';
import { migrate } from '../../../electron/core/database/migrate.ts';
import { openDatabase } from '../../../electron/core/database/open.ts';
import * as cacheFacts from '../../../electron/core/database/queries/cache/outcomes/outcome-facts.ts';
import { chargedRequests } from '../../../electron/core/database/queries/ledger/outcome-requests.ts';
import * as facts from '../../../electron/core/database/queries/yours/outcome-facts.ts';
import { all, exec, type WriteDb } from '../../../electron/core/database/sql.ts';
import { clock, log, memoryCache, memoryYours } from '../../support/app/library-fixtures.ts';
import { memoryDatabase } from '../../support/database/memory-database.ts';
import { plansOf, schemaOf } from '../../support/database/sql-tools.ts';

describe('the migrations of Outcomes', () => {
  it('keep all companies, without a search that found them', () => {
    const db = openDatabase(':memory:', { clock, log });
    migrate(
      db,
      cacheMigrations.filter(({ id }) => id < 210),
    );
    exec(
      db,
      `INSERT INTO company (company_id, name, name_folded, source, fetched_at_ms, first_seen_at_ms, field_claims)
       VALUES ('c1', 'One', 'one', 'fundings', 1, 1, '{}')`,
    );
    migrate(db, cacheMigrations);
    expect(schemaOf(db)).toBe(schemaOf(memoryCache()));
    expect(all(db, 'SELECT company_id, found_by FROM company')).toEqual([
      { company_id: 'c1', found_by: null },
    ]);
  });

  it('keep all requests, without a saved search for which a plan made them', () => {
    const db = openDatabase(':memory:', { clock, log });
    migrate(
      db,
      ledgerMigrations.filter(({ id }) => id < 150),
    );
    exec(
      db,
      `INSERT INTO entry (epoch, key_epoch, at_ms, wall_ms, endpoint, call, screen, reason, lane, accepted_requests,
         accepted_records, accepted_page_turns, accepted_companies, reserved_requests, reserved_records,
         reserved_page_turns, reserved_companies, state, from_ms)
       VALUES (1, 1, 1, 1, 'fundings', '/fundings?a', 'today', 'Plan: older', 'catch-up', 1, 9, 1, 0, 1, 9, 1, 0, 'reserved', 1)`,
    );
    migrate(db, ledgerMigrations);
    expect(schemaOf(db)).toBe(schemaOf(memoryDatabase(ledgerMigrations, { clock, log })));
    expect(all(db, 'SELECT call, search_id FROM entry')).toEqual([{ call: '/fundings?a', search_id: null }]);
    expect(() => exec(db, "UPDATE entry SET state = 'unknown', search_id = 1")).toThrow('append-only');
  });

  it('start without opened pages, and store only the first time', () => {
    const db = openDatabase(':memory:', { clock, log });
    migrate(
      db,
      yoursMigrations.filter(({ id }) => id < 220),
    );
    migrate(db, yoursMigrations);
    expect(schemaOf(db)).toBe(schemaOf(memoryYours()));
    expect(facts.openedSinceMs(db)).toBeNull();
    facts.putOpened(db, 'c1', 5);
    facts.putOpened(db, 'c1', 9);
    expect(facts.openedCompanies(db, '', 9)).toEqual([{ companyId: 'c1', openedAtMs: 5 }]);
  });
});

describe('reads of Outcomes use an index or read a table in pages', () => {
  const files = {
    cache: memoryCache(),
    yours: memoryYours(),
    ledger: memoryDatabase(ledgerMigrations, { clock, log }),
  };
  const reads: Record<string, readonly [WriteDb, (db: WriteDb) => unknown]> = {
    chargedRequests: [files.ledger, (on) => chargedRequests(on, 0, 9)],
    openedCompanies: [files.yours, (on) => facts.openedCompanies(on, '', 9)],
    statusChanges: [files.yours, (on) => facts.statusChanges(on, 0, 9)],
    currentStatuses: [files.yours, (on) => facts.currentStatuses(on, '', 9)],
    loggedContacts: [files.yours, (on) => facts.loggedContacts(on, 0, 9)],
    companiesOfSearch: [files.yours, (on) => facts.companiesOfSearch(on, 'key')],
    contactIdentities: [files.yours, (on) => facts.contactIdentities(on, [1])],
    companiesFoundByWebhook: [files.cache, (on) => cacheFacts.companiesFoundByWebhook(on, 0, 9)],
    announcementDates: [files.cache, (on) => cacheFacts.announcementDates(on, ['a'])],
    titlesOfContacts: [
      files.cache,
      (on) => cacheFacts.titlesOfContacts(on, [{ refId: 1, companyId: 'a', identity: '00' }]),
    ],
  };
  it.each(Object.entries(reads))('%s', (_name, [on, read]) => {
    const plans = plansOf(on, read);
    expect(plans.length).toBeGreaterThan(0);
    expect(plans.filter((line) => /^SCAN (?!wanted|json_each)/.test(line))).toEqual([]);
  });
});
