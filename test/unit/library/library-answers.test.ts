import { describe, expect, it } from 'vitest';
import type { DecodedPage } from '../../../electron/core/service-api/decoders/decoded-types.ts';
import { deleteCompany } from '../../../electron/core/database/queries/cache/deletion.ts';
import { queryTotal } from '../../../electron/core/database/queries/cache/query-sets.ts';
import { all, run, type WriteDb } from '../../../electron/core/database/sql.ts';
import { storeAnswer } from '../../../electron/core/library/library-answers.ts';
import { findSet, lastSet, resultRows } from '../../../electron/core/library/query-sets.ts';
import { queryKeyOf } from '../../../electron/core/search-coverage/query-key.ts';
import { isCovered } from '../../../electron/core/search-coverage/coverage.ts';
import { filterValuesOf } from '../../../electron/core/search-coverage/filter-values.ts';
import { coverFromLibrary } from '../../../electron/core/search-coverage/stored-results.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import { resultRowSchema } from '../../../shared/model/company.ts';
import type { FundingsQuery, ListQuery } from '../../../shared/model/query.ts';
import { resultSetSchema } from '../../../shared/model/search.ts';
import {
  amount,
  company,
  fundingsQuery,
  memoryCache,
  page,
  round,
  row,
} from '../../support/app/library-fixtures.ts';
import { storePage, storeProbe } from '../../support/app/store-without-key.ts';

const T0 = Date.UTC(2026, 5, 30, 8);
const HOUR = 3_600_000;
const DAY = 86_400_000;

const date = (index: number): string => `2026-06-${String((index % 30) + 1).padStart(2, '0')}`;
/** Returns decoded rows of `/fundings`, each about a different company. */
const events = (from: number, count: number, of: { stage?: string; on?: string } = {}) =>
  Array.from({ length: count }, (_, index) => {
    const [n, stage, on] = [from + index, of.stage ?? 'Seed', of.on ?? date(from + index)];
    const made = row(
      company(`c${n}`, { name: `N${n}`, countryCode: n % 2 === 0 ? 'US' : 'DE' }),
      round(`r${n}`, { stage, announcedOn: on, amount: amount('5M', 5e6, 'USD') }),
    );
    return {
      ...made,
      raw: { id: `r${n}`, stage, currency: 'USD', company: { id: `c${n}`, industries: [], tags: [] } },
    };
  });
const storeResponse = (db: WriteDb, response: DecodedPage, atMs: number, query = fundingsQuery()) =>
  storePage(db, {
    endpoint: 'fundings',
    query: { ...query, offset: response.offset },
    page: response,
    fetchedAtMs: atMs,
  });
const whole = (count: number) => page(events(0, count), { total: count, hasMore: false });
const rounds = (query: FundingsQuery): ListQuery => ({ list: 'fundings', query });
const count = (db: WriteDb, query: FundingsQuery, response: DecodedPage, atMs: number) =>
  storeProbe(db, { endpoint: 'fundings', query, page: response, fetchedAtMs: atMs });
const answer = (db: WriteDb, query: FundingsQuery, nowMs: number) =>
  resultSetSchema.parse(
    storeAnswer(db, rounds(query), coverFromLibrary(db, query, filterValuesOf(db)), nowMs),
  );
const rowsOf = (db: WriteDb, setId: string) =>
  resultRows(db, { setId, offset: 0, limit: 500, nowMs: T0 }).rows.map((each) => resultRowSchema.parse(each));
const isWhole = (db: WriteDb, query: FundingsQuery): boolean =>
  isCovered(coverFromLibrary(db, query, filterValuesOf(db)));
const german = fundingsQuery({ countries: ['DE'] });

