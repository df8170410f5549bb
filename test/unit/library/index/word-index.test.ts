import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { all, exec, num, run, text, type WriteDb } from '../../../../electron/core/database/sql.ts';
import { CLOSING, timedOf } from '../../../../electron/core/library/index/time-flags.ts';
import { createColumns, setNote, slotFor } from '../../../../electron/core/library/index/columns.ts';
import { documentOf } from '../../../../electron/core/library/index/tokenize.ts';
import { readPrefixes } from '../../../../electron/core/library/index/word-loader.ts';
import { findWords } from '../../../../electron/core/library/index/find-words.ts';
import {
  createWordTable,
  needsReload,
  putDocument,
  type WordTable,
} from '../../../../electron/core/library/index/word-index.ts';
import {
  company,
  fundingsQuery,
  memoryCache,
  memoryYours,
  page,
  round,
  row,
} from '../../../support/app/library-fixtures.ts';
import { IS_FULL } from '../../../support/common/full-size.ts';
import { requested, searchOf } from '../../../support/app/library-search.ts';
import { storePage } from '../../../support/app/store-without-key.ts';

const T0 = Date.UTC(2026, 5, 20);
const DAY_MS = 86_400_000;

function store(cache: WriteDb, names: Readonly<Record<string, string>>, atMs: number): void {
  const rows = Object.entries(names).map(([id, name]) =>
    row(company(id, { name, industries: null, tags: null }), round(`r-${id}`)),
  );
  storePage(cache, { endpoint: 'fundings', query: fundingsQuery(), fetchedAtMs: atMs, page: page(rows) });
}
const termsIn = (cache: WriteDb): string[] => {
  exec(cache, "CREATE VIRTUAL TABLE temp.terms USING fts5vocab ('main', 'search_words', 'row')");
  const terms = all(cache, 'SELECT term FROM temp.terms').map((each) => text(each, 'term'));
  exec(cache, 'DROP TABLE temp.terms');
  return terms;
};
const count = (cache: WriteDb, table: string): number =>
  all(cache, `SELECT count(*) AS n FROM ${table}`).map((each) => num(each, 'n'))[0] ?? -1;

describe('words in memory', () => {
  it('drop the previous words of a company, however often it changes', () => {
    const memory = createWordTable();
    for (let at = 0; at < 200; at += 1) putDocument(memory, 0, documentOf([`word${at}`], []));
    expect([...findWords(memory, ['word199'], 1, null)]).toEqual([0]);
    expect([...findWords(memory, ['word198'], 1, null)]).toEqual([]);
    expect([...findWords(memory, ['ord198'], 1, null)]).toEqual([]);
    expect([...findWords(memory, ['ord199'], 1, null)]).toEqual([0]);
    putDocument(memory, 0, null);
    expect([...findWords(memory, ['word'], 1, null)]).toEqual([]);
  });

  it('are reloaded before version numbers are reused', () => {
    const memory = createWordTable();
    for (let at = 0; at < 255; at += 1) putDocument(memory, 0, documentOf([`word${at}`], []));
    expect(needsReload(memory, 1)).toBe(false);
    putDocument(memory, 0, documentOf(['word255'], []));
    expect(needsReload(memory, 1)).toBe(true);
  });

  it('give the same results as the file for thousands of companies, after a start and after many changes', async () => {
    const files = { cache: memoryCache(), yours: memoryYours() };
    const names = Object.fromEntries(
      Array.from({ length: 3_000 }, (_, at) => [
        `c${String(at).padStart(4, '0')}`,
        `Alpha${at % 7} Beta${at}`,
      ]),
    );
    store(files.cache, names, T0);
    const first = searchOf(files);
    await first.find(requested());
    await first.settled();
    first.dispose();
    const [memory, file] = [searchOf(files), searchOf(files, undefined, false)];
    await memory.find(requested());
    await memory.settled();
    const same = async (): Promise<void> => {
      for (const typed of ['alpha3', 'alpha', 'a', 'al', 'beta2999', 'eta29', 'lpha5 beta1', 'beta3000'])
        for (const sort of ['name', 'relevance'] as const) {
          const [one, other] = await Promise.all(
            [memory, file].map((search) => search.find(requested({}, { text: typed, sort }))),
          );
          expect(one?.idsAt(0, 3_000)).toEqual(other?.idsAt(0, 3_000));
        }
    };
    await same();
    for (let at = 0; at < 260; at += 1) {
      store(files.cache, { c0007: `Alpha3 Gamma${at}` }, T0 + 1 + at);
      await memory.find(requested());
    }
    await same();
    await memory.settled();
    await same();
    const found = await memory.find(requested({}, { text: 'gamma' }));
    expect(found.idsAt(0, 5)).toEqual(['c0007']);
  });
});

