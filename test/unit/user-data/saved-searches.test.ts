import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { putAnswer } from '../../../electron/core/database/queries/cache/library-answers.ts';
import { canonicalQuery, queryKeyOf } from '../../../electron/core/search-coverage/query-key.ts';
import { all, run, type WriteDb } from '../../../electron/core/database/sql.ts';
import { findAnswer } from '../../../electron/core/library/library-answers.ts';
import { findSet } from '../../../electron/core/library/query-sets.ts';
import { eraseCompany } from '../../../electron/core/privacy/erase.ts';
import { mergeErasureRecords } from '../../../electron/core/privacy/erasure-records.ts';
import { recordChange, undoChange, type Journal } from '../../../electron/core/user-data/undo-journal.ts';
import {
  createSavedSearches,
  listSavedSearches,
  type SavedSearches,
} from '../../../electron/core/user-data/saved-searches.ts';
import {
  deleteUnsavedResults,
  storedSetOf,
  recordStoredResults,
  noteSearched,
} from '../../../electron/core/user-data/saved-search-results.ts';
import { contract } from '../../../shared/contract/index.ts';
import { savedQuerySchema, type SavedQuery } from '../../../shared/model/saved-search.ts';
import type { ChangeKind } from '../../../shared/model/user-data.ts';
import { questionAt } from '../../../shared/search-date-ranges.ts';
import {
  company,
  memoryCache,
  memoryYours,
  page,
  random,
  round,
  row,
} from '../../support/app/library-fixtures.ts';
import { savedQueryOf } from './user-data-changes.ts';
import { IS_FULL } from '../../support/common/full-size.ts';
import { failure } from '../../support/common/failure.ts';
import { storePage } from '../../support/app/store-without-key.ts';

const RUNS = IS_FULL ? 2_000 : 60;
const TIMEOUT_MS = 600_000;
const DAY_MS = 86_400_000;
const T0 = Date.UTC(2026, 5, 10, 9);

interface World {
  readonly yours: WriteDb;
  cache: WriteDb;
  nowMs: number;
}
let world: World;
beforeEach(() => {
  world = { yours: memoryYours(), cache: memoryCache(), nowMs: T0 };
});

const change = <T>(what: ChangeKind, work: (searches: SavedSearches, journal: Journal) => T) =>
  recordChange(world.yours, { what, atMs: world.nowMs }, (journal) =>
    work(createSavedSearches(world.yours, journal), journal),
  );
const save = (name: string, search: SavedQuery): string =>
  change('search-saved', (searches) => {
    recordStoredResults(world, search, world.nowMs);
    return searches.create(name, search, world.nowMs);
  }).value.id;
const list = () => listSavedSearches(world, { nowMs: world.nowMs, priceOf: () => null });
const fresh = (id: string): number | undefined => list().find((each) => each.id === id)?.fresh;
const seen = (id: string): string | null =>
  change('search-seen', (searches) => searches.markSeen(id, world.nowMs)).recorded.undo;

/**
 * Stores a response to the search that contains one round for each id. Each round belongs to a different
 * company.
 */
function fetch(search: SavedQuery, ids: readonly string[]): void {
  const question = questionAt(search, world.nowMs);
  const rows = ids.map((id) => row(company(`c${id}`, { name: id }), round(`r${id}`)));
  const stored = { page: page(rows, { total: ids.length }), fetchedAtMs: world.nowMs };
  if (question.list === 'fundings')
    storePage(world.cache, { endpoint: question.list, query: question.query, ...stored });
  else storePage(world.cache, { endpoint: question.list, query: question.query, ...stored });
  const set = findSet(world.cache, question);
  if (set !== null) noteSearched(world, set, world.nowMs);
}
const savedQuery = (
  filters: Record<string, unknown>,
  dates: unknown = { kind: 'last', days: 7 },
  of = 'fundings',
) => savedQuerySchema.parse({ list: of, dates, query: { limit: 25, ...filters } });

