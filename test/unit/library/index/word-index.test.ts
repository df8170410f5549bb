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
import { storePage } from '../../../../electron/core/library/store-responses.ts';
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
import { asked, searchOf } from '../../../support/app/library-search.ts';

const T0 = Date.UTC(2026, 5, 20);
const DAY_MS = 86_400_000;

function store(cache: WriteDb, names: Readonly<Record<string, string>>, atMs: number): void {
  const rows = Object.entries(names).map(([id, name]) =>
    row(company(id, { name, industries: null, tags: null }), round(`r-${id}`)),
  );
  storePage(cache, { endpoint: 'fundings', query: fundingsQuery(), fetchedAtMs: atMs, page: page(rows) });
}
const held = (cache: WriteDb): string[] => {
  exec(cache, "CREATE VIRTUAL TABLE temp.terms USING fts5vocab ('main', 'search_words', 'row')");
  const terms = all(cache, 'SELECT term FROM temp.terms').map((each) => text(each, 'term'));
  exec(cache, 'DROP TABLE temp.terms');
  return terms;
};
const count = (cache: WriteDb, table: string): number =>
  all(cache, `SELECT count(*) AS n FROM ${table}`).map((each) => num(each, 'n'))[0] ?? -1;

describe('words in memory', () => {
  it('forget what a company held before, however often it changes', () => {
    const memory = createWordTable();
    for (let at = 0; at < 200; at += 1) putDocument(memory, 0, documentOf([`word${at}`], []));
    expect([...findWords(memory, ['word199'], 1, null)]).toEqual([0]);
    expect([...findWords(memory, ['word198'], 1, null)]).toEqual([]);
    expect([...findWords(memory, ['ord198'], 1, null)]).toEqual([]);
    expect([...findWords(memory, ['ord199'], 1, null)]).toEqual([0]);
    putDocument(memory, 0, null);
    expect([...findWords(memory, ['word'], 1, null)]).toEqual([]);
  });

  it('are read anew before the numbers of an early change come round again', () => {
    const memory = createWordTable();
    for (let at = 0; at < 255; at += 1) putDocument(memory, 0, documentOf([`word${at}`], []));
    expect(needsReload(memory, 1)).toBe(false);
    putDocument(memory, 0, documentOf(['word255'], []));
    expect(needsReload(memory, 1)).toBe(true);
  });

  it('answer for thousands of companies as the file does, after a start and after a company wore them out', async () => {
    const files = { cache: memoryCache(), yours: memoryYours() };
    const names = Object.fromEntries(
      Array.from({ length: 3_000 }, (_, at) => [
        `c${String(at).padStart(4, '0')}`,
        `Alpha${at % 7} Beta${at}`,
      ]),
    );
    store(files.cache, names, T0);
    const first = searchOf(files);
    await first.find(asked());
    await first.settled();
    first.dispose();
    const [memory, file] = [searchOf(files), searchOf(files, undefined, false)];
    await memory.find(asked());
    await memory.settled();
    const same = async (): Promise<void> => {
      for (const typed of ['alpha3', 'alpha', 'a', 'al', 'beta2999', 'eta29', 'lpha5 beta1', 'beta3000'])
        for (const sort of ['name', 'relevance'] as const) {
          const [one, other] = await Promise.all(
            [memory, file].map((search) => search.find(asked({}, { text: typed, sort }))),
          );
          expect(one?.idsAt(0, 3_000)).toEqual(other?.idsAt(0, 3_000));
        }
    };
    await same();
    for (let at = 0; at < 260; at += 1) {
      store(files.cache, { c0007: `Alpha3 Gamma${at}` }, T0 + 1 + at);
      await memory.find(asked());
    }
    await same();
    await memory.settled();
    await same();
    const found = await memory.find(asked({}, { text: 'gamma' }));
    expect(found.idsAt(0, 5)).toEqual(['c0007']);
  }, 60_000);
});

describe('a common beginning', () => {
  const SLOTS = 12;
  /** Uses few letters, so that many prefixes are common and many are not. */
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é'), minLength: 2, maxLength: 5 });
  const words = fc.array(word, { minLength: 1, maxLength: 4 });
  const document = fc.option(fc.tuple(words, words).map(([names, texts]) => documentOf(names, texts)));
  const changes = fc.array(fc.tuple(fc.nat(SLOTS - 1), document), { minLength: 10, maxLength: 30 });
  const questions = fc.array(fc.array(word, { minLength: 1, maxLength: 3 }), { minLength: 8, maxLength: 8 });

  it('finds by its bits whom the lists of its words find, whoever came, changed and went, before them or after', async () => {
    const seen = { common: 0, rare: 0 };
    await fc.assert(
      fc.asyncProperty(changes, changes, changes, questions, async (...[before, meanwhile, after, asked]) => {
        const [bits, lists] = [createWordTable(), createWordTable()];
        const put = (all: typeof before): void => {
          for (const [slot, each] of all) for (const memory of [bits, lists]) putDocument(memory, slot, each);
        };
        put(before);
        let left = meanwhile;
        await readPrefixes(bits, SLOTS, () => {
          put(left.slice(0, 1));
          left = left.slice(1);
          return Promise.resolve();
        });
        put(after);
        for (const typed of asked) {
          const found = (memory: WordTable): number[] =>
            [...findWords(memory, typed, SLOTS, null)].sort((a, b) => a - b);
          expect(found(bits)).toEqual(found(lists));
          for (const each of typed) seen[bits.beginnings?.bits.has(each) === true ? 'common' : 'rare'] += 1;
        }
      }),
      { numRuns: IS_FULL ? 5_000 : 150 },
    );
    expect(Math.min(seen.common, seen.rare)).toBeGreaterThan(100);
  });
});