describe('words of the file', () => {
  it('are complete even if the documents are in another order than the companies', async () => {
    const files = { cache: memoryCache(), yours: memoryYours() };
    const halves = [
      Array.from({ length: 2_100 }, (_, at) => `n${at}`),
      Array.from({ length: 2_100 }, (_, at) => `c${at}`),
    ];
    for (const ids of halves) {
      store(files.cache, Object.fromEntries(ids.map((id, at) => [id, `Alpha Rare${at % 700}`])), T0);
      const search = searchOf(files);
      await search.find(requested());
      await search.settled();
      search.dispose();
    }
    // Deletes the saved facts. Otherwise, the companies would be in the order of the documents.
    run(files.cache, 'DELETE FROM search_saved');
    const search = searchOf(files);
    await search.find(requested());
    await search.settled();
    const totalOf = async (typed: string): Promise<number> =>
      (await search.find(requested({}, { text: typed }))).total;
    expect(await totalOf('alpha')).toBe(4_200);
    expect(await totalOf('lpha')).toBe(4_200);
    expect(await totalOf('rare699')).toBe(6);
    expect(await totalOf('are699 alpha')).toBe(6);
    search.dispose();
  });
});

describe('common prefix', () => {
  const SLOTS = 12;
  /** With only three different letters, some prefixes are common and others are rare. The test needs both. */
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é'), minLength: 2, maxLength: 5 });
  const words = fc.array(word, { minLength: 1, maxLength: 4 });
  const document = fc.option(fc.tuple(words, words).map(([names, texts]) => documentOf(names, texts)));
  const changes = fc.array(fc.tuple(fc.nat(SLOTS - 1), document), { minLength: 10, maxLength: 30 });
  const questions = fc.array(fc.array(word, { minLength: 1, maxLength: 3 }), { minLength: 8, maxLength: 8 });

  it('finds the same companies by its bits as by its word lists, whenever companies change', async () => {
    const seen = { common: 0, rare: 0 };
    await fc.assert(
      fc.asyncProperty(
        changes,
        changes,
        changes,
        questions,
        async (...[before, during, after, typedWords]) => {
          const [bits, lists] = [createWordTable(), createWordTable()];
          const put = (all: typeof before): void => {
            for (const [slot, each] of all)
              for (const memory of [bits, lists]) putDocument(memory, slot, each);
          };
          put(before);
          let pending = during;
          await readPrefixes(bits, SLOTS, () => {
            put(pending.slice(0, 1));
            pending = pending.slice(1);
            return Promise.resolve();
          });
          put(after);
          for (const typed of typedWords) {
            const found = (memory: WordTable): number[] =>
              [...findWords(memory, typed, SLOTS, null)].sort((a, b) => a - b);
            expect(found(bits)).toEqual(found(lists));
            for (const each of typed) seen[bits.beginnings?.bits.has(each) === true ? 'common' : 'rare'] += 1;
          }
        },
      ),
      { numRuns: IS_FULL ? 5_000 : 150 },
    );
    expect(Math.min(seen.common, seen.rare)).toBeGreaterThan(100);
  });
});