describe('saved search', () => {
  it('is the same for equal searches, however they are written', () => {
    const first = save(
      'Nordics',
      savedQuery({ countries: ['SE', 'NO'], minAmount: '$1,000K', search: ' grid ' }),
    );
    const again = change('search-saved', (searches) =>
      searches.create(
        'Something else',
        savedQuery({ countries: ['NO', 'SE', 'NO'], minAmount: '1M', search: 'grid', limit: 50, stages: [] }),
        T0,
      ),
    );
    expect(again.value).toEqual({ id: first, name: 'Nordics', existed: true });
    expect(again.recorded.undo).toBeNull();
    const others = [
      savedQuery({ countries: ['SE', 'NO'], minAmount: '1M' }),
      savedQuery({ countries: ['SE', 'NO'], minAmount: '1M', search: 'grid' }, { kind: 'last', days: 30 }),
      savedQuery(
        { countries: ['SE', 'NO'], minAmount: '1M', search: 'grid' },
        { kind: 'between', start: '2026-06-04', end: '2026-06-10' },
      ),
      savedQuery({ countries: ['SE', 'NO'], search: 'grid' }, undefined, 'companies'),
      savedQuery({ countries: ['SE', 'NO'], maxAmount: '1M', search: 'grid' }),
    ];
    others.forEach((each, at) => save(`Other ${at}`, each));
    expect(list()).toHaveLength(1 + others.length);
  });

  it('requests the last days counted from the current day', () => {
    const query = questionAt(savedQueryOf('grid', 7), T0 + 7 * DAY_MS).query;
    expect([query.fundingDateStart, query.fundingDateEnd]).toEqual(['2026-06-11', '2026-06-17']);
    const between = savedQuery({}, { kind: 'between', start: '2026-01-01', end: '2026-02-28' });
    expect(queryKeyOf(questionAt(between, T0))).toBe(queryKeyOf(questionAt(between, T0 + 90 * DAY_MS)));
  });

  it('has a unique name and a unique search', () => {
    const one = save('Nordics', savedQueryOf('a'));
    const other = save('Baltics', savedQueryOf('b'));
    const nameTaken = { kind: 'conflict', reason: 'name-taken' };
    expect(failure(() => save('NÖRDICS', savedQueryOf('c')))).toEqual(nameTaken);
    expect(failure(() => change('search-renamed', (of) => of.rename(other, 'nordics')))).toEqual(nameTaken);
    expect(
      failure(() => change('search-replaced', (of) => of.replace(other, savedQueryOf('a'), T0))),
    ).toEqual({
      ...nameTaken,
      reason: 'already-saved',
    });
    expect(failure(() => change('search-removed', (of) => of.remove('99')))).toEqual({
      kind: 'not-found',
      what: 'saved-search',
    });
    change('search-renamed', (of) => of.rename(one, 'nordics'));
    expect(list().map(({ name }) => name)).toEqual(['nordics', 'Baltics']);
  });

  it('cannot be restored while another has its search', () => {
    const one = save('One', savedQueryOf('a'));
    const { recorded } = change('search-removed', (of) => of.remove(one));
    save('Two', savedQueryOf('a'));
    expect(failure(() => undoChange(world.yours, recorded.undo ?? '', T0))).toEqual({
      kind: 'conflict',
      reason: 'already-saved',
    });
    expect(list().map(({ name }) => name)).toEqual(['Two']);
  });

  it('can be moved up and down', () => {
    const ids = ['a', 'b', 'c'].map((name) => save(name, savedQueryOf(name)));
    const order = () =>
      list()
        .map(({ name }) => name)
        .join('');
    change('search-moved', (of) => of.move(ids[2] ?? '', -1));
    expect(order()).toBe('acb');
    const { recorded } = change('search-moved', (of) => of.move(ids[2] ?? '', -1));
    expect(order()).toBe('cab');
    change('search-moved', (of) => of.move(ids[2] ?? '', -1));
    expect(order()).toBe('cab');
    undoChange(world.yours, recorded.undo ?? '', T0);
    expect(order()).toBe('acb');
  });

  it('can be moved from a position that an undo has given to two', () => {
    const ids = ['a', 'b'].map((name) => save(name, savedQueryOf(name)));
    const { recorded } = change('search-removed', (of) => of.remove(ids[1] ?? ''));
    const last = save('c', savedQueryOf('c'));
    undoChange(world.yours, recorded.undo ?? '', T0);
    const order = () => list().map(({ name }) => name);
    expect(order()).toEqual(['a', 'b', 'c']);
    const moved = change('search-moved', (of) => of.move(last, -1));
    expect(order()).toEqual(['a', 'c', 'b']);
    undoChange(world.yours, moved.recorded.undo ?? '', T0);
    expect(order()).toEqual(['a', 'b', 'c']);
  });

  it('of another version is listed as unreadable', () => {
    const id = save('Nordics', savedQueryOf('a'));
    run(world.yours, `UPDATE saved_search SET question = '{"list":"planets"}'`);
    expect(list()).toMatchObject([{ id, search: null, price: null, fresh: 0, unlisted: [] }]);
    contract.savedSearches.list.output.parse({ searches: list() });
  });
});

