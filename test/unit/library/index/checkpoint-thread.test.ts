import { execFile } from 'node:child_process';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCheckpointThread } from '../../../../electron/adapters/checkpoint-thread.ts';
import { checkpointWal } from '../../../../electron/core/database/queries/backup.ts';
import { openDatabase } from '../../../../electron/core/database/open.ts';
import { all, close, exec, run, transaction, type WriteDb } from '../../../../electron/core/database/sql.ts';
import { openWorkspaceFiles } from '../../../../electron/core/backup/open-workspace-files.ts';
import { createLibrarySearch } from '../../../../electron/core/library/index/library-search.ts';
import type { Checkpoints } from '../../../../electron/core/ports.ts';
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
import { tempDir } from '../../../support/common/temp-dir.ts';
import { storePage } from '../../../support/app/store-without-key.ts';

/* Tests the worker thread that checkpoints the WAL of `cache.db` while many companies are being indexed. */

const COMPANIES = 1_600;
const checkpointInWorker = createCheckpointThread(
  new URL('../../../../electron/core/database/workers/checkpoint-worker.ts', import.meta.url),
);
let folder: ReturnType<typeof tempDir> = { path: '', remove: () => undefined };
beforeEach(() => {
  folder = tempDir();
});
afterEach(() => folder.remove());

function storeCompanies(cache: WriteDb, from = 0, to = COMPANIES): void {
  const rows = Array.from({ length: to - from }, (_, index) => {
    const at = from + index;
    return row(company(`c${at}`, { name: `Company number${at}` }), round(`r${at}`));
  });
  storePage(cache, {
    endpoint: 'fundings',
    query: fundingsQuery(),
    fetchedAtMs: Date.UTC(2026, 5, 20),
    page: page(rows),
  });
}

const countCheckpoints = (checkpoints: Checkpoints) => {
  let folds = 0;
  return {
    fold: () => ((folds += 1), checkpoints.fold()),
    stop: () => checkpoints.stop(),
    folds: () => folds,
  };
};

describe('indexing many companies', () => {
  it('checkpoints in a thread, which releases the file when the search is closed', async () => {
    const files = openWorkspaceFiles(folder.path, { clock, log });
    const file = join(folder.path, 'cache.db');
    storeCompanies(files.cache);
    checkpointWal(files.cache);
    const started: ReturnType<typeof countCheckpoints>[] = [];
    const begin = (): Checkpoints => {
      const checkpoints = countCheckpoints(checkpointInWorker(file));
      started.push(checkpoints);
      return checkpoints;
    };
    const search = createLibrarySearch({
      ...files,
      clock,
      log,
      ...SEARCH_ALONE,
      contactNames: () => null,
      checkpointInWorker: begin,
    });
    const before = statSync(file).mtimeMs;
    search.warm();
    await search.settled();
    expect(started).toHaveLength(1);
    expect(started[0]?.folds()).toBeGreaterThan(0);
    expect(statSync(file).mtimeMs).toBeGreaterThan(before);
    expect(all(files.cache, 'SELECT company_id FROM search_dirty')).toEqual([]);
    expect((await search.find(requested({}, { text: 'number77' }))).total).toBe(11);
    // No thread is started to index one more company, because this is too little work.
    storePage(files.cache, {
      endpoint: 'fundings',
      query: fundingsQuery(),
      fetchedAtMs: Date.UTC(2026, 5, 21),
      page: page([row(company('more', { name: 'One more' }), round('r-more'))]),
    });
    expect((await search.find(requested({}, { text: 'more' }))).total).toBe(1);
    await search.settled();
    expect(started).toHaveLength(1);
    search.dispose();
    await search.settled();
    files.close();
    // SQLite deletes the WAL when the last connection to a file is closed. The missing WAL therefore shows
    // that the thread has closed its connection too.
    expect(existsSync(`${file}-wal`)).toBe(false);
  });

  it('starts one thread for the pages of a load, and stops it after a pause', async () => {
    const files = openWorkspaceFiles(folder.path, { clock, log });
    const pauses: (() => void)[] = [];
    const events: string[] = [];
    const search = createLibrarySearch({
      ...files,
      clock: { ...clock, after: (_, task) => (pauses.push(task), () => undefined) },
      log,
      ...SEARCH_ALONE,
      contactNames: () => null,
      checkpointInWorker: () => {
        const checkpoints = checkpointInWorker(join(folder.path, 'cache.db'));
        events.push('start');
        return { ...checkpoints, stop: () => (events.push('stop'), checkpoints.stop()) };
      },
    });
    const loadPages = async (from: number, to: number): Promise<void> => {
      for (let at = from; at < to; at += 50) {
        storeCompanies(files.cache, at, at + 50);
        search.warm();
        await search.settled();
      }
    };
    await loadPages(0, 250);
    expect(events).toEqual([]);
    await loadPages(250, 900);
    expect(events).toEqual(['start']);
    pauses.at(-1)?.();
    await search.settled();
    expect(events).toEqual(['start', 'stop']);
    await loadPages(900, 1_000);
    expect(events).toEqual(['start', 'stop']);
    expect((await search.find(requested({}, { text: 'number77' }))).total).toBe(11);
    search.dispose();
    await search.settled();
    files.close();
  });

  const brokenThreads: readonly (readonly [string, (file: string) => Checkpoints])[] = [
    [
      'cannot write',
      () => ({ fold: () => Promise.reject(new Error('disk I/O error')), stop: () => Promise.resolve() }),
    ],
    ['cannot open the file', (file) => checkpointInWorker(`${file}.gone`)],
    [
      'cannot be created',
      () => {
        throw new Error('no memory for a thread');
      },
    ],
  ];
  it.each(brokenThreads)('falls back to a checkpoint without a thread if the thread %s', async (_, begin) => {
    const files = openWorkspaceFiles(folder.path, { clock, log });
    const file = join(folder.path, 'cache.db');
    storeCompanies(files.cache);
    const warned: string[] = [];
    const search = createLibrarySearch({
      ...files,
      clock,
      ...SEARCH_ALONE,
      contactNames: () => null,
      log: { ...log, warn: (event) => void warned.push(event) },
      checkpointInWorker: () => begin(file),
    });
    search.warm();
    await search.settled();
    expect(warned).toEqual(['log-not-folded-apart']);
    expect(all(files.cache, 'SELECT company_id FROM search_dirty')).toEqual([]);
    expect((await search.find(requested({}, { text: 'number77' }))).total).toBe(11);
    search.dispose();
    await search.settled();
    files.close();
    // The worker thread must not have created the missing file.
    expect(existsSync(`${file}.gone`)).toBe(false);
  });
});

