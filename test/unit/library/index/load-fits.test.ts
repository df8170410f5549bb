import { describe, expect, it } from 'vitest';
import { createLibrarySearch } from '../../../../electron/core/library/index/library-search.ts';
import type { CompanyFits } from '../../../../electron/core/library/index/search-state.ts';
import {
  clock,
  company,
  fundingsQuery,
  log,
  memoryCache,
  memoryYours,
  page,
  round,
  row,
} from '../../../support/app/library-fixtures.ts';
import { requested } from '../../../support/app/library-search.ts';
import { SEARCH_ALONE } from '../../../support/app/search-alone.ts';
import { storePage } from '../../../support/app/store-without-key.ts';
import { noProgress } from '../../../support/app/no-progress.ts';

/*
 * Tests sorting, filtering and counting by fit. If many fits are missing, the app computes them in the
 * background.
 */

/** With this many companies, the fits are computed in the background. */
const MANY = 1_400;

function world(companies: number) {
  const files = { cache: memoryCache(), yours: memoryYours() };
  const add = (ids: readonly string[]): void =>
    void storePage(files.cache, {
      endpoint: 'fundings',
      query: fundingsQuery(),
      fetchedAtMs: Date.UTC(2026, 5, 20),
      page: page(ids.map((id) => row(company(id, { name: id }), round(`r-${id}`)))),
    });
  add(Array.from({ length: companies }, (_, at) => `c${at}`));
  const state = { source: null as CompanyFits | null, loaded: 0, asked: 0 };
  const search = createLibrarySearch({
    ...files,
    clock,
    log,
    contactNames: () => null,
    progress: noProgress,
    fits: () => state.source,
    selectByOutcome: SEARCH_ALONE.selectByOutcome,
    onLoaded: () => (state.loaded += 1),
  });
  /** Sets each company's fit to the value that `fitOf` returns for the number in the company's id. */
  const setFits = (fitOf: (at: number) => number | undefined): void => {
    state.source = {
      scoresOf: (ids) => {
        state.asked += ids.length;
        return new Map(
          ids.flatMap((id) => {
            const fit = fitOf(Number(id.slice(1)));
            return fit === undefined ? [] : [[id, fit] as const];
          }),
        );
      },
    };
  };
  const first = async (question: Parameters<typeof requested>[1], filters = {}): Promise<string[]> =>
    (await search.find(requested(filters, question))).idsAt(0, 3);
  const fitCounts = async () => (await (await search.find(requested())).counts()).facets.fits;
  return { search, state, setFits, add, first, fitCounts };
}

describe('the fit in the library search', () => {
  it('has no facet if no market is set, and every company counts as without a fit', async () => {
    const { fitCounts, first, search } = world(2);
    expect(await fitCounts()).toBeUndefined();
    expect(await first({}, { fits: ['high'] })).toEqual([]);
    expect(await first({}, { fits: ['none'] })).toEqual(['c0', 'c1']);
    expect(await search.fitsOf(['c0'])).toBeNull();
    expect(search.loadedFitsOf(['c0'])).toBeNull();
  });

  it('is sorted, filtered and counted, with unknown fits last in both directions', async () => {
    const { first, fitCounts, setFits, search } = world(4);
    setFits((at) => [39, 70, undefined, 40][at]);
    expect((await search.find(requested({}, { sort: 'fit' }))).idsAt(0, 9)).toEqual(['c1', 'c3', 'c0', 'c2']);
    expect(await first({ sort: 'fit-reversed' })).toEqual(['c0', 'c3', 'c1']);
    expect(await first({}, { fits: ['medium', 'none'] })).toEqual(['c2', 'c3']);
    expect(await fitCounts()).toEqual({ high: 1, medium: 1, low: 1, none: 1 });
    expect(await search.fitsOf(['c0', 'c2', 'c9'])).toEqual(new Map([['c0', 39]]));
  });

  it('is computed again for changed and new companies only, and for all after another market', async () => {
    const { add, fitCounts, setFits, state } = world(3);
    setFits(() => 90);
    expect(await fitCounts()).toMatchObject({ high: 3 });
    state.asked = 0;
    add(['c1', 'c3']);
    expect(await fitCounts()).toMatchObject({ high: 4 });
    expect(state.asked).toBe(2);
    setFits(() => 10);
    expect(await fitCounts()).toMatchObject({ high: 0, low: 4 });
    state.source = null;
    expect(await fitCounts()).toBeUndefined();
  });

  it('of many companies is computed after the first search, which reports it once', async () => {
    const { fitCounts, first, search, setFits, state } = world(MANY);
    setFits((at) => at % 101);
    await search.find(requested());
    expect(search.loadedFitsOf(['c7'])).toBeNull();
    await search.settled();
    expect(search.loadedFitsOf(['c7'])).toEqual(new Map([['c7', 7]]));
    expect(state.loaded).toBe(1);
    expect(await fitCounts()).toMatchObject({ none: 0 });
    expect(state.loaded).toBe(1);
    expect(state.asked).toBe(MANY);
    expect((await first({ sort: 'fit' }))[0]).toBe('c100');
  });

  it('of many companies is awaited by a search that needs it', async () => {
    const { first, setFits } = world(MANY);
    setFits((at) => at % 101);
    expect((await first({ sort: 'fit' }))[0]).toBe('c100');
  });
});