describe('search answered from the library', () => {
  it('is separate from the service’s result sets, which stay unchanged', () => {
    const db = memoryCache();
    const stored = storeResponse(db, whole(20), T0);
    const before = findSet(db, rounds(fundingsQuery()));
    const set = answer(db, german, T0 + HOUR);
    expect(set).toMatchObject({
      origin: 'library',
      state: 'complete',
      total: 10,
      loaded: 10,
      fetchedAtMs: T0,
      question: rounds(german),
    });
    expect(rowsOf(db, set.setId).map(({ position, roundId }) => [position, roundId])).toEqual(
      Array.from({ length: 10 }, (_, index) => [index, `r${19 - 2 * index}`]),
    );
    expect(findSet(db, rounds(german))).toBeNull();
    expect(findSet(db, rounds(fundingsQuery()))).toEqual(before);
    expect(rowsOf(db, stored)).toHaveLength(20);
  });

  it('is the last set if it is the newest', () => {
    const db = memoryCache();
    const stored = storeResponse(db, whole(20), T0);
    const set = answer(db, german, T0 + HOUR);
    expect(lastSet(db)?.setId).toBe(set.setId);
    storeResponse(db, whole(20), T0 + 2 * HOUR);
    expect(lastSet(db)?.setId).toBe(stored);
  });

  it('replaces an earlier one with the same id; the newest twenty are stored', () => {
    const db = memoryCache();
    storeResponse(db, whole(30), T0);
    const first = answer(db, german, T0 + HOUR);
    expect(answer(db, german, T0 + 2 * HOUR).setId).toBe(first.setId);
    for (let day = 1; day <= 25; day += 1)
      answer(db, fundingsQuery({ fundingDateStart: date(day) }), T0 + (3 + day) * HOUR);
    expect(all(db, 'SELECT answer_id FROM library_answer')).toHaveLength(20);
    expect(() => rowsOf(db, first.setId)).toThrow(AppFailure);
    expect(all(db, 'SELECT DISTINCT answer_id FROM library_answer_row')).toHaveLength(20);
  });

  it('marks a company as new within ten minutes of the search that stored it', () => {
    const db = memoryCache();
    storeResponse(db, whole(20), T0);
    const known = (nowMs: number) => rowsOf(db, answer(db, german, nowMs).setId).map((each) => each.known);
    expect(new Set(known(T0 + 600_000))).toEqual(new Set([false]));
    expect(new Set(known(T0 + 600_001))).toEqual(new Set([true]));
  });

  it('contains the newest 500 of more rows, with the total', () => {
    const db = memoryCache();
    for (const [index, month] of ['05', '06'].entries()) {
      const query = fundingsQuery({
        fundingDateStart: `2026-${month}-01`,
        fundingDateEnd: `2026-${month}-30`,
        limit: 50,
      });
      for (let offset = 0; offset < 300; offset += 50) {
        const rows = events(index * 300 + offset, 50, { on: `2026-${month}-15` });
        storeResponse(db, page(rows, { offset, total: 300, hasMore: offset < 250 }), T0 + index, query);
      }
    }
    const both = fundingsQuery({ fundingDateStart: '2026-05-01' });
    // The last day of May is missing.
    expect(answer(db, both, T0 + HOUR).state).toBe('partial');
    storeResponse(
      db,
      page([]),
      T0 + 2,
      fundingsQuery({ fundingDateStart: '2026-05-31', fundingDateEnd: '2026-05-31' }),
    );
    const set = answer(db, both, T0 + HOUR);
    expect(set).toMatchObject({ state: 'truncated', total: 600, loaded: 500 });
    const rows = rowsOf(db, set.setId);
    expect(rows.filter(({ announcedOn }) => announcedOn === '2026-06-15')).toHaveLength(300);
  });

  it('throws not-found if no day is covered', () => {
    expect(() => answer(memoryCache(), german, T0)).toThrow(AppFailure);
  });

  it('omits the row of an erased company, whose result set then covers nothing', () => {
    const db = memoryCache();
    storeResponse(db, whole(20), T0);
    const set = answer(db, german, T0 + HOUR);
    deleteCompany(db, 'c3');
    expect(lastSet(db)).toMatchObject({ setId: set.setId, total: 9, loaded: 9 });
    expect(coverFromLibrary(db, german, filterValuesOf(db)).days.size).toBe(0);
  });
});

