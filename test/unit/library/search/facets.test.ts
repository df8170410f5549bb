import { describe, expect, it } from 'vitest';
import type { WriteDb } from '../../../../electron/core/db/sql.ts';
import type { LibraryFound } from '../../../../electron/core/library/search/library-search.ts';
import { storePage } from '../../../../electron/core/library/store.ts';
import {
  company,
  fundingsQuery,
  memoryCache,
  memoryYours,
  page,
  round,
  row,
} from '../../../support/library-fixtures.ts';
import { asked, searchOf } from '../../../support/search-world.ts';

const T0 = Date.UTC(2026, 5, 20);

function store(cache: WriteDb, id: string, industries: readonly string[], atMs = T0): void {
  storePage(cache, {
    ...{ endpoint: 'fundings', query: fundingsQuery(), fetchedAtMs: atMs },
    page: page([row(company(id, { name: id, industries }), round(`r-${id}`))]),
  });
}
const library = () => ({ cache: memoryCache(), yours: memoryYours() });

describe('facets', () => {
  it('are counted of what was found, and of what is found now where a company changed meanwhile', async () => {
    const files = library();
    for (const at of [0, 1, 2]) store(files.cache, `c${at}`, ['Seeds']);
    const search = searchOf(files);
    const find = () => search.find(asked({ industries: ['seeds'] }));
    const todo = async ({ counts }: LibraryFound) => (await counts()).facets.triage.todo;
    const [first, second] = [await find(), await find()];
    expect(await todo(first)).toBe(3);
    store(files.cache, 'c2', ['Plants'], T0 + 1);
    // Another question reads the change; what was counted stays as it was.
    expect((await find()).total).toBe(2);
    expect([await todo(first), await todo(second)]).toEqual([3, 2]);
  });

  it('list the 50 values with most companies and what is filtered by, and count the rest', async () => {
    const files = library();
    const industries = Array.from({ length: 60 }, (_, at) => `Industry ${String(at).padStart(2, '0')}`);
    industries.forEach((_, at) => store(files.cache, `c${at}`, industries.slice(0, at + 1)));
    const { total, counts } = await searchOf(files).find(asked({ industries: ['industry 59'] }));
    const { facets } = await counts();
    expect(total).toBe(1);
    expect(facets.industries.values.length).toBe(50);
    expect(facets.industries.more).toBe(10);
    expect(facets.industries.values[0]).toEqual({ value: 'industry 00', label: 'Industry 00', count: 60 });
    expect(facets.industries.values.at(-1)).toEqual({ value: 'industry 59', label: 'Industry 59', count: 1 });
  });
});
