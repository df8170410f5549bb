import { describe, expect, it } from 'vitest';
import { cacheMigrations } from '../../electron/core/db/migrations/cache/index.ts';
import { migrate } from '../../electron/core/db/migrate.ts';
import { openDatabase } from '../../electron/core/db/open.ts';
import * as companies from '../../electron/core/db/queries/companies.ts';
import * as library from '../../electron/core/db/queries/library.ts';
import * as people from '../../electron/core/db/queries/people.ts';
import * as profile from '../../electron/core/db/queries/profile.ts';
import * as sets from '../../electron/core/db/queries/query-sets.ts';
import * as rounds from '../../electron/core/db/queries/rounds.ts';
import { all, get, num, run, text } from '../../electron/core/db/sql.ts';
import { clock, log, memoryCache } from '../support/library-fixtures.ts';
import { plansOf, schemaOf } from '../support/sql-tools.ts';

describe('cache.db', () => {
  it('has the schema on record', async () => {
    await expect(schemaOf(memoryCache())).toMatchFileSnapshot('__schema__/cache.sql');
  });

  it('is made from nothing once, and the second time nothing happens', () => {
    const db = openDatabase(':memory:', { clock, log });
    migrate(db, cacheMigrations);
    const before = schemaOf(db);
    migrate(db, cacheMigrations);
    expect(schemaOf(db)).toBe(before);
    const version = get(db, 'PRAGMA user_version');
    expect(version === null ? null : num(version, 'user_version')).toBe(cacheMigrations.at(-1)?.id);
  });

  it('keeps the old version whole when a step fails', () => {
    const db = openDatabase(':memory:', { clock, log });
    migrate(db, cacheMigrations);
    const before = schemaOf(db);
    const broken = {
      id: 20,
      name: 'broken',
      sql: 'CREATE TABLE half (a TEXT); CREATE TABLE company (a TEXT)',
    };
    expect(() => migrate(db, [...cacheMigrations, broken])).toThrow();
    expect(schemaOf(db)).toBe(before);
  });

  it('keeps types strictly and foreign keys', () => {
    const db = memoryCache();
    const tables = all(
      db,
      "SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND name NOT LIKE 'sqlite_%'",
    );
    expect(tables.filter((row) => num(row, 'strict') === 0).map((row) => text(row, 'name'))).toEqual([]);
    expect(() => run(db, "INSERT INTO company_industry VALUES ('nobody', 0, 'Fintech', 'fintech')")).toThrow(
      /FOREIGN KEY/,
    );
  });
});

describe('reads of cache.db go by an index', () => {
  const db = memoryCache();
  const ids = ['a', 'b'];
  const reads: Record<string, (db: Parameters<Parameters<typeof plansOf>[1]>[0]) => unknown> = {
    companyRows: (on) => companies.companyRows(on, ids),
    companyFacts: (on) => companies.companyFacts(on, 'a'),
    companyNamesOf: (on) => companies.companyNamesOf(on, ids),
    sourceStamp: (on) => companies.sourceStamp(on, 'a', 'company'),
    totalContactsOf: (on) => companies.totalContactsOf(on, 'a'),
    roundById: (on) => rounds.roundById(on, 'a', 'r'),
    roundByDateAndStage: (on) =>
      rounds.roundByDateAndStage(on, { companyId: 'a', announcedOn: 'd', stageFolded: 's', derivedId: true }),
    roundsOf: (on) => rounds.roundsOf(on, 'a', 50),
    investorsOf: (on) => rounds.investorsOf(on, 'a'),
    contactsState: (on) => people.contactsState(on, 'a'),
    sealedContacts: (on) => people.sealedContacts(on, 'a'),
    countContacts: (on) => people.countContacts(on, 'a'),
    industriesOf: (on) => profile.industriesOf(on, 'a'),
    tagsOf: (on) => profile.tagsOf(on, 'a'),
    technologiesOf: (on) => profile.technologiesOf(on, 'a', 50),
    highlightsOf: (on) => profile.highlightsOf(on, 'a', 50),
    setById: (on) => sets.setById(on, 1),
    setByQuery: (on) => sets.setByQuery(on, 'fundings', 'k'),
    newestSet: (on) => sets.newestSet(on, 'fundings'),
    setRows: (on) => sets.setRows(on, 1),
    setEvents: (on) => sets.setEvents(on, { setId: 1, offset: 0, limit: 50 }),
    countSetRows: (on) => sets.countSetRows(on, 1),
    missingCompanies: (on) => library.missingCompanies(on, ids),
    companiesWithPeopleAmong: (on) => library.companiesWithPeopleAmong(on, ids),
    announcedSince: (on) => library.announcedSince(on, '2026-01-01'),
  };
  it.each(Object.entries(reads))('%s', (_name, read) => {
    const plans = plansOf(db, read);
    expect(plans.length).toBeGreaterThan(0);
    // A list of ids handed in is walked; a table is searched.
    const scans = plans.filter((line) => /^SCAN (?!wanted|\(subquery)/.test(line));
    expect(scans).toEqual([]);
  });

  it.each(['announced', 'fetched', 'name'] as const)(
    'the list by %s reads an index alone, without sorting',
    (sort) => {
      const plans = plansOf(db, (on) => library.libraryIds(on, sort, []));
      expect(plans).toEqual([`SCAN company USING COVERING INDEX company_by_${sort}`]);
    },
  );

  it('a planted read without an index is found', () => {
    const plans = plansOf(db, (on) => all(on, "SELECT * FROM round WHERE stage = 'Seed'"));
    expect(plans.some((line) => line.startsWith('SCAN round'))).toBe(true);
  });
});
