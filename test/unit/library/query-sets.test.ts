import { describe, expect, it } from 'vitest';
import { findSet, lastSet, resultRows } from '../../../electron/core/library/query-sets.ts';
import { canonicalQuery } from '../../../electron/core/search-coverage/query-key.ts';
import type { WriteDb } from '../../../electron/core/database/sql.ts';
import { resultRowSchema } from '../../../shared/model/company.ts';
import type { DecodedPage } from '../../../electron/core/service-api/decoders/decoded-types.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import {
  amount,
  companiesQuery,
  company,
  fundingsQuery,
  memoryCache,
  page,
  round,
  row,
} from '../../support/app/library-fixtures.ts';
import { storePage } from '../../support/app/store-without-key.ts';

const T0 = Date.UTC(2026, 5, 10, 8);
const DAY = 86_400_000;
const events = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) =>
    row(
      company(`c${from + index}`, { name: `N${from + index}` }),
      round(`r${from + index}`, { stage: 'Seed', announcedOn: '2026-06-01' }),
    ),
  );
const storeResponse = (db: WriteDb, response: DecodedPage, atMs: number, query = fundingsQuery()) =>
  storePage(db, {
    endpoint: 'fundings',
    query: { ...query, offset: response.offset },
    page: response,
    fetchedAtMs: atMs,
  });
const rowsOf = (db: WriteDb, setId: string) =>
  resultRows(db, { setId, offset: 0, limit: 500, nowMs: T0 }).rows.map((each) => resultRowSchema.parse(each));
const last = (db: WriteDb) => {
  const set = lastSet(db);
  if (set === null) throw new Error('no set');
  return set;
};

