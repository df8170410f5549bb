import { describe, expect, it } from 'vitest';
import { all, type WriteDb } from '../../../electron/core/database/sql.ts';
import { companyView } from '../../../electron/core/library/company-view.ts';
import { panelsView } from '../../../electron/core/library/panels-view.ts';
import { createPriceHints } from '../../../electron/core/library/price-hints.ts';
import { storeCompanyRemoved, storeDetail } from '../../../electron/core/library/store-responses.ts';
import { companyViewSchema, panelsSchema } from '../../../shared/model/company.ts';
import {
  allRounds,
  amount,
  article,
  company,
  detail,
  fundingsQuery,
  memoryCache,
  memoryYours,
  news,
  loadContactKey,
  page,
  round,
  row,
} from '../../support/app/library-fixtures.ts';
import { storeNews, storePage, storeRounds } from '../../support/app/store-without-key.ts';

const T0 = Date.UTC(2026, 5, 10, 8);
const yours = memoryYours();
const panels = (db: WriteDb) => panelsSchema.parse(panelsView(db, 'c1'));
const view = (db: WriteDb) => companyViewSchema.parse(companyView(db, yours, 'c1', T0));
const profile = (db: WriteDb, fields: Parameters<typeof detail>[1], atMs: number) =>
  storeDetail(db, loadContactKey(), detail(company('c1'), fields), atMs);
const listed = (db: WriteDb, atMs: number) =>
  storePage(db, {
    endpoint: 'fundings',
    query: fundingsQuery(),
    page: page([row(company('c1'), round('r1'))]),
    fetchedAtMs: atMs,
  });

describe('all rounds of a company', () => {
  const r1 = round('r1', { announcedOn: '2026-06-01', stage: 'Seed', amountUsd: 1e6 });
  const r2 = round('r2', { announcedOn: '2026-06-08', stage: 'Series A', amountUsd: 2e6 });

  it('are summed in US dollars as the service states them, and only those', () => {
    const db = memoryCache();
    expect(companyView(db, yours, 'c1', T0)).toBeNull();
    const euros = round('r3', { amount: amount('9M', 9e6, 'EUR') });
    storeRounds(db, allRounds([r1, r2, euros]), T0);
    expect(view(db)).toMatchObject({
      raisedUsd: { total: 3e6, rounds: 2 },
      stamps: { allRounds: { source: 'rounds', fetchedAtMs: T0 }, profile: null },
    });
    expect(view(db).rounds).toHaveLength(3);
  });

  it('mark a round that is no longer returned and exclude it from the sum, until it is returned again', () => {
    const db = memoryCache();
    storeRounds(db, allRounds([r1, r2]), T0);
    storeRounds(db, allRounds([r1]), T0 + 1);
    expect(view(db)).toMatchObject({
      raisedUsd: { total: 1e6, rounds: 1 },
      rounds: [{ roundId: 'r2', gone: true }, { roundId: 'r1' }],
      row: { stage: 'Seed' },
    });
    profile(db, { rounds: [r2] }, T0 + 2);
    expect(view(db).raisedUsd).toEqual({ total: 3e6, rounds: 2 });
    expect(view(db).rounds.map(({ gone }) => gone)).toEqual([undefined, undefined]);
  });

  it('mark nothing if a row could not be decoded', () => {
    const db = memoryCache();
    storeRounds(db, allRounds([r1, r2]), T0);
    storeRounds(db, allRounds([r1], 1), T0 + 1);
    expect(view(db).rounds.map(({ gone }) => gone)).toEqual([undefined, undefined]);
  });

  it('store the row of every source', () => {
    const db = memoryCache();
    listed(db, T0);
    storeRounds(db, allRounds([r1]), T0 - 1);
    expect(all(db, 'SELECT source, fetched_at_ms FROM round_source ORDER BY source')).toEqual([
      { source: 'fundings', fetched_at_ms: T0 },
      { source: 'rounds', fetched_at_ms: T0 - 1 },
    ]);
  });
});

describe('price hints', () => {
  it('use the company’s own last count, else the usual count of other companies, else null', () => {
    const db = memoryCache();
    const hints = createPriceHints(db);
    expect(hints.rowsSeen('news', 'c1')).toBeNull();
    for (let count = 1; count <= 20; count += 1)
      storeNews(
        db,
        {
          ...news(
            Array.from({ length: count }, (_, index) => article(`a${index}`)),
            count === 20 ? 80 : 0,
          ),
          companyId: `c${count}`,
        },
        T0,
      );
    expect(hints.rowsSeen('news', 'c3')).toBe(3);
    expect(hints.rowsSeen('news', 'c20')).toBe(100);
    expect(hints.rowsSeen('news', 'new')).toBe(19);
    expect(hints.rowsSeen('highlights', 'new')).toBeNull();
  });

  it('contain the totals of a company once a response returned them', () => {
    const db = memoryCache();
    const hints = createPriceHints(db);
    expect(hints.isKnown('c1')).toBe(false);
    storeRounds(db, allRounds([]), T0);
    expect(hints.isKnown('c1')).toBe(true);
    profile(db, { totalFundings: 4, totalContacts: 7 }, T0);
    expect([hints.totalRounds('c1'), hints.totalContacts('c1')]).toEqual([4, 7]);
  });

  it('are available again for a company that was gone and is returned again', () => {
    const db = memoryCache();
    listed(db, T0);
    storeCompanyRemoved(db, 'c1', T0 + 1);
    expect(view(db).gone).not.toBeNull();
    storeNews(db, news([]), T0 + 2);
    expect(view(db).gone).toBeNull();
    expect(panels(db).news).toMatchObject({ state: 'fetched', total: 0 });
  });
});