describe('new results', () => {
  it('arrived since the last mark, for this search alone; both times are returned', () => {
    const search = savedQueryOf('', 7);
    fetch(search, ['1', '2']);
    const id = save('Sweep', search);
    expect(list()[0]).toMatchObject({ fresh: 0, fetchedAtMs: T0, viewedAtMs: T0 });
    world.nowMs = T0 + 7 * DAY_MS;
    fetch(search, ['2', '3', '4']);
    fetch(savedQueryOf('', 30), ['5']);
    expect(list()[0]).toMatchObject({ fresh: 2, fetchedAtMs: world.nowMs, viewedAtMs: T0 });
    const undo = seen(id);
    expect(list()[0]).toMatchObject({ fresh: 0, viewedAtMs: world.nowMs });
    expect(seen(id)).toBeNull();
    undoChange(world.yours, undo ?? '', world.nowMs);
    expect(list()[0]).toMatchObject({ fresh: 2, viewedAtMs: T0 });
  });

  it('exclude what the library had found when the search was saved', () => {
    const search = savedQueryOf('', 7);
    const question = questionAt(search, world.nowMs);
    fetch(search, ['1', '2']);
    const rows = ['1', '2'].map((id) => ({ companyId: `c${id}`, roundId: `r${id}`, known: true }));
    run(world.cache, 'DELETE FROM query_set');
    putAnswer(
      world.cache,
      {
        endpoint: 'fundings',
        queryKey: queryKeyOf(question),
        query: canonicalQuery(question.query),
        pageLimit: 25,
        total: 2,
        complete: true,
        asOfMs: T0,
        madeAtMs: T0,
      },
      rows,
    );
    const id = save('Sweep', search);
    fetch(search, ['1', '2', '3']);
    expect(fresh(id)).toBe(1);
  });

  it('of companies are counted by company', () => {
    const search = savedQuery({}, undefined, 'companies');
    const id = save('Companies', search);
    fetch(search, ['1', '2']);
    seen(id);
    fetch(search, ['2', '3']);
    expect(fresh(id)).toBe(1);
  });

  it('exclude what a rebuilt cache has lost, and include it again only if it was not seen', () => {
    const search = savedQueryOf('', 7);
    const id = save('Sweep', search);
    fetch(search, ['1', '2']);
    seen(id);
    fetch(search, ['2', '3']);
    world.cache = memoryCache();
    expect(fresh(id)).toBe(0);
    fetch(search, ['1', '2', '3', '4']);
    expect(fresh(id)).toBe(2);
  });

  it('start again with another search; seen results stay seen', () => {
    const [one, other] = [savedQueryOf('', 7), savedQueryOf('', 30)];
    const id = save('Sweep', one);
    fetch(one, ['1', '2']);
    seen(id);
    fetch(one, ['3']);
    const { recorded } = change('search-replaced', (of) => of.replace(id, other, world.nowMs));
    expect(list()[0]).toMatchObject({ fresh: 0, fetchedAtMs: null });
    fetch(other, ['1', '2', '3', '4']);
    expect(fresh(id)).toBe(2);
    undoChange(world.yours, recorded.undo ?? '', T0);
    expect(fresh(id)).toBe(1);
  });

  it('exclude results stored before the search was changed, but include results with another page size', () => {
    const [one, other] = [savedQueryOf('', 7), savedQueryOf('', 30)];
    const id = save('Sweep', one);
    fetch(other, ['1', '2']);
    const replaced = change('search-replaced', (of) => {
      recordStoredResults(world, other, world.nowMs);
      of.replace(id, other, world.nowMs);
    });
    const set = findSet(world.cache, questionAt(other, world.nowMs));
    if (set !== null) noteSearched(world, set, world.nowMs);
    expect(fresh(id)).toBe(0);
    fetch(other, ['1', '2', '3']);
    const wider = savedQuerySchema.parse({ ...other, query: { ...other.query, limit: 50 } });
    const widened = change('search-replaced', (of) => of.replace(id, wider, world.nowMs));
    expect(fresh(id)).toBe(1);
    for (const { recorded } of [widened, replaced]) undoChange(world.yours, recorded.undo ?? '', T0);
    expect(list()[0]).toMatchObject({ search: one, fresh: 0, viewedAtMs: null });
  });

  it('count for the search however its amounts are written', () => {
    const id = save('Big', savedQuery({ minAmount: '1M' }));
    fetch(savedQuery({ minAmount: '$1,000K' }), ['1', '2']);
    expect(fresh(id)).toBe(2);
    fetch(savedQuery({ maxAmount: '1M' }), ['3']);
    fetch(savedQuery({ minFunding: '1M' }, undefined, 'companies'), ['4']);
    expect(fresh(id)).toBe(2);
  });

  it('are limited in number, and results that keep arriving stay seen', () => {
    const search = savedQueryOf('', 7);
    const id = save('Sweep', search);
    for (let day = 0; day < 60; day += 1) {
      world.nowMs = T0 + day * DAY_MS;
      fetch(search, ['always', ...Array.from({ length: 40 }, (_, at) => `${day}-${at}`)]);
      if (day % 3 === 0) seen(id);
    }
    expect(countOf('search_fetched')).toBe(1_000);
    expect(Number(countOf('search_seen'))).toBeLessThanOrEqual(2_000);
    expect(fresh(id)).toBe(80);
    seen(id);
    fetch(search, ['always', '59-0', 'new']);
    expect(fresh(id)).toBe(1);
  });

  it('contain no erased company', () => {
    const search = savedQueryOf('', 7);
    mergeErasureRecords(world, random);
    const id = save('Sweep', search);
    fetch(search, ['1', '2']);
    seen(id);
    fetch(search, ['1', '2', '3']);
    const where = { files: world, random, pause: () => Promise.resolve(), nowMs: T0 };
    eraseCompany(where, 'c1');
    eraseCompany(where, 'c3');
    expect(fresh(id)).toBe(0);
    const dump = JSON.stringify([
      all(world.yours, 'SELECT * FROM search_fetched'),
      all(world.yours, 'SELECT * FROM search_seen'),
    ]);
    expect(dump).toContain('c2');
    expect(dump).not.toMatch(/c1|c3/);
  });

  it('of a wiped cache are dropped at the next start, until they arrive again', () => {
    const search = savedQueryOf('', 7);
    const id = save('Sweep', search);
    fetch(search, ['1', '2']);
    seen(id);
    fetch(search, ['3']);
    world.cache = memoryCache();
    deleteUnsavedResults(world);
    expect(all(world.yours, 'SELECT * FROM search_fetched')).toEqual([]);
    fetch(search, ['1', '2', '3']);
    expect(fresh(id)).toBe(1);
  });

  it('are dropped at the next start with a search that no undo can restore', () => {
    const search = savedQueryOf('', 7);
    const id = save('Sweep', search);
    fetch(search, ['1']);
    undoChange(world.yours, seen(id) ?? '', T0);
    change('search-removed', (of) => of.remove(id));
    deleteUnsavedResults(world);
    const rows = () => ['search_asked', 'search_fetched', 'search_seen', 'search_view'].map(countOf);
    expect(rows()).toEqual([1, 1, 1, 0]);
    run(world.yours, 'DELETE FROM undo_step');
    deleteUnsavedResults(world);
    expect(rows()).toEqual([0, 0, 0, 0]);
  });

  it('are dropped with a search once no undo can restore it', () => {
    const search = savedQueryOf('', 7);
    const id = save('Sweep', search);
    fetch(search, ['1']);
    seen(id);
    const { recorded } = change('search-removed', (of) => of.remove(id));
    const remainingRows = () => ['search_fetched', 'search_seen', 'search_view'].map(countOf);
    expect(remainingRows()).toEqual([1, 1, 1]);
    undoChange(world.yours, recorded.undo ?? '', T0);
    expect(fresh(id)).toBe(0);
    change('search-removed', (of) => of.remove(id));
    // The undo journal stores at most 100 changes. These further changes push the removal out of the journal,
    // so the removal can no longer be undone.
    for (let at = 0; at < 101; at += 1) {
      save('Other', savedQueryOf('x'));
      removeOther();
    }
    expect(remainingRows()).toEqual([0, 0, 0]);
  });

  it('open the result of the service, although the library answered the search on a later day', () => {
    const search = savedQueryOf('', 7);
    const id = save('Sweep', search);
    fetch(search, ['1']);
    world.nowMs += DAY_MS;
    const question = questionAt(search, world.nowMs);
    putAnswer(
      world.cache,
      {
        endpoint: 'fundings',
        queryKey: queryKeyOf(question),
        query: canonicalQuery(question.query),
        pageLimit: 25,
        total: 1,
        complete: true,
        asOfMs: T0,
        madeAtMs: world.nowMs,
      },
      [{ companyId: 'c1', roundId: 'r1', known: true }],
    );
    const set = findAnswer(world.cache, question);
    expect(set && noteSearched(world, set, world.nowMs)).toBe(true);
    world.nowMs += DAY_MS;
    expect(storedSetOf(world, id, world.nowMs)).toMatchObject({
      set: { loaded: 1, origin: 'service', question: { query: { fundingDateEnd: '2026-06-10' } } },
      current: false,
    });
  });

  it('open the stored result of today, or else of an earlier day', () => {
    const search = savedQueryOf('', 7);
    const id = save('Sweep', search);
    expect(storedSetOf(world, id, world.nowMs)).toMatchObject({ set: null, current: false });
    fetch(search, ['1']);
    expect(storedSetOf(world, id, world.nowMs)).toMatchObject({ set: { loaded: 1 }, current: true });
    world.nowMs += 3 * DAY_MS;
    expect(storedSetOf(world, id, world.nowMs)).toMatchObject({
      set: { loaded: 1, question: { query: { fundingDateEnd: '2026-06-10' } } },
      current: false,
    });
  });
});