describe('process without other work', () => {
  it('does not end before the thread has released the file', async () => {
    const file = join(folder.path, 'alone.db');
    const db = openDatabase(file, { clock, log });
    exec(db, 'CREATE TABLE noise (bytes BLOB)');
    close(db);
    const at = (path: string): string =>
      JSON.stringify(new URL(`../../../../electron/${path}`, import.meta.url));
    const script = `import { createCheckpointThread } from ${at('adapters/checkpoint-thread.ts')};
      const folding = createCheckpointThread(new URL(${at('core/database/workers/checkpoint-worker.ts')}))(${JSON.stringify(file)});
      await folding.fold();
      // Does not wait for this checkpoint, so it is still running when the thread is stopped.
      void folding.fold();
      await folding.stop();
      console.log('released');`;
    const program = join(folder.path, 'alone.mjs');
    writeFileSync(program, script);
    const { stdout } = await promisify(execFile)(process.execPath, [program]);
    expect(stdout).toBe('released\n');
  });
});

describe('emptying the log', () => {
  it('waits for a running thread', async () => {
    const file = join(folder.path, 'log.db');
    const db = openDatabase(file, { clock, log });
    exec(db, 'CREATE TABLE noise (bytes BLOB)');
    const checkpoints = checkpointInWorker(file);
    await checkpoints.fold();
    const pause = new Int32Array(new SharedArrayBuffer(4));
    const emptied: boolean[] = [];
    for (let round = 0; round < 12; round += 1) {
      transaction(db, () => {
        for (let at = 0; at < 40; at += 1)
          run(db, 'INSERT INTO noise VALUES (:bytes)', { bytes: Buffer.alloc(100_000, at) });
      });
      const folded = checkpoints.fold();
      // The worker thread gets a head start before this thread also checkpoints. The length of the head start
      // differs from round to round.
      Atomics.wait(pause, 0, 0, round % 6);
      emptied.push(checkpointWal(db) && statSync(`${file}-wal`).size === 0);
      await folded;
    }
    await checkpoints.stop();
    close(db);
    expect(emptied).not.toContain(false);
  });
});
