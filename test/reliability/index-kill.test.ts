import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorkspaceFiles, type WorkspaceFiles } from '../../electron/core/backup/open-workspace-files.ts';
import { all, exec, text } from '../../electron/core/database/sql.ts';
import { createLibrarySearch } from '../../electron/core/library/index/library-search.ts';
import { clock, company, fundingsQuery, log, page, round, row } from '../support/app/library-fixtures.ts';
import { requested } from '../support/app/library-search.ts';
import { SEARCH_ALONE } from '../support/app/search-alone.ts';
import { storePage } from '../support/app/store-without-key.ts';
import { IS_FULL } from '../support/common/full-size.ts';
import { ownNode } from '../support/common/process.ts';
import { tempDir } from '../support/common/temp-dir.ts';

/* Tests that the next start continues building the search index after the app was killed during the build. */

const KILLS = IS_FULL ? 40 : 5;
const COMPANIES = IS_FULL ? 12_000 : 2_000;
const WORDS = 40;

let folder: ReturnType<typeof tempDir> = { path: '', remove: () => undefined };
beforeEach(() => {
  folder = tempDir();
  const files = openWorkspaceFiles(folder.path, { clock, log });
  const rows = Array.from({ length: COMPANIES }, (_, at) => {
    const words = Array.from({ length: WORDS }, (_, word) => `w${(at * word) % 4_001}`);
    return row(
      company(`c${at}`, { name: `Company own${at}x`, description: words.join(' ') }),
      round(`r${at}`),
    );
  });
  storePage(files.cache, {
    endpoint: 'fundings',
    query: fundingsQuery(),
    fetchedAtMs: Date.UTC(2026, 5, 20),
    page: page(rows),
  });
  files.close();
});
afterEach(() => folder.remove());

/** Builds the index in another process, and kills that process `afterMs` after its first commit. */
function buildUntilKilled(afterMs: number): Promise<void> {
  const script = join(import.meta.dirname, '../support/durability/indexing-process.ts');
  const child = spawn(ownNode, [script, folder.path]);
  let timer: NodeJS.Timeout | undefined;
  const errors: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk.toString()));
  child.stdout.once('data', () => {
    timer = setTimeout(() => child.kill('SIGKILL'), afterMs);
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      if (signal === 'SIGKILL' || code === 0) resolve();
      else reject(new Error(errors.join('')));
    });
  });
}

function withFiles<T>(read: (files: WorkspaceFiles) => T): T {
  const files = openWorkspaceFiles(folder.path, { clock, log });
  try {
    return read(files);
  } finally {
    files.close();
  }
}

/** Checks the database file and the search index, and returns the number of indexed companies. */
const indexed = (): number =>
  withFiles(({ cache }) => {
    const verdict = all(cache, 'PRAGMA integrity_check').map((each) => text(each, 'integrity_check'));
    expect(verdict).toEqual(['ok']);
    exec(cache, "INSERT INTO search_words (search_words) VALUES ('integrity-check')");
    return all(cache, 'SELECT doc_id FROM search_doc').length;
  });

describe('killed while the search index is built', () => {
  it(
    'continues at the next start, and finds every company afterwards',
    async () => {
      const counts: number[] = [0];
      for (let kill = 0; kill < KILLS; kill += 1) {
        await buildUntilKilled(Math.random() * 40);
        counts.push(indexed());
      }
      // A kill never loses companies that were already indexed, and at least one kill interrupts the build.
      expect(counts).toEqual(counts.toSorted((a, b) => a - b));
      expect(counts.some((count) => count > 0 && count < COMPANIES)).toBe(true);
      await buildUntilKilled(600_000);
      expect(indexed()).toBe(COMPANIES);
      const files = openWorkspaceFiles(folder.path, { clock, log });
      expect(all(files.cache, 'SELECT company_id FROM search_dirty')).toEqual([]);
      const search = createLibrarySearch({ ...files, clock, log, ...SEARCH_ALONE, contactNames: () => null });
      await search.find(requested({}, { text: '' }));
      await search.settled();
      expect((await search.find(requested({}, { text: 'own' }))).total).toBe(COMPANIES);
      exec(files.cache, "CREATE VIRTUAL TABLE temp.terms USING fts5vocab ('main', 'search_words', 'row')");
      expect(all(files.cache, "SELECT term FROM temp.terms WHERE term LIKE 'own%x'")).toHaveLength(COMPANIES);
      search.dispose();
      await search.settled();
      files.close();
    },
    Math.max(240_000, KILLS * 10_000),
  );
});
