import { describe, expect, it } from 'vitest';
import type { WriteDb } from '../../../../electron/core/database/sql.ts';
import type { LibraryFound } from '../../../../electron/core/library/index/library-search.ts';
import { insertTag, putCompanyTag } from '../../../../electron/core/database/queries/yours/tags.ts';
import { tagsForReply } from '../../../../electron/core/library/index/facets.ts';
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

function store(cache: WriteDb, id: string, industries: readonly string[], atMs = T0): void {
  storePage(cache, {
    endpoint: 'fundings',
    query: fundingsQuery(),
    fetchedAtMs: atMs,
    page: page([row(company(id, { name: id, industries }), round(`r-${id}`))]),
  });
}
const library = () => ({ cache: memoryCache(), yours: memoryYours() });

describe('facets', () => {
  it('are counted for the result, without a company that has changed since', async () => {
    const files = library();
    for (const at of [0, 1, 2]) store(files.cache, `c${at}`, ['Seeds']);
    const search = searchOf(files);
    const find = () => search.find(requested({ industries: ['seeds'] }));
    const todo = async ({ counts }: LibraryFound) => (await counts()).facets.triage.todo;
    const [first, second] = [await find(), await find()];
    expect(await todo(first)).toBe(3);
    store(files.cache, 'c2', ['Plants'], T0 + 1);
    // A new query reflects the change. `second` does too, because its rows are counted only now. `first` does
    // not, because its rows were counted before the change.
    expect((await find()).total).toBe(2);
    expect([await todo(first), await todo(second)]).toEqual([3, 2]);
  });

  it('count an age in every longer period, and find the same companies by it', async () => {
    const files = library();
    for (const days of [0, 3, 20, 90]) store(files.cache, `c${days}`, ['Seeds'], T0 - days * 86_400_000);
    const search = searchOf(files);
    const find = (freshness: readonly ('day' | 'week' | 'month' | 'older')[]) =>
      search.find(requested({ freshness: [...freshness] }));
    const { facets } = await (await find([])).counts();
    expect(facets.freshness).toEqual({ day: 1, week: 2, month: 3, older: 1 });
    const totals = (['day', 'week', 'month', 'older'] as const).map(
      async (each) => (await find([each])).total,
    );
    expect(await Promise.all(totals)).toEqual([1, 2, 3, 1]);
    expect((await find(['day', 'older'])).total).toBe(2);
  });

  it('list the 50 most frequent values and the selected ones, and count the rest', async () => {
    const files = library();
    const industries = Array.from({ length: 60 }, (_, at) => `Industry ${String(at).padStart(2, '0')}`);
    industries.forEach((_, at) => store(files.cache, `c${at}`, industries.slice(0, at + 1)));
    const { total, counts } = await searchOf(files).find(requested({ industries: ['industry 59'] }));
    const { facets } = await counts();
    expect(total).toBe(1);
    expect(facets.industries.values.length).toBe(50);
    expect(facets.industries.more).toBe(10);
    expect(facets.industries.values[0]).toEqual({ value: 'industry 00', label: 'Industry 00', count: 60 });
    expect(facets.industries.values.at(-1)).toEqual({ value: 'industry 59', label: 'Industry 59', count: 1 });
  });

  it('count all tags of the user; a reply lists the 50 most frequent and the selected ones, and counts the rest', async () => {
    const files = library();
    const tags = Array.from({ length: 60 }, (_, at) => String(at + 1));
    for (const name of tags) insertTag(files.yours, { name, nameFolded: name, createdAtMs: T0 });
    tags.forEach((_, at) => {
      store(files.cache, `c${at}`, []);
      for (const tagId of tags.slice(0, at + 1))
        putCompanyTag(files.yours, {
          companyId: `c${at}`,
          companyName: '',
          tagId: Number(tagId),
          addedAtMs: T0,
        });
    });
    const search = searchOf(files);
    const tagsFor = async (selected: string[]) => {
      const { total, counts } = await search.find(requested({ ownTags: selected }));
      return {
        total,
        all: (await counts()).ownTags,
        listed: tagsForReply((await counts()).ownTags, selected),
      };
    };
    const whole = await tagsFor([]);
    expect(whole.all.map(({ value, count }) => [value, count])).toEqual(
      tags.map((tag, at) => [tag, 60 - at]),
    );
    expect([whole.listed.values, whole.listed.more]).toEqual([whole.all.slice(0, 50), 10]);
    // Selects the rarest value, a frequent value, and a value that no company has.
    const some = await tagsFor(['60', '2', '99']);
    expect(some.total).toBe(59);
    expect(some.listed.values).toHaveLength(50);
    expect(some.listed.values.slice(-3)).toEqual([
      { value: '48', count: 13 },
      { value: '60', count: 1 },
      { value: '99', count: 0 },
    ]);
    expect(some.listed.values).toContainEqual({ value: '2', count: 59 });
    expect(some.listed.more).toBe(11);
    const most = await tagsFor(tags.slice(10));
    expect([most.listed.values, most.listed.more]).toEqual([most.all.slice(10), 10]);
  });
});