describe('result set', () => {
  it('contains all pages of a query on one day', () => {
    const db = memoryCache();
    const first = storeResponse(db, page(events(0, 50), { total: 120, hasMore: true }), T0);
    expect(last(db)).toMatchObject({ setId: first, total: 120, loaded: 50, state: 'partial' });
    expect(storeResponse(db, page(events(50, 50), { offset: 50, total: 120, hasMore: true }), T0 + 1)).toBe(
      first,
    );
    storeResponse(db, page(events(100, 20), { offset: 100, total: 120, hasMore: false }), T0 + 2);
    expect(last(db)).toMatchObject({ loaded: 120, state: 'complete', fetchedAtMs: T0 + 2 });
    expect(rowsOf(db, first).map(({ position }) => position)).toEqual(
      Array.from({ length: 120 }, (_, index) => index),
    );
    expect(findSet(db, { list: 'fundings', query: fundingsQuery({ limit: 10, offset: 20 }) })?.setId).toBe(
      first,
    );
  });

  it('is separate for another day or another query', () => {
    const db = memoryCache();
    const first = storeResponse(db, page(events(0, 2)), T0);
    expect(storeResponse(db, page(events(0, 2)), T0 + DAY)).not.toBe(first);
    expect(storeResponse(db, page(events(0, 2)), T0, fundingsQuery({ stages: ['Seed'] }))).not.toBe(first);
    expect(lastSet(memoryCache())).toBeNull();
  });

  it('does not change if a page is fetched again', () => {
    const db = memoryCache();
    const response = page(events(0, 30), { total: 30, hasMore: false });
    const setId = storeResponse(db, response, T0);
    const before = { set: last(db), rows: rowsOf(db, setId) };
    storeResponse(db, response, T0);
    expect({ set: last(db), rows: rowsOf(db, setId) }).toEqual(before);
    expect(before.rows.every(({ known }) => !known)).toBe(true);
  });

  it('omits a row repeated on a later page, and keeps the positions of the others', () => {
    const db = memoryCache();
    const query = fundingsQuery({ limit: 3 });
    const setId = storeResponse(db, page(events(0, 3), { total: 6, hasMore: true }), T0, query);
    storeResponse(
      db,
      page([...events(2, 1), ...events(3, 2)], { offset: 3, total: 6, hasMore: false }),
      T0,
      query,
    );
    expect(rowsOf(db, setId).map(({ position, roundId }) => [position, roundId])).toEqual([
      [0, 'r0'],
      [1, 'r1'],
      [2, 'r2'],
      [4, 'r3'],
      [5, 'r4'],
    ]);
    expect(last(db)).toMatchObject({ loaded: 5, state: 'complete' });
  });

  it('ends after a page that contains only repeated rows', () => {
    const db = memoryCache();
    const query = fundingsQuery({ limit: 3 });
    storeResponse(db, page(events(0, 3), { total: 100, hasMore: true }), T0, query);
    storeResponse(db, page(events(0, 3), { offset: 3, total: 100, hasMore: true }), T0, query);
    expect(last(db)).toMatchObject({ loaded: 3, state: 'complete' });
  });

  it.each([
    ['more by both figures', { hasMore: true, total: 100 }, 50, 'partial'],
    ['the end by both figures', { hasMore: false, total: 20 }, 20, 'complete'],
    ['the end by has_more alone', { hasMore: false, total: 100 }, 50, 'partial'],
    ['more by has_more alone', { hasMore: true, total: 20 }, 20, 'complete'],
    ['no figures and a full page', {}, 50, 'partial'],
    ['no figures and a short page', {}, 20, 'complete'],
    ['no rows', { hasMore: true, total: 100 }, 0, 'complete'],
  ])('is partial or complete after a page with %s', (_name, response, count, state) => {
    const db = memoryCache();
    storeResponse(db, page(events(0, count), response), T0);
    expect(last(db).state).toBe(state);
  });

  it('contains at most 500 rows', () => {
    const db = memoryCache();
    for (let offset = 0; offset < 500; offset += 50)
      storeResponse(db, page(events(offset, 50), { offset, total: 1_240, hasMore: true }), T0);
    expect(last(db)).toMatchObject({ total: 1_240, loaded: 500, state: 'truncated' });
    const beyond = memoryCache();
    const setId = storeResponse(
      beyond,
      page(events(490, 20), { offset: 490, total: 510, hasMore: true }),
      T0,
    );
    expect(rowsOf(beyond, setId)).toHaveLength(10);
  });

  it('is complete with exactly 500 rows', () => {
    const db = memoryCache();
    storeResponse(db, page(events(450, 50), { offset: 450, total: 500, hasMore: false }), T0);
    expect(last(db).state).toBe('complete');
  });

  it('marks companies that were in the library before this search', () => {
    const db = memoryCache();
    storeResponse(db, page(events(0, 1)), T0, fundingsQuery({ stages: ['Debt'] }));
    const setId = storeResponse(db, page([...events(0, 2), row(company('c1'), round('r1b'))]), T0 + 1);
    storeResponse(
      db,
      page([row(company('c1'), round('r1c')), row(company('c0'), round('r0b'))], { offset: 3 }),
      T0 + 2,
    );
    const known = rowsOf(db, setId).map(({ roundId, known: isKnown }) => [roundId, isKnown]);
    expect(known).toEqual([
      ['r0', true],
      ['r1', false],
      ['r1b', false],
      ['r1c', false],
      ['r0b', true],
    ]);
  });

  it('shows the round of the row, not the newest of its company', () => {
    const db = memoryCache();
    const old = round('old', { stage: 'Seed', announcedOn: '2026-01-01', amount: amount('1M', 1e6, 'USD') });
    const setId = storeResponse(
      db,
      page([
        row(company('c1'), round('new', { stage: 'Series A', announcedOn: '2026-06-01' })),
        row(company('c1'), old),
      ]),
      T0,
    );
    expect(rowsOf(db, setId)).toMatchObject([
      { roundId: 'new', stage: 'Series A' },
      { roundId: 'old', stage: 'Seed', amount: { text: '1M' }, window: { closesAtMs: Date.UTC(2026, 6, 1) } },
    ]);
  });

  it('is separate for /companies', () => {
    const db = memoryCache();
    const rows = [
      row(company('c1'), round(null, { stage: 'Seed', announcedOn: '2026-06-01' })),
      row(company('c1'), round(null)),
    ];
    const setId = storePage(db, {
      endpoint: 'companies',
      query: companiesQuery(),
      page: page(rows),
      fetchedAtMs: T0,
    });
    expect(lastSet(db, 'fundings')).toBeNull();
    expect(lastSet(db)).toMatchObject({ setId, question: { list: 'companies' } });
    expect(rowsOf(db, setId)).toHaveLength(1);
  });

  it.each(['9', 'x', '', '1e3', '-1'])('%j is not found', (setId) => {
    expect(() => resultRows(memoryCache(), { setId, offset: 0, limit: 1, nowMs: T0 })).toThrow(AppFailure);
  });

  it('counts rows without an id as read', () => {
    const db = memoryCache();
    storeResponse(db, page(events(0, 48), { setAside: 2, total: 50, hasMore: false }), T0);
    expect(last(db)).toMatchObject({ loaded: 48, total: 50, state: 'complete' });
  });

  it('has the same key for equal queries', () => {
    const one = fundingsQuery({ stages: ['Seed', 'Debt'], countries: ['DE'], limit: 5 });
    const other = { ...fundingsQuery({ countries: ['DE'], offset: 50 }), stages: ['Debt', 'Seed', 'Debt'] };
    expect(canonicalQuery(one)).toBe(canonicalQuery(other));
    expect(canonicalQuery(one)).not.toBe(canonicalQuery(fundingsQuery({ countries: ['FR'] })));
  });
});
