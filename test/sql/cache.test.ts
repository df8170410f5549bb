import { describe, expect, it } from 'vitest';
import { cacheMigrations } from '../../electron/core/database/migrations/cache/index.ts';
import { migrate } from '../../electron/core/database/migrate.ts';
import { openDatabase } from '../../electron/core/database/open.ts';
import * as companies from '../../electron/core/database/queries/cache/companies.ts';
import * as filters from '../../electron/core/database/queries/cache/filter-snapshot.ts';
import * as highlights from '../../electron/core/database/queries/cache/panels/highlights.ts';
import * as investors from '../../electron/core/database/queries/cache/investors.ts';
import * as answers from '../../electron/core/database/queries/cache/library-answers.ts';
import * as library from '../../electron/core/database/queries/cache/company-presence.ts';
import * as news from '../../electron/core/database/queries/cache/panels/news-articles.ts';
import * as panels from '../../electron/core/database/queries/cache/panels/company-panels.ts';
import * as people from '../../electron/core/database/queries/cache/contacts.ts';
import * as profile from '../../electron/core/database/queries/cache/company-profile.ts';
import * as sets from '../../electron/core/database/queries/cache/query-sets.ts';
import * as rawRows from '../../electron/core/database/queries/cache/raw-rows.ts';
import * as roles from '../../electron/core/database/queries/cache/panels/open-roles.ts';
import * as rounds from '../../electron/core/database/queries/cache/rounds.ts';
import * as search from '../../electron/core/database/queries/cache/search-index.ts';
import * as service from '../../electron/core/database/queries/cache/service-state.ts';
import * as technologies from '../../electron/core/database/queries/cache/panels/technologies.ts';
import { sqliteVersion } from '../../electron/core/database/queries/sqlite-version.ts';
import { all, get, num, run, text } from '../../electron/core/database/sql.ts';
import { clock, log, memoryCache } from '../support/app/library-fixtures.ts';
import { plansOf, schemaOf } from '../support/database/sql-tools.ts';

describe('cache.db', () => {
  it('has the recorded schema', async () => {
    await expect(schemaOf(memoryCache())).toMatchFileSnapshot('__schema__/cache.sql');
  });

  it('is created once; migrating it again changes nothing', () => {
    const db = openDatabase(':memory:', { clock, log });
    migrate(db, cacheMigrations);
    const before = schemaOf(db);
    migrate(db, cacheMigrations);
    expect(schemaOf(db)).toBe(before);
    const version = get(db, 'PRAGMA user_version');
    expect(version === null ? null : num(version, 'user_version')).toBe(cacheMigrations.at(-1)?.id);
  });

  it('stays at the old version if a migration fails', () => {
    const db = openDatabase(':memory:', { clock, log });
    migrate(db, cacheMigrations);
    const before = schemaOf(db);
    const broken = {
      id: 1_000,
      name: 'broken',
      sql: 'CREATE TABLE half (a TEXT); CREATE TABLE company (a TEXT)',
    };
    expect(() => migrate(db, [...cacheMigrations, broken])).toThrow();
    expect(schemaOf(db)).toBe(before);
  });

  it('has strict types and foreign keys', () => {
    const db = memoryCache();
    const tables = all(
      db,
      `SELECT name, strict FROM pragma_table_list
       WHERE schema = 'main' AND name NOT LIKE 'sqlite_%' AND type NOT IN ('virtual', 'shadow')`,
    );
    expect(tables.filter((row) => num(row, 'strict') === 0).map((row) => text(row, 'name'))).toEqual([]);
    expect(() => run(db, "INSERT INTO company_industry VALUES ('nobody', 0, 'Fintech')")).toThrow(
      /FOREIGN KEY/,
    );
  });
});

