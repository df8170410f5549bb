import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorkspaceFiles } from '../../../../electron/core/backup/open-workspace-files.ts';
import { checkpointWal } from '../../../../electron/core/database/queries/backup.ts';
import { all, exec, run, transaction, type WriteDb } from '../../../../electron/core/database/sql.ts';
import { createLibrarySearch } from '../../../../electron/core/library/index/library-search.ts';
import {
  clock,
  company,
  fundingsQuery,
  log,
  page,
  round,
  row,
} from '../../../support/app/library-fixtures.ts';
import { requested } from '../../../support/app/library-search.ts';
import { SEARCH_ALONE } from '../../../support/app/search-alone.ts';
import { storePage } from '../../../support/app/store-without-key.ts';
import { tempDir } from '../../../support/common/temp-dir.ts';

let folder: ReturnType<typeof tempDir> = { path: '', remove: () => undefined };
beforeEach(() => {
  folder = tempDir();
});
afterEach(() => folder.remove());

function open() {
  const files = openWorkspaceFiles(folder.path, { clock, log });
  const search = createLibrarySearch({ ...files, clock, log, ...SEARCH_ALONE, contactNames: () => null });
  const close = async (): Promise<void> => {
    search.dispose();
    await search.settled();
    files.close();
  };
  return { cache: files.cache, search, close };
}

const DAY_MS = 86_400_000;
function storeCompanies(
  cache: WriteDb,
  [from, to]: readonly [number, number],
  nameOf: (at: number) => string,
  day = 0,
): void {
  const rows = Array.from({ length: to - from }, (_, index) =>
    row(company(`c${from + index}`, { name: nameOf(from + index) }), round(`r${from + index}`)),
  );
  const fetchedAtMs = Date.UTC(2026, 5, 20) + day * DAY_MS;
  storePage(cache, { endpoint: 'fundings', query: fundingsQuery(), fetchedAtMs, page: page(rows) });
}

/** Adds large segments to the index, with documents that belong to no company. */
function addSegments(cache: WriteDb, count: number, words: number): void {
  for (let segment = 0; segment < count; segment += 1) {
    const tokens = Array.from({ length: words }, (_, at) => `w${(at * 7919 + segment).toString(36)}q${at}`);
    transaction(cache, () =>
      run(cache, 'INSERT INTO search_words (rowid, tokens) VALUES (:id, :tokens)', {
        id: 1_000_000 + segment,
        tokens: tokens.join(' '),
      }),
    );
  }
}

const segmentIds = (cache: WriteDb): number =>
  all(cache, 'SELECT DISTINCT segid FROM search_words_idx').length;

describe('merging the index', () => {
  it('keeps the log small, however large the merged segments are', async () => {
    const { cache, search, close } = open();
    addSegments(cache, 8, 20_000);
    const before = segmentIds(cache);
    checkpointWal(cache);
    // Segments are merged after every third commit.
    for (let at = 0; at < 3; at += 1) {
      storeCompanies(cache, [at, at + 1], (each) => `Company number${each}`);
      search.warm();
      await search.settled();
    }
    expect(segmentIds(cache)).toBeLessThan(before);
    expect(statSync(join(folder.path, 'cache.db-wal')).size).toBeLessThan(5_000_000);
    exec(cache, "INSERT INTO search_words (search_words) VALUES ('integrity-check')");
    expect((await search.find(requested({}, { text: 'number' }))).total).toBe(3);
    await close();
  });
});

describe('writing the index', () => {
  it('includes companies that change or are added while others are written', async () => {
    const { cache, search, close } = open();
    storeCompanies(cache, [0, 600], (at) => `First number${at}`);
    search.warm();
    for (let change = 1; change <= 8; change += 1) {
      for (let turn = 0; turn < 12; turn += 1) await nextTurn();
      storeCompanies(cache, [change * 70, change * 70 + 30], (at) => `Second number${at}`, change);
      storeCompanies(cache, [600 + change, 601 + change], (at) => `Late number${at}`, change);
      expect((await search.find(requested({}, { text: 'second' }))).total).toBe(change * 30);
    }
    await search.settled();
    expect(all(cache, 'SELECT company_id FROM search_dirty')).toEqual([]);
    await close();
    // A new search reads the words from the index file.
    const again = open();
    const totals: number[] = [];
    for (const text of ['first', 'second', 'late', 'number'])
      totals.push((await again.search.find(requested({}, { text }))).total);
    await again.search.settled();
    for (const text of ['first', 'second', 'late', 'number'])
      totals.push((await again.search.find(requested({}, { text }))).total);
    expect(totals).toEqual([360, 240, 8, 608, 360, 240, 8, 608]);
    await again.close();
  });
});

describe('planner statistics', () => {
  it('are absent, because with statistics of an empty index, every merge step reads the whole index', async () => {
    const first = open();
    storeCompanies(first.cache, [0, 100], (at) => `Company number${at}`);
    first.search.warm();
    await first.search.settled();
    await first.close();
    const { cache, close } = open();
    expect(all(cache, "SELECT name FROM sqlite_schema WHERE name LIKE 'sqlite_stat%'")).toEqual([]);
    const plan = all(cache, 'EXPLAIN QUERY PLAN SELECT id FROM search_words_data WHERE id >= 1 AND id <= 2');
    expect(plan.map((step) => String(step['detail']))).toEqual([
      expect.stringMatching(/^SEARCH search_words_data USING INTEGER PRIMARY KEY/),
    ]);
    await close();
  });
});