const countOf = (table: string): unknown => all(world.yours, `SELECT count(*) AS n FROM ${table}`)[0]?.['n'];
const removeOther = (): void => {
  const other = list().find(({ name }) => name === 'Other');
  change('search-removed', (of) => of.remove(other?.id ?? ''));
};

/*
 * A model of a saved search's new results. A result is new if its id arrived both after the search got its
 * current query and after the search was last marked as seen.
 */

const SEARCHES = [
  savedQueryOf('', 7),
  savedQueryOf('', 30),
  savedQuery({ countries: ['NO'] }),
  savedQuery({}, undefined, 'companies'),
];
const which = fc.nat(SEARCHES.length - 1);
const aStep = fc.oneof(
  { weight: 4, arbitrary: fc.record({ fetch: which, ids: fc.subarray(['1', '2', '3', '4', '5', '6']) }) },
  { weight: 2, arbitrary: fc.record({ seen: which }) },
  { weight: 1, arbitrary: fc.record({ look: which }) },
  { weight: 2, arbitrary: fc.record({ days: fc.integer({ min: 1, max: 40 }) }) },
  { weight: 2, arbitrary: fc.record({ undo: fc.constant(true) }) },
);
type Step = typeof aStep extends fc.Arbitrary<infer T> ? T : never;