describe('index in the file', () => {
  it('removes the words that the index contains, not the words of a change in between', async () => {
    const { cache, yours } = { cache: memoryCache(), yours: memoryYours() };
    const search = searchOf({ cache, yours });
    store(cache, { a: 'Firstname' }, T0);
    await search.find(requested());
    await search.settled();
    // The search reads `Secondname` to index it. The company changes again before the index is written.
    store(cache, { a: 'Secondname' }, T0 + 1);
    const found = search.find(requested());
    await found;
    store(cache, { a: 'Thirdname' }, T0 + 2);
    await search.settled();
    await search.find(requested());
    await search.settled();
    expect(termsIn(cache).filter((term) => term.endsWith('name'))).toEqual(['thirdname']);
    expect([count(cache, 'search_before'), count(cache, 'search_dirty')]).toEqual([0, 0]);
  });

  it('stores no text twice, neither of an unchanged company nor after it caught up', async () => {
    const { cache, yours } = { cache: memoryCache(), yours: memoryYours() };
    const search = searchOf({ cache, yours });
    store(cache, { a: 'Alpha', b: 'Beta' }, T0);
    await search.find(requested());
    await search.settled();
    store(cache, { a: 'Alpha' }, T0 + 1);
    expect([count(cache, 'search_before'), count(cache, 'search_dirty')]).toEqual([0, 1]);
    store(cache, { b: 'Gamma' }, T0 + 1);
    expect(all(cache, 'SELECT company_id, named FROM search_before')).toEqual([
      { company_id: 'b', named: 'Beta' },
    ]);
    await search.find(requested());
    await search.settled();
    expect([count(cache, 'search_before'), count(cache, 'search_dirty')]).toEqual([0, 0]);
  });

  it('keeps an old word if a trigger does not store the text before a change (planted defect)', async () => {
    const { cache, yours } = { cache: memoryCache(), yours: memoryYours() };
    const search = searchOf({ cache, yours });
    store(cache, { a: 'Alpha' }, T0);
    await search.find(requested());
    await search.settled();
    exec(cache, 'DROP TRIGGER search_company_before_update');
    run(cache, "UPDATE company SET name = 'Omega', name_folded = 'omega'");
    await search.find(requested());
    await search.settled();
    expect(termsIn(cache)).toContain('alpha');
  });
});

describe('flags that depend on time', () => {
  it('are computed again once a fact changes or its age crosses a limit, not before', async () => {
    const pause = (): Promise<void> => Promise.resolve();
    const columns = createColumns();
    const slot = slotFor(columns, 'a');
    columns.fetchedAtMs[slot] = T0;
    columns.reportedWindow[slot] = 0;
    columns.announcedDay[slot] = T0 / DAY_MS - 29;
    const first = await timedOf(columns, T0 + 1, null, pause);
    expect([first.freshness[slot], first.windows[slot]]).toEqual([0, CLOSING]);
    expect(await timedOf(columns, T0 + DAY_MS - 1, first, pause)).toBe(first);
    const closed = await timedOf(columns, T0 + DAY_MS, first, pause);
    expect([closed.freshness[slot], closed.windows[slot]]).toEqual([0, 2]);
    const old = await timedOf(columns, T0 + DAY_MS + 1, closed, pause);
    expect([old.freshness[slot], old.windows[slot]]).toEqual([1, 2]);
    expect((await timedOf(columns, T0, old, pause)).freshness[slot]).toBe(0);
    setNote(columns, slot, true);
    expect(await timedOf(columns, T0 + DAY_MS + 1, old, pause)).not.toBe(old);
  });
});

describe('index segments', () => {
  it('are merged even if each change is small', async () => {
    const [cache, yours] = [memoryCache(), memoryYours()];
    const search = searchOf({ cache, yours });
    for (let at = 0; at < 12; at += 1) {
      store(cache, { [`c${at}`]: `Name${at} Corp` }, T0 + at);
      await search.find(requested());
      await search.settled();
    }
    const parts = all(cache, 'SELECT count(DISTINCT segid) AS n FROM search_words_idx').map((each) =>
      num(each, 'n'),
    );
    // Each of the 12 changes added a segment to the full-text index. Fewer than eight segments are left only
    // if some were merged.
    expect(parts[0]).toBeLessThan(8);
    search.dispose();
  });
});
