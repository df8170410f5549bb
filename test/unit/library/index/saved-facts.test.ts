import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { all, exec, num, run, transaction, type WriteDb } from '../../../../electron/core/database/sql.ts';
import { readAll } from '../../../../electron/core/library/index/load-companies.ts';
import { createFactsSaver, readSaved } from '../../../../electron/core/library/index/saved/saved-facts.ts';
import { createSearchWorld, type SearchWorld } from '../../../../electron/core/library/index/search-state.ts';
import { removeCompanyRows } from '../../../../electron/core/privacy/remove-company.ts';
import { LIBRARY_SORTS } from '../../../../shared/model/library.ts';
import {
  amount,
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
import { requested, searchOf } from '../../../support/app/library-search.ts';
import { storePage } from '../../../support/app/store-without-key.ts';

const T0 = Date.UTC(2026, 5, 20);
/** The app saves facts only if there are at least 2,000 companies. It saves them in parts of 200. */
const COMPANIES = 2_150;
type Files = { readonly cache: WriteDb; readonly yours: WriteDb };

const idOf = (at: number): string => `c${String(at).padStart(4, '0')}`;
function storeCompanies(cache: WriteDb, from: number, to: number, name = 'Company', atMs = T0): void {
  const rows = Array.from({ length: to - from }, (_, each) => {
    const at = from + each;
    const facts = {
      name: `${name} ${at % 97}`,
      countryCode: ['DE', 'US', 'FR', null][at % 4] ?? null,
      industries: [
        `Industry ${at % 7}`,
        `Sector ${at % 5}`,
        `Field ${at % 3}`,
        `Area ${at % 2}`,
        'Zürich',
      ].slice(0, at % 6),
      tags:
        at % 3 === 0 ? null : [{ tagId: `t${at % 11}`, name: `tag ${at % 11}`, slug: null, category: null }],
    };
    return row(
      company(idOf(at), facts),
      round(`r${at}`, { amount: amount('1', at % 50, at % 2 ? 'EUR' : 'USD') }),
    );
  });
  storePage(cache, { endpoint: 'fundings', query: fundingsQuery(), fetchedAtMs: atMs, page: page(rows) });
}

async function startOnce(files: Files): Promise<void> {
  const search = searchOf(files);
  await search.find(requested());
  await search.settled();
  search.dispose();
}
async function savedLibrary(): Promise<Files> {
  const files = { cache: memoryCache(), yours: memoryYours() };
  storeCompanies(files.cache, 0, COMPANIES);
  await startOnce(files);
  return files;
}

async function readTables(world: SearchWorld): Promise<void> {
  await readAll(
    world,
    () => Promise.resolve(),
    () => undefined,
  );
  for (const slot of world.unwritten.slots()) world.unwritten.delete(slot);
}

/** Saves the facts, and calls `onTurn` before each step. */
async function saveFacts(world: SearchWorld, onTurn: () => void): Promise<void> {
  const saver = createFactsSaver(world, {
    clock,
    log,
    stopped: () => false,
    nextTurn: () => {
      onTurn();
      return Promise.resolve();
    },
  });
  saver.start(() => Promise.resolve());
  await saver.idle();
}

/** Opens the search again and returns the results of various queries. */
async function resultsOf(files: Files): Promise<unknown> {
  const search = searchOf(files);
  const results: unknown[] = [];
  for (const question of [
    ...LIBRARY_SORTS.map((sort) => requested({}, { sort })),
    requested({ countries: ['DE'] }),
    requested({ industries: ['zurich'] }),
    requested({}, { text: 'company 12' }),
    requested({}, { text: 'renamed' }),
  ]) {
    const found = await search.find(question);
    results.push([found.total, found.idsAt(0, 3_000), await found.counts()]);
  }
  search.dispose();
  await search.settled();
  return results;
}

/** Checks that a search returns the same results after the saved facts have been deleted. */
async function expectSame(files: Files): Promise<void> {
  const withSaved = await resultsOf(files);
  run(files.cache, 'DELETE FROM search_saved');
  expect(withSaved).toEqual(await resultsOf(files));
}

const countOf = ({ cache }: Files, table: string): number =>
  all(cache, `SELECT count(*) AS n FROM ${table}`).map((each) => num(each, 'n'))[0] ?? -1;
const headerBytes = ({ cache }: Files): number =>
  all(cache, 'SELECT length(bytes) AS n FROM search_saved WHERE part = 0').map((each) => num(each, 'n'))[0] ??
  -1;

/** Returns the saved header and parts, decompressed. */
const savedTexts = ({ cache }: Files): string =>
  all(cache, 'SELECT bytes FROM search_saved')
    .map(({ bytes }) => inflateRawSync((bytes as Buffer).subarray(4)).toString())
    .join('\n');

/**
 * Deletes all tags without marking their companies as changed, so only the saved facts still contain the
 * tags.
 */
async function totalOfTagWithoutRows(files: Files): Promise<number> {
  const triggers = all(
    files.cache,
    "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'company_tag'",
  );
  for (const { name } of triggers) exec(files.cache, `DROP TRIGGER "${String(name)}"`);
  run(files.cache, 'DELETE FROM company_tag');
  const search = searchOf(files);
  const { total } = await search.find(requested({ tags: ['tag 1'] }));
  search.dispose();
  return total;
}

describe('saved facts', () => {
  it('are read instead of the tables', async () => {
    const files = await savedLibrary();
    expect(countOf(files, 'search_saved')).toBe(1 + Math.ceil(COMPANIES / 200));
    expect(await totalOfTagWithoutRows(files)).toBeGreaterThan(100);
  });

  it('give the same results as the tables, whatever has changed since', async () => {
    const files = await savedLibrary();
    await expectSame(files);
    await startOnce(files);
    storeCompanies(files.cache, 40, 60, 'Renamed', T0 + 1);
    storeCompanies(files.cache, COMPANIES, COMPANIES + 20);
    // This session indexes the new changes and removes their change marks.
    await startOnce(files);
    expect(countOf(files, 'search_dirty')).toBe(0);
    expect(countOf(files, 'search_unsaved')).toBe(40);
    storeCompanies(files.cache, 100, 110, 'Renamed', T0 + 2);
    await expectSame(files);
  });

  it('are saved again once many companies have changed', async () => {
    const files = await savedLibrary();
    storeCompanies(files.cache, 0, 300, 'Renamed', T0 + 1);
    await startOnce(files);
    expect(countOf(files, 'search_unsaved')).toBe(300);
    await startOnce(files);
    expect(countOf(files, 'search_unsaved')).toBe(0);
    await expectSame(files);
  });

  it('are deleted together with a company', async () => {
    const files = await savedLibrary();
    transaction(files.cache, () => removeCompanyRows(files.cache, idOf(7)));
    expect([countOf(files, 'search_saved'), countOf(files, 'search_unsaved')]).toEqual([0, 0]);
    await expectSame(files);
  });

  it('are ignored if a part is damaged', async () => {
    const files = await savedLibrary();
    const [row] = all(files.cache, 'SELECT bytes FROM search_saved WHERE part = 2');
    const before = Buffer.from(row?.['bytes'] as Buffer);
    // The checksum stays the same, and the bytes can still be decompressed.
    const content = inflateRawSync(before.subarray(4));
    const at = content.indexOf('company 12');
    expect(at).toBeGreaterThan(0);
    content.write('c', at + 1);
    const bytes = Buffer.concat([before.subarray(0, 4), deflateRawSync(content)]);
    run(files.cache, 'UPDATE search_saved SET bytes = :bytes WHERE part = 2', { bytes });
    await expectSame(files);
  });

  it('are ignored if an earlier version of the app saved them without compression', async () => {
    const files = await savedLibrary();
    const text = Buffer.from(JSON.stringify({ format: 2, schema: 0, parts: 1, dictionaries: [] }));
    const content = Buffer.concat([Buffer.alloc(4), text]);
    content.writeUInt32LE(text.length);
    const checksum = Buffer.alloc(4);
    checksum.writeUInt32LE(crc32(content));
    const bytes = Buffer.concat([checksum, content]);
    run(files.cache, 'UPDATE search_saved SET bytes = :bytes WHERE part = 0', { bytes });
    await expectSame(files);
  });

  it('are ignored if they were saved with another schema', async () => {
    const files = await savedLibrary();
    exec(files.cache, 'PRAGMA user_version = 100000');
    expect(await totalOfTagWithoutRows(files)).toBe(0);
  });

  it('are ignored if not all companies were saved', async () => {
    const files = await savedLibrary();
    run(files.cache, 'UPDATE search_saved SET bytes = zeroblob(0) WHERE part = 0');
    expect(await totalOfTagWithoutRows(files)).toBe(0);
  });

  it('lack a company that is deleted while they are saved', async () => {
    const files = { cache: memoryCache(), yours: memoryYours() };
    storeCompanies(files.cache, 0, COMPANIES);
    const world = createSearchWorld(files.cache, files.yours);
    await readTables(world);
    let turns = 0;
    await saveFacts(world, () => {
      turns += 1;
      if (turns === 2) transaction(files.cache, () => removeCompanyRows(files.cache, idOf(7)));
    });
    expect(turns).toBeGreaterThan(2);
    expect(countOf(files, 'search_saved')).toBe(0);
  });

  it('are saved again without the values of a company that is erased while they are read', async () => {
    const files = { cache: memoryCache(), yours: memoryYours() };
    const only = {
      industries: ['Only here'],
      tags: [{ tagId: 't', name: 'only tag', slug: null, category: null }],
    };
    const erased = [row(company('erased', only), round('only', { stage: 'Only stage' }))];
    storeCompanies(files.cache, 0, COMPANIES);
    storePage(files.cache, {
      endpoint: 'fundings',
      query: fundingsQuery(),
      fetchedAtMs: T0,
      page: page(erased),
    });
    await startOnce(files);
    expect(savedTexts(files)).toContain('Only here');
    const world = createSearchWorld(files.cache, files.yours);
    let isErased = false;
    const eraseOnce = (): Promise<void> => {
      if (!isErased) transaction(files.cache, () => removeCompanyRows(files.cache, 'erased'));
      isErased = true;
      return Promise.resolve();
    };
    expect(await readSaved(world, eraseOnce, () => undefined)).toBe(false);
    await readTables(world);
    await saveFacts(world, () => undefined);
    expect(savedTexts(files)).toContain('Zürich');
    expect(savedTexts(files)).not.toMatch(/only/i);
  });

  it('are not complete before the last part is stored', async () => {
    const files = { cache: memoryCache(), yours: memoryYours() };
    storeCompanies(files.cache, 0, COMPANIES);
    const world = createSearchWorld(files.cache, files.yours);
    await readTables(world);
    const lengths: number[] = [];
    await saveFacts(world, () => void lengths.push(headerBytes(files)));
    expect(new Set(lengths.slice(0, -1))).toEqual(new Set([0]));
    expect(headerBytes(files)).toBeGreaterThan(0);
  });
});