describe('the index in the file', () => {
  it('takes out what it holds, not what a company came to in between', async () => {
    const { cache, yours } = { cache: memoryCache(), yours: memoryYours() };
    const search = searchOf({ cache, yours });
    store(cache, { a: 'Firstname' }, T0);
    await search.find(asked());
    await search.settled();
    // The index has read the company, but the company changes again before it is indexed.
    store(cache, { a: 'Secondname' }, T0 + 1);
    const answered = search.find(asked());
    await answered;
    store(cache, { a: 'Thirdname' }, T0 + 2);
    await search.settled();
    await search.find(asked());
    await search.settled();
    expect(held(cache).filter((term) => term.endsWith('name'))).toEqual(['thirdname']);
    expect([count(cache, 'search_before'), count(cache, 'search_dirty')]).toEqual([0, 0]);
  });

  it('keeps no text a second time: neither of a company that is told again, nor once it caught up', async () => {
    const { cache, yours } = { cache: memoryCache(), yours: memoryYours() };
    const search = searchOf({ cache, yours });
    store(cache, { a: 'Alpha', b: 'Beta' }, T0);
    await search.find(asked());
    await search.settled();
    store(cache, { a: 'Alpha' }, T0 + 1);
    expect([count(cache, 'search_before'), count(cache, 'search_dirty')]).toEqual([0, 1]);
    store(cache, { b: 'Gamma' }, T0 + 1);
    expect(all(cache, 'SELECT company_id, named FROM search_before')).toEqual([
      { company_id: 'b', named: 'Beta' },
    ]);
    await search.find(asked());
    await search.settled();
    expect([count(cache, 'search_before'), count(cache, 'search_dirty')]).toEqual([0, 0]);
  });

  it('a planted trigger that forgets the texts before a change leaves a word behind', async () => {
    const { cache, yours } = { cache: memoryCache(), yours: memoryYours() };
    const search = searchOf({ cache, yours });
    store(cache, { a: 'Alpha' }, T0);
    await search.find(asked());
    await search.settled();
    exec(cache, 'DROP TRIGGER search_company_before_update');
    run(cache, "UPDATE company SET name = 'Omega', name_folded = 'omega'");
    await search.find(asked());
    await search.settled();
    expect(held(cache)).toContain('alpha');
  });
});

describe('what depends on the time', () => {
  it('is counted anew once a fact changed or something grew too old, and not before', async () => {
    const breathe = (): Promise<void> => Promise.resolve();
    const columns = createColumns();
    const slot = slotFor(columns, 'a');
    columns.fetchedAtMs[slot] = T0;
    columns.windowSaid[slot] = 0;
    columns.announcedDay[slot] = T0 / DAY_MS - 29;
    const first = await timedOf(columns, T0 + 1, null, breathe);
    expect([first.freshness[slot], first.windows[slot]]).toEqual([0, CLOSING]);
    expect(await timedOf(columns, T0 + DAY_MS - 1, first, breathe)).toBe(first);
    const closed = await timedOf(columns, T0 + DAY_MS, first, breathe);
    expect([closed.freshness[slot], closed.windows[slot]]).toEqual([0, 2]);
    const old = await timedOf(columns, T0 + DAY_MS + 1, closed, breathe);
    expect([old.freshness[slot], old.windows[slot]]).toEqual([1, 2]);
    expect((await timedOf(columns, T0, old, breathe)).freshness[slot]).toBe(0);
    setNote(columns, slot, true);
    expect(await timedOf(columns, T0 + DAY_MS + 1, old, breathe)).not.toBe(old);
  });
});

describe('the parts of the index', () => {
  it('are put together however few a time brings', async () => {
    const [cache, yours] = [memoryCache(), memoryYours()];
    const search = searchOf({ cache, yours });
    for (let at = 0; at < 12; at += 1) {
      store(cache, { [`c${at}`]: `Name${at} Corp` }, T0 + at);
      await search.find(asked());
      await search.settled();
    }
    const parts = all(cache, 'SELECT count(DISTINCT segid) AS n FROM search_words_idx').map((each) =>
      num(each, 'n'),
    );
    // Each time added one segment.
    expect(parts[0]).toBeLessThan(8);
    search.dispose();
  });
});
