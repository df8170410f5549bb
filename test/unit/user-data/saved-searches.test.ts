import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { putAnswer } from '../../../electron/core/database/queries/cache/library-answers.ts';
import { canonicalQuery, queryKeyOf } from '../../../electron/core/search-coverage/query-key.ts';
import { all, run, type WriteDb } from '../../../electron/core/database/sql.ts';
import { findAnswer } from '../../../electron/core/library/library-answers.ts';
import { findSet } from '../../../electron/core/library/query-sets.ts';
import { storePage } from '../../../electron/core/library/store-responses.ts';
import { eraseCompany } from '../../../electron/core/privacy/erase.ts';
import { joinErased } from '../../../electron/core/privacy/erasure-records.ts';
import { recordChange, undoChange, type Journal } from '../../../electron/core/user-data/undo-journal.ts';
import {
  createSavedSearches,
  listSavedSearches,
  type SavedSearches,
} from '../../../electron/core/user-data/saved-searches.ts';
import {
  deleteUnsavedResults,
  storedSetOf,
  noteKept,
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
import { searchFor } from './own-words.ts';
import { IS_FULL } from '../../support/common/full-size.ts';
import { failure } from '../../support/common/failure.ts';

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
    noteKept(world, search, world.nowMs);
    return searches.create(name, search, world.nowMs);
  }).value.id;
const list = () => listSavedSearches(world, { nowMs: world.nowMs, priceOf: () => null });
const fresh = (id: string): number | undefined => list().find((each) => each.id === id)?.fresh;
const seen = (id: string): string | null =>
  change('search-seen', (searches) => searches.markSeen(id, world.nowMs)).recorded.undo;

/** Stores a service response to the search with these rounds, one company each. */
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
const kept = (told: Record<string, unknown>, dates: unknown = { kind: 'last', days: 7 }, of = 'fundings') =>
  savedQuerySchema.parse({ list: of, dates, query: { limit: 25, ...told } });