describe('reads of cache.db use an index', () => {
  const db = memoryCache();
  const ids = ['a', 'b'];
  const reads: Record<string, (db: Parameters<Parameters<typeof plansOf>[1]>[0]) => unknown> = {
    companyRows: (on) => companies.companyRows(on, ids),
    companyFacts: (on) => companies.companyFacts(on, 'a'),
    companyNamesOf: (on) => companies.companyNamesOf(on, ids),
    sourceStamp: (on) => companies.sourceStamp(on, 'a', 'company'),
    totalContactsOf: (on) => companies.totalContactsOf(on, 'a'),
    totalsOf: (on) => companies.totalsOf(on, ids),
    roundById: (on) => rounds.roundById(on, 'a', 'r'),
    receivedRoundId: (on) =>
      rounds.receivedRoundId(on, { companyId: 'a', announcedOn: 'd', stageFolded: 's' }),
    derivedTwins: (on) => rounds.derivedTwins(on, 'a', 'r'),
    raisedUsdOf: (on) => rounds.raisedUsdOf(on, 'a', 1),
    roundsOf: (on) => rounds.roundsOf(on, 'a', { offset: 0, limit: 50 }),
    countRounds: (on) => rounds.countRounds(on, 'a'),
    investorsOf: (on) => rounds.investorsOf(on, 'a'),
    contactsState: (on) => people.contactsState(on, 'a'),
    encryptedContacts: (on) => people.encryptedContacts(on, 'a'),
    countContacts: (on) => people.countContacts(on, 'a'),
    industriesOf: (on) => profile.industriesOf(on, 'a'),
    tagsOf: (on) => profile.tagsOf(on, 'a'),
    techStackFacts: (on) => technologies.techStackFacts(on, 'a'),
    technologiesOf: (on) => technologies.technologiesOf(on, 'a'),
    highlightsOf: (on) => highlights.highlightsOf(on, 'a', { offset: 0, limit: 50 }),
    countHighlights: (on) => highlights.countHighlights(on, 'a'),
    allHighlights: (on) => highlights.allHighlights(on, 'a'),
    panelsOf: (on) => panels.panelsOf(on, 'a'),
    reportedRowsOf: (on) => panels.reportedRowsOf(on, 'a', 'news'),
    lastRowCounts: (on) => panels.lastRowCounts(on, ids, ['news']),
    usualRowCount: (on) => panels.usualRowCount(on, 'news'),
    articlesOf: (on) => news.articlesOf(on, 'a', { offset: 0, limit: 50 }),
    countArticles: (on) => news.countArticles(on, 'a'),
    rolesOf: (on) =>
      roles.rolesOf(on, 'a', { department: 'it', seniority: null, search: 'x', offset: 0, limit: 50 }),
    countRoles: (on) => roles.countRoles(on, 'a', { department: null, seniority: 'mid', search: '' }),
    departmentCounts: (on) => roles.departmentCounts(on, 'a', 50),
    seniorityCounts: (on) => roles.seniorityCounts(on, 'a', 50),
    countRolesSince: (on) => roles.countRolesSince(on, 'a', 1),
    roleWalk: (on) => roles.roleWalk(on, 'a'),
    filteredRoleWalk: (on) =>
      roles.filteredRoleWalk(on, 'a', { department: 'it', seniority: '', search: '' }),
    serviceFacts: (on) => service.serviceFacts(on),
    normalisedVersion: (on) => service.normalisedVersion(on, 'rows'),
    isKnown: (on) => companies.isKnown(on, 'a'),
    totalRoundsOf: (on) => companies.totalRoundsOf(on, 'a'),
    roundSources: (on) => rawRows.roundSources(on, 'a', 'r'),
    rawCompanies: (on) => rawRows.rawCompanies(on, { companyId: 'a', source: '' }, 50),
    encryptedRaws: (on) => rawRows.encryptedRaws(on, { companyId: 'a', source: '' }, 50),
    rawRounds: (on) => rawRows.rawRounds(on, { companyId: 'a', roundId: '', source: '' }, 50),
    rawRoles: (on) => rawRows.rawRoles(on, { companyId: 'a', roleId: '' }, 50),
    setById: (on) => sets.setById(on, 1),
    setByQuery: (on) => sets.setByQuery(on, 'fundings', 'k'),
    newestSet: (on) => sets.newestSet(on, 'fundings'),
    setRows: (on) => sets.setRows(on, 1),
    setEvents: (on) => sets.setEvents(on, { setId: 1, offset: 0, limit: 50 }),
    countSetRows: (on) => sets.countSetRows(on, 1),
    completeSets: (on) => sets.completeSets(on, 'fundings', 400),
    receivedCompanies: (on) => sets.receivedCompanies(on, 1),
    investorsWithPrefix: (on) => investors.investorsWithPrefix(on, 'a', 50),
    firstInvestors: (on) => investors.investorsWithPrefix(on, '', 50),
    filterSnapshotAt: (on) => filters.filterSnapshotAt(on),
    receivedRows: (on) => sets.receivedRows(on, 1),
    queryTotal: (on) => sets.queryTotal(on, 'k'),
    answerById: (on) => answers.answerById(on, 1),
    newestAnswer: (on) => answers.newestAnswer(on, 'fundings'),
    countAnswerRows: (on) => answers.countAnswerRows(on, 1),
    answerEvents: (on) => answers.answerEvents(on, { answerId: 1, offset: 0, limit: 50 }),
    companiesAlone: (on) => answers.companiesAlone(on, ids),
    missingCompanies: (on) => library.missingCompanies(on, ids),
    companiesWithContactsAmong: (on) => library.companiesWithContactsAmong(on, ids),
    companyIdsAfter: (on) => search.companyIdsAfter(on, 'a', 50),
    searchedCompanies: (on) => search.searchedCompanies(on, ids),
    searchedTexts: (on) => search.searchedTexts(on, ids),
    industriesAmong: (on) => search.industriesAmong(on, ids),
    tagsAmong: (on) => search.tagsAmong(on, ids),
    encryptedNamesAmong: (on) => search.encryptedNamesAmong(on, ids),
    companiesWithContactsAfter: (on) => search.companiesWithContactsAfter(on, 'a', 50),
    dirtyAfter: (on) => search.dirtyAfter(on, 'a', 50),
    docOf: (on) => search.docOf(on, 'a'),
    indexStates: (on) => search.indexStates(on, ids),
    textsBefore: (on) => search.textsBefore(on, 'a'),
  };
  it.each(Object.entries(reads))('%s', (_name, read) => {
    const plans = plansOf(db, read);
    expect(plans.length).toBeGreaterThan(0);
    // The query may scan the list of ids that it received (`wanted`). It must read tables through an index.
    const scans = plans.filter((line) => /^SCAN (?!wanted|\(subquery)/.test(line));
    expect(scans).toEqual([]);
  });

  it('words use the full-text index', () => {
    const plans = plansOf(db, (on) => search.matchingDocs(on, '"robot" *'));
    expect(plans).toEqual([expect.stringMatching(/^SCAN search_words VIRTUAL TABLE INDEX \d+:M/)]);
  });

  it('a read without an index is detected (planted defect)', () => {
    const plans = plansOf(db, (on) => all(on, "SELECT * FROM round WHERE stage = 'Seed'"));
    expect(plans.some((line) => line.startsWith('SCAN round'))).toBe(true);
  });
});

it('the SQLite version comes from the driver, without reading a table', () => {
  const db = memoryCache();
  expect(sqliteVersion(db)).toMatch(/^3\.\d+\.\d+$/);
  expect(plansOf(db, sqliteVersion)).toEqual(['SCAN CONSTANT ROW']);
});
