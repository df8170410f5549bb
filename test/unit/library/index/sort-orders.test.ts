import { describe, expect, it } from 'vitest';
import {
  company,
  fundingsQuery,
  memoryCache,
  memoryYours,
  page,
  round,
  row,
} from '../../../support/app/library-fixtures.ts';
import { requested, searchOf } from '../../../support/app/library-search.ts';
import { storePage } from '../../../support/app/store-without-key.ts';

const T0 = Date.UTC(2026, 5, 20);
const COMPANIES = 40;
const idOf = (at: number): string => `c${String(at).padStart(2, '0')}`;

describe('a sort order', () => {
  it('contains a changed company once, at its new place', async () => {
    const files = { cache: memoryCache(), yours: memoryYours() };
    const store = (from: number, to: number, name: (at: number) => string, fetchedAtMs: number): void => {
      const rows = Array.from({ length: to - from }, (_, each) => from + each).map((at) =>
        row(company(idOf(at), { name: name(at) }), round(`r${at}`, {})),
      );
      storePage(files.cache, { endpoint: 'fundings', query: fundingsQuery(), fetchedAtMs, page: page(rows) });
    };
    store(0, COMPANIES, (at) => `Name ${idOf(at)}`, T0);
    const search = searchOf(files);
    const byName = async (): Promise<string[]> =>
      (await search.find(requested({}, { sort: 'name' }))).idsAt(0, 2 * COMPANIES);
    const before = Array.from({ length: COMPANIES }, (_, at) => idOf(at));
    expect(await byName()).toEqual(before);
    // So few companies that they are inserted into the order, instead of sorting all companies again.
    store(3, 5, (at) => `Zulu ${idOf(at)}`, T0 + 1);
    expect(await byName()).toEqual([...before.slice(0, 3), ...before.slice(5), idOf(3), idOf(4)]);
    search.dispose();
    await search.settled();
  });
});
