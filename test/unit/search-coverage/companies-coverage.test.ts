import { describe, expect, it } from 'vitest';
import type { DecodedListRow } from '../../../electron/core/service-api/decoders/decoded-types.ts';
import { run, type WriteDb } from '../../../electron/core/database/sql.ts';
import { storeAnswer } from '../../../electron/core/library/library-answers.ts';
import { lastSet, resultRows } from '../../../electron/core/library/query-sets.ts';
import { filterValuesOf } from '../../../electron/core/search-coverage/filter-values.ts';
import { coverCompanies } from '../../../electron/core/search-coverage/companies-coverage.ts';
import { isCovered } from '../../../electron/core/search-coverage/coverage.ts';
import { resultRowSchema } from '../../../shared/model/company.ts';
import type { CompaniesQuery } from '../../../shared/model/query.ts';
import { resultSetSchema } from '../../../shared/model/search.ts';
import {
  companiesQuery,
  company,
  memoryCache,
  page,
  round,
  row,
} from '../../support/app/library-fixtures.ts';
import { storePage } from '../../support/app/store-without-key.ts';

const T0 = Date.UTC(2026, 5, 10, 8);
const companies = (codes: readonly (string | null)[]): DecodedListRow[] =>
  codes.map((countryCode, at) =>
    row(
      company(`c${at}`, { name: `N${at}`, countryCode }),
      round(null, { stage: 'Seed', announcedOn: `2026-06-0${at + 1}` }),
    ),
  );
const storeResults = (
  db: WriteDb,
  rows: DecodedListRow[],
  query: CompaniesQuery,
  atMs = T0,
  total = rows.length,
) =>
  storePage(db, {
    endpoint: 'companies',
    query,
    page: page(rows, { total, hasMore: total > rows.length }),
    fetchedAtMs: atMs,
  });
const idsOf = (db: WriteDb, query: CompaniesQuery): string[] | null => {
  const cover = coverCompanies(db, query, filterValuesOf(db));
  return isCovered(cover) ? cover.rows.map(({ companyId }) => companyId).sort() : null;
};
const MIXED = ['DE', 'US', 'DE', 'FR'];

describe('stored results of /companies answer', () => {
  it('the same search, from the newest complete result', () => {
    const db = memoryCache();
    storeResults(db, companies(MIXED), companiesQuery());
    expect(idsOf(db, companiesQuery({ limit: 10 }))).toEqual(['c0', 'c1', 'c2', 'c3']);
    storeResults(db, companies(['DE']), companiesQuery(), T0 + 2 * 86_400_000);
    const cover = coverCompanies(db, companiesQuery(), filterValuesOf(db));
    expect(cover.rows.map(({ companyId, fetchedAtMs }) => [companyId, fetchedAtMs])).toEqual([
      ['c0', T0 + 2 * 86_400_000],
    ]);
  });

  it('a search for some of the countries, by the country of each row', () => {
    const db = memoryCache();
    storeResults(db, companies(MIXED), companiesQuery());
    expect(idsOf(db, companiesQuery({ countries: ['DE'] }))).toEqual(['c0', 'c2']);
    expect(idsOf(db, companiesQuery({ countries: ['US', 'FR'] }))).toEqual(['c1', 'c3']);
    // No row and no `/filters` response contains NL, so the service may ignore this filter.
    expect(idsOf(db, companiesQuery({ countries: ['NL'] }))).toBeNull();
  });

  it('nothing if a row has no country or the result is incomplete', () => {
    const db = memoryCache();
    storeResults(db, companies(['DE', null]), companiesQuery());
    expect(idsOf(db, companiesQuery({ countries: ['DE'] }))).toBeNull();
    expect(idsOf(db, companiesQuery())).toEqual(['c0', 'c1']);
    const part = memoryCache();
    storeResults(part, companies(MIXED), companiesQuery({ limit: 4 }), T0, 9);
    expect(idsOf(part, companiesQuery())).toBeNull();
  });

  const changes: readonly (readonly [name: string, change: Partial<CompaniesQuery>])[] = [
    ['fewer dates', { fundingDateStart: '2026-06-02' }],
    ['a stage, though every row shows it', { stages: ['Seed'] }],
    ['an amount', { minFunding: '1M' }],
    ['another word', { search: 'x' }],
    ['hiring', { hasOpenRoles: true }],
  ];
  it.each(changes)('not %s, because another round of a company may match', (_name, change) => {
    const db = memoryCache();
    storeResults(db, companies(MIXED), companiesQuery());
    expect(idsOf(db, companiesQuery(change))).toBeNull();
  });

  it('the same search with a differently written amount', () => {
    const db = memoryCache();
    storeResults(db, companies(MIXED), companiesQuery({ minFunding: '$1.5m' }));
    expect(idsOf(db, companiesQuery({ minFunding: '1.5M' }))).toHaveLength(4);
    expect(idsOf(db, companiesQuery({ minFunding: '1.6M' }))).toBeNull();
  });

  it('nothing complete after a company was deleted', () => {
    const db = memoryCache();
    storeResults(db, companies(MIXED), companiesQuery());
    run(db, "DELETE FROM company WHERE company_id = 'c1'");
    expect(idsOf(db, companiesQuery())).toBeNull();
  });

  it('with a pageable result set of companies, including rows without a round', () => {
    const db = memoryCache();
    const rowWithoutRound = row(company('c9', { countryCode: 'DE' }), round(null));
    storeResults(db, [...companies(MIXED), rowWithoutRound], companiesQuery());
    const query = companiesQuery({ countries: ['DE'] });
    const set = resultSetSchema.parse(
      storeAnswer(
        db,
        { list: 'companies', query },
        coverCompanies(db, query, filterValuesOf(db)),
        T0 + 60_000,
      ),
    );
    expect(set).toMatchObject({ question: { list: 'companies' }, origin: 'library', loaded: 3, total: 3 });
    const { rows } = resultRows(db, { setId: set.setId, offset: 0, limit: 50, nowMs: T0 });
    expect(rows.map((each) => resultRowSchema.parse(each).companyId)).toEqual(['c2', 'c0', 'c9']);
    expect(lastSet(db)?.setId).toBe(set.setId);
    expect(lastSet(db, 'companies')?.setId).toBe(set.setId);
    expect(lastSet(db, 'fundings')).toBeNull();
  });
});