function play(steps: readonly Step[]): void {
  world = { yours: memoryYours(), cache: memoryCache(), nowMs: T0 };
  const ids = SEARCHES.map((search, at) => save(`Search ${at}`, search));
  const model = SEARCHES.map(() => ({ fetched: new Set<string>(), seen: [] as Set<string>[] }));
  const marks: { at: number; undo: string; seen: Set<string> }[] = [];
  for (const step of steps) {
    world.nowMs += 1_000;
    if ('fetch' in step) {
      const search = SEARCHES[step.fetch];
      if (search !== undefined && step.ids.length > 0) fetch(search, step.ids);
      for (const id of step.ids) model[step.fetch]?.fetched.add(id);
    } else if ('seen' in step) {
      const of = model[step.seen];
      const undo = seen(ids[step.seen] ?? '');
      if (undo === null || of === undefined) continue;
      const covered = new Set(of.fetched);
      of.seen.push(covered);
      marks.push({ at: step.seen, undo, seen: covered });
    } else if ('look' in step) storedSetOf(world, ids[step.look] ?? '', world.nowMs);
    else if ('days' in step) world.nowMs += step.days * DAY_MS;
    else {
      const last = marks.pop();
      if (last === undefined) continue;
      undoChange(world.yours, last.undo, world.nowMs);
      const of = model[last.at];
      if (of !== undefined) of.seen = of.seen.filter((covered) => covered !== last.seen);
    }
    const expected = model.map(
      (of) => [...of.fetched].filter((id) => !of.seen.some((covered) => covered.has(id))).length,
    );
    expect(ids.map(fresh)).toEqual(expected);
  }
}

describe('any sequence of fetching, viewing, marking, time travel and undo', () => {
  it(
    'has the fetched and unseen results as new results, for each search',
    () => fc.assert(fc.property(fc.array(aStep, { maxLength: 30 }), play), { numRuns: RUNS }),
    TIMEOUT_MS,
  );
});
