import { describe, expect, it } from 'vitest';
import { all, textOrNull } from '../../../electron/core/database/sql.ts';
import { storePage } from '../../support/app/store-without-key.ts';
import { findSet } from '../../../electron/core/library/query-sets.ts';
import { noteSearched } from '../../../electron/core/user-data/saved-search-results.ts';
import { createSavedSearches } from '../../../electron/core/user-data/saved-searches.ts';
import { savedQuerySchema, type SavedQuery } from '../../../shared/model/saved-search.ts';
import { questionAt } from '../../../shared/search-date-ranges.ts';
import { company, memoryCache, memoryYours, page, round, row } from '../../support/app/library-fixtures.ts';
import { noJournal } from '../../support/app/no-journal.ts';

/* These tests check which saved search counts as the first if several saved searches found a company. */

const T0 = Date.UTC(2026, 5, 10, 9);
const searchIn = (country: string, days = 7): SavedQuery =>
  savedQuerySchema.parse({
    list: 'fundings',
    dates: { kind: 'last', days },
    query: { limit: 25, countries: [country] },
  });

function open() {
  const files = { cache: memoryCache(), yours: memoryYours() };
  let nowMs = T0;
  return {
    save: (name: string, search: SavedQuery): string =>
      createSavedSearches(files.yours, noJournal).create(name, search, nowMs).id,
    /** Stores a response with these companies. */
    fetch: (search: SavedQuery, ids: readonly string[], madeFor: string | null = null): void => {
      nowMs += 60_000;
      const question = questionAt(search, nowMs);
      if (question.list !== 'fundings') throw new Error('not a search for rounds');
      const rows = ids.map((id) => row(company(id, { name: id }), round(`r${id}`)));
      storePage(files.cache, {
        endpoint: 'fundings',
        query: question.query,
        page: page(rows, { total: ids.length }),
        fetchedAtMs: nowMs,
      });
      const set = findSet(files.cache, question);
      if (set !== null)
        noteSearched(files, set, nowMs, { madeFor: madeFor === null ? null : Number(madeFor) });
    },
    foundBy: (): Record<string, string | null> =>
      Object.fromEntries(
        all(
          files.cache,
          'SELECT company_id, CAST(found_by AS TEXT) AS found_by FROM company ORDER BY company_id',
        ).map((each) => [String(each['company_id']), textOrNull(each, 'found_by')]),
      ),
  };
}

describe('the saved search that found a company', () => {
  it('is the first one that returned it', () => {
    const { save, fetch, foundBy } = open();
    const nordics = save('Nordics', searchIn('NO'));
    const germany = save('Germany', searchIn('DE'));
    fetch(searchIn('NO'), ['a', 'b']);
    fetch(searchIn('DE'), ['b', 'c']);
    fetch(searchIn('NO'), ['a', 'b', 'c', 'd']);
    expect(foundBy()).toEqual({ a: nordics, b: nordics, c: germany, d: nordics });
  });

  it('is not recorded for a company that was in the library before', () => {
    const { save, fetch, foundBy } = open();
    fetch(searchIn('FR'), ['a']);
    const nordics = save('Nordics', searchIn('NO'));
    fetch(searchIn('NO'), ['a', 'b']);
    expect(foundBy()).toEqual({ a: null, b: nordics });
  });

  it('is the only one with these filters if the dates are not those of a saved search', () => {
    const { save, fetch, foundBy } = open();
    const nordics = save('Nordics', searchIn('NO'));
    save('Germany', searchIn('DE', 3));
    save('Germany of the week', searchIn('DE'));
    fetch(searchIn('NO', 20), ['a']);
    fetch(searchIn('DE', 20), ['b']);
    fetch(searchIn('FR', 20), ['c']);
    expect(foundBy()).toEqual({ a: nordics, b: null, c: null });
  });

  it('is the one for which a plan made the request', () => {
    const { save, fetch, foundBy } = open();
    save('Germany', searchIn('DE', 3));
    const week = save('Germany of the week', searchIn('DE'));
    fetch(searchIn('DE', 20), ['a'], week);
    expect(foundBy()).toEqual({ a: week });
  });
});