describe('a saved search', () => {
  it('is one for one question, however that was put', () => {
    const first = save('Nordics', kept({ countries: ['SE', 'NO'], minAmount: '$1,000K', search: ' grid ' }));
    const again = change('search-saved', (searches) =>
      searches.create(
        'Something else',
        kept({ countries: ['NO', 'SE', 'NO'], minAmount: '1M', search: 'grid', limit: 50, stages: [] }),
        T0,
      ),
    );
    expect(again.value).toEqual({ id: first, name: 'Nordics', existed: true });
    expect(again.recorded.undo).toBeNull();
    const others = [
      kept({ countries: ['SE', 'NO'], minAmount: '1M' }),
      kept({ countries: ['SE', 'NO'], minAmount: '1M', search: 'grid' }, { kind: 'last', days: 30 }),
      kept(
        { countries: ['SE', 'NO'], minAmount: '1M', search: 'grid' },
        { kind: 'between', start: '2026-06-04', end: '2026-06-10' },
      ),
      kept({ countries: ['SE', 'NO'], search: 'grid' }, undefined, 'companies'),
      kept({ countries: ['SE', 'NO'], maxAmount: '1M', search: 'grid' }),
    ];
    others.forEach((each, at) => save(`Other ${at}`, each));
    expect(list()).toHaveLength(1 + others.length);
  });

  it('asks for the last days of the day on which it is asked', () => {
    const asked = questionAt(searchFor('grid', 7), T0 + 7 * DAY_MS).query;
    expect([asked.fundingDateStart, asked.fundingDateEnd]).toEqual(['2026-06-11', '2026-06-17']);
    const between = kept({}, { kind: 'between', start: '2026-01-01', end: '2026-02-28' });
    expect(queryKeyOf(questionAt(between, T0))).toBe(queryKeyOf(questionAt(between, T0 + 90 * DAY_MS)));
  });

  it('bears a name that no other bears, and takes no other’s question', () => {
    const one = save('Nordics', searchFor('a'));
    const other = save('Baltics', searchFor('b'));
    const taken = { kind: 'conflict', reason: 'name-taken', preview: null };
    expect(failure(() => save('NÖRDICS', searchFor('c')))).toEqual(taken);
    expect(failure(() => change('search-renamed', (of) => of.rename(other, 'nordics')))).toEqual(taken);
    expect(failure(() => change('search-replaced', (of) => of.replace(other, searchFor('a'), T0)))).toEqual({
      ...taken,
      reason: 'already-saved',
    });
    expect(failure(() => change('search-removed', (of) => of.remove('99')))).toEqual({
      kind: 'not-found',
      what: 'saved-search',
    });
    change('search-renamed', (of) => of.rename(one, 'nordics'));
    expect(list().map(({ name }) => name)).toEqual(['nordics', 'Baltics']);
  });

  it('cannot come back while another asks its question', () => {
    const one = save('One', searchFor('a'));
    const { recorded } = change('search-removed', (of) => of.remove(one));
    save('Two', searchFor('a'));
    expect(failure(() => undoChange(world.yours, recorded.undo ?? '', T0))).toEqual({
      kind: 'conflict',
      reason: 'already-saved',
      preview: null,
    });
    expect(list().map(({ name }) => name)).toEqual(['Two']);
  });

  it('goes up and down among the others', () => {
    const ids = ['a', 'b', 'c'].map((name) => save(name, searchFor(name)));
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

  it('goes up and down from a place that an undo gave to two', () => {
    const ids = ['a', 'b'].map((name) => save(name, searchFor(name)));
    const { recorded } = change('search-removed', (of) => of.remove(ids[1] ?? ''));
    const last = save('c', searchFor('c'));
    undoChange(world.yours, recorded.undo ?? '', T0);
    const order = () => list().map(({ name }) => name);
    expect(order()).toEqual(['a', 'b', 'c']);
    const moved = change('search-moved', (of) => of.move(last, -1));
    expect(order()).toEqual(['a', 'c', 'b']);
    undoChange(world.yours, moved.recorded.undo ?? '', T0);
    expect(order()).toEqual(['a', 'b', 'c']);
  });

  it('that another version wrote is told as one that cannot be read', () => {
    const id = save('Nordics', searchFor('a'));
    run(world.yours, `UPDATE saved_search SET question = '{"list":"planets"}'`);
    expect(list()).toMatchObject([{ id, search: null, price: null, fresh: 0, unlisted: [] }]);
    contract.savedSearches.list.output.parse({ searches: list() });
  });
});

describe('what is new', () => {
  it('is what came since the last mark, of this search alone; both times are told', () => {
    const search = searchFor('', 7);
    fetch(search, ['1', '2']);
    const id = save('Sweep', search);
    expect(list()[0]).toMatchObject({ fresh: 0, fetchedAtMs: T0, viewedAtMs: T0 });
    world.nowMs = T0 + 7 * DAY_MS;
    fetch(search, ['2', '3', '4']);
    fetch(searchFor('', 30), ['5']);
    expect(list()[0]).toMatchObject({ fresh: 2, fetchedAtMs: world.nowMs, viewedAtMs: T0 });
    const undo = seen(id);
    expect(list()[0]).toMatchObject({ fresh: 0, viewedAtMs: world.nowMs });
    expect(seen(id)).toBeNull();
    undoChange(world.yours, undo ?? '', world.nowMs);
    expect(list()[0]).toMatchObject({ fresh: 2, viewedAtMs: T0 });
  });

  it('is not what the library had worked out when the search was saved', () => {
    const search = searchFor('', 7);
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

  it('of companies is told apart by company', () => {
    const search = kept({}, undefined, 'companies');
    const id = save('Companies', search);
    fetch(search, ['1', '2']);
    seen(id);
    fetch(search, ['2', '3']);
    expect(fresh(id)).toBe(1);
  });

  it('is not told of what a rebuilt cache has lost, and comes again only where it was not seen', () => {
    const search = searchFor('', 7);
    const id = save('Sweep', search);
    fetch(search, ['1', '2']);
    seen(id);
    fetch(search, ['2', '3']);
    world.cache = memoryCache();
    expect(fresh(id)).toBe(0);
    fetch(search, ['1', '2', '3', '4']);
    expect(fresh(id)).toBe(2);
  });

  it('starts anew with another question, and what was seen stays seen', () => {
    const [one, other] = [searchFor('', 7), searchFor('', 30)];
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

  it('is not what was here already when the search came to ask for it, but is what came in another page size', () => {
    const [one, other] = [searchFor('', 7), searchFor('', 30)];
    const id = save('Sweep', one);
    fetch(other, ['1', '2']);
    const replaced = change('search-replaced', (of) => {
      noteKept(world, other, world.nowMs);
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

  it('counts for the search however its amounts were typed', () => {
    const id = save('Big', kept({ minAmount: '1M' }));
    fetch(kept({ minAmount: '$1,000K' }), ['1', '2']);
    expect(fresh(id)).toBe(2);
    fetch(kept({ maxAmount: '1M' }), ['3']);
    fetch(kept({ minFunding: '1M' }, undefined, 'companies'), ['4']);
    expect(fresh(id)).toBe(2);
  });

  it('of more rows than anybody pages through is bounded, and what keeps coming stays seen', () => {
    const search = searchFor('', 7);
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
  }, 60_000);

  it('holds nothing of a company that was erased', () => {
    const search = searchFor('', 7);
    joinErased(world, random);
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

  it('of a wiped cache did not come until it comes again, once the files are opened', () => {
    const search = searchFor('', 7);
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

  it('goes with a search that no undo can bring back once the files are opened', () => {
    const search = searchFor('', 7);
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

  it('goes with a search once no undo can bring that back', () => {
    const search = searchFor('', 7);
    const id = save('Sweep', search);
    fetch(search, ['1']);
    seen(id);
    const { recorded } = change('search-removed', (of) => of.remove(id));
    const kept = () => ['search_fetched', 'search_seen', 'search_view'].map(countOf);
    expect(kept()).toEqual([1, 1, 1]);
    undoChange(world.yours, recorded.undo ?? '', T0);
    expect(fresh(id)).toBe(0);
    change('search-removed', (of) => of.remove(id));
    // One change more than the journal stores.
    for (let at = 0; at < 101; at += 1) {
      save('Other', searchFor('x'));
      removeOther();
    }
    expect(kept()).toEqual([0, 0, 0]);
  });

  it('opens the answer of the service after the library worked one out on a later day', () => {
    const search = searchFor('', 7);
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

  it('opens what was kept of it: of today, else of the day before', () => {
    const search = searchFor('', 7);
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
 * A reference model: for each search, the ids that arrived while it used its current query, without those
 * present when it was last marked as seen.
 */

const SEARCHES = [
  searchFor('', 7),
  searchFor('', 30),
  kept({ countries: ['NO'] }),
  kept({}, undefined, 'companies'),
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

describe('for any sequence of fetching, looking, marking, travelling and taking back', () => {
  it(
    'new is what was fetched less what was seen, within each search',
    () => fc.assert(fc.property(fc.array(aStep, { maxLength: 30 }), play), { numRuns: RUNS }),
    TIMEOUT_MS,
  );
});