describe('a stored result set answers other searches', () => {
  it.each<[string, DecodedPage, boolean]>([
    ['a short page', page(events(0, 20)), true],
    ['an empty page', page([]), true],
    ['a short page of fewer rows than the total', page(events(0, 20), { total: 21, hasMore: false }), false],
    ['an empty page although rows match', page([], { total: 5, hasMore: false }), false],
    [
      'a full page that is the last by both figures',
      page(events(0, 50), { total: 50, hasMore: false }),
      true,
    ],
    ['a full page that is the last by has_more alone', page(events(0, 50), { hasMore: false }), false],
    ['a full page with contradicting figures', page(events(0, 50), { total: 51, hasMore: false }), false],
    ['a row that could not be decoded', page(events(0, 20), { setAside: 1 }), false],
    ['a row twice', page([...events(0, 20), ...events(0, 1)]), false],
    [
      'a round without an id',
      page([...events(0, 2), row(company('x'), round(null, { stage: 'Seed', announcedOn: date(1) }))]),
      false,
    ],
  ])('after %s: %#', (_name, response, expected) => {
    const db = memoryCache();
    storeResponse(db, response, T0);
    expect(isWhole(db, german)).toBe(expected);
  });

  it('not if pages are missing, or its first page was fetched again', () => {
    const db = memoryCache();
    storeResponse(db, page(events(0, 50), { total: 60, hasMore: true }), T0);
    expect(isWhole(db, german)).toBe(false);
    storeResponse(db, page(events(50, 10), { offset: 50, total: 60, hasMore: false }), T0 + 1);
    expect(isWhole(db, german)).toBe(true);
    storeResponse(db, page(events(0, 50), { total: 60, hasMore: true }), T0 + HOUR);
    expect(isWhole(db, german)).toBe(false);
  });

  it('not if it reaches 500 rows, because there may be more', () => {
    const db = memoryCache();
    for (let offset = 0; offset < 500; offset += 50)
      storeResponse(db, page(events(offset, 50), { offset, total: 500, hasMore: offset < 450 }), T0);
    expect(lastSet(db)?.state).toBe('complete');
    expect(isWhole(db, german)).toBe(false);
  });

  it('not if an older version stored it without the facts of its rows', () => {
    const db = memoryCache();
    storeResponse(db, whole(20), T0);
    run(db, 'UPDATE query_set_row SET told = NULL WHERE position = 3');
    expect(isWhole(db, german)).toBe(false);
  });

  it('with the facts of its rows at that time, despite later changes', () => {
    const db = memoryCache();
    storeResponse(db, whole(20), T0);
    const moved = [row(company('c3', { countryCode: 'FR' }), round('r3', { announcedOn: date(3) }))];
    storeResponse(db, page(moved), T0 + DAY, fundingsQuery({ stages: ['Debt'] }));
    expect(answer(db, german, T0 + 2 * DAY).total).toBe(10);
  });
});

describe('count', () => {
  const counted = page(events(0, 1), { total: 20, hasMore: true });

  it('stores the total and its row, but no result set', () => {
    const db = memoryCache();
    count(db, fundingsQuery(), counted, T0);
    expect([lastSet(db), findSet(db, rounds(fundingsQuery({ limit: 1 })))]).toEqual([null, null]);
    expect(queryTotal(db, queryKeyOf(rounds(fundingsQuery({ limit: 7 }))))).toEqual({ total: 20, atMs: T0 });
    expect(all(db, 'SELECT company_id FROM company')).toEqual([{ company_id: 'c0' }]);
    expect(coverFromLibrary(db, fundingsQuery(), filterValuesOf(db)).days.size).toBe(0);
  });

  it('does not make its company known to the search that shows it, but to the next one', () => {
    const db = memoryCache();
    count(db, fundingsQuery(), counted, T0);
    count(db, german, counted, T0 + 1);
    const setId = storeResponse(db, whole(20), T0 + 2);
    expect(rowsOf(db, setId).filter(({ known }) => known)).toEqual([]);
    const next = storeResponse(db, whole(20), T0 + 3, fundingsQuery({ stages: ['Seed'] }));
    expect(rowsOf(db, next).filter(({ known }) => !known)).toEqual([]);
  });

  it('leaves a company known that was stored before', () => {
    const db = memoryCache();
    storeResponse(db, whole(20), T0);
    count(db, german, counted, T0 + 1);
    const setId = storeResponse(db, whole(20), T0 + 2, german);
    expect(rowsOf(db, setId).filter(({ known }) => !known)).toEqual([]);
  });

  it('is replaced by the newest total, whether of a page or a count', () => {
    const db = memoryCache();
    const total = () => queryTotal(db, queryKeyOf(rounds(fundingsQuery())))?.total;
    count(db, fundingsQuery(), counted, T0 + 1);
    storeResponse(db, page(events(0, 3), { total: 3, hasMore: false }), T0);
    expect(total()).toBe(20);
    storeResponse(db, page(events(0, 3), { total: 3, hasMore: false }), T0 + 2);
    expect(total()).toBe(3);
  });
});
