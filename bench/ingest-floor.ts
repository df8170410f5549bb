import { join } from 'node:path';
import { decodePage } from '../electron/core/service-api/decoders/list-page.ts';
import { parseJson } from '../electron/core/service-api/decoders/json.ts';
import {
  all,
  createHandle,
  exec,
  get,
  iterate,
  run,
  transaction,
  type SqlParams,
  type SqlValues,
  type WriteDb,
} from '../electron/core/database/sql.ts';
import { withRelaxedDurability } from '../electron/core/database/relaxed-durability.ts';
import { addTokens, insertDoc } from '../electron/core/database/queries/cache/search-index.ts';
import { openWorkspaceFiles } from '../electron/core/backup/open-workspace-files.ts';
import { documentOf, tokensText } from '../electron/core/library/index/tokenize.ts';
import { storePage } from '../electron/core/library/store-responses.ts';
import { fundingsQuery } from '../test/support/app/library-fixtures.ts';
import { median } from './lib/figures.ts';
import { startTimes } from './lib/times.ts';
import type { MadePage } from './ingest-pages.ts';

/*
 * Measures a lower bound on the time needed to store pages in the product's tables. It first records the
 * statements with which the product writes the rows. It then repeats only these statements, in one
 * transaction or with a commit for each page, without reading, decoding, merging, checkpointing or indexing.
 * A separate measurement writes the words of the pages to the search index. It excludes the time for
 * extracting the words and for merging the segments of the index.
 */

const ROUNDS = 5;
type OpenOptions = Parameters<typeof openWorkspaceFiles>[1];
interface Write {
  readonly sql: string;
  readonly params: SqlParams | SqlValues;
}

export interface Floor {
  /** Rows per second in one transaction. */
  readonly rate: number;
  /** Rows per second with a commit for each page. */
  readonly pagedRate: number;
  readonly statementsPerRow: number;
  /**
   * Rows per second for writing only the index file, with a commit for each page. The words are prepared
   * before the measurement.
   */
  readonly indexRate: number;
}

/** Measures the lower bounds for `pages`, in new files below `folder`. */
export function measureFloor(folder: string, pages: readonly MadePage[], openOptions: OpenOptions): Floor {
  const rows = pages.reduce((sum, page) => sum + page.rows.length, 0);
  const writes = recordProductWrites(join(folder, 'product'), pages, openOptions);
  const repeat = (name: string, transactions: readonly (readonly Write[])[]): number => {
    const seconds = Array.from({ length: ROUNDS }, (_, round) => {
      const files = openWorkspaceFiles(join(folder, `${name}-${round}`), openOptions);
      const end = startTimes();
      for (const each of transactions)
        transaction(files.cache, () => {
          for (const { sql, params } of each) run(files.cache, sql, params);
        });
      const { ms } = end();
      files.close();
      return ms / 1_000;
    });
    return rows / median(seconds);
  };
  return {
    rate: repeat('once', [writes.flat()]),
    pagedRate: repeat('paged', writes),
    statementsPerRow: writes.flat().length / rows,
    indexRate: rows / median(indexSeconds(join(folder, 'index'), pages, openOptions)),
  };
}

/** Returns the seconds of each round. */
function indexSeconds(folder: string, pages: readonly MadePage[], openOptions: OpenOptions): number[] {
  const written = pages.map(({ rows }) =>
    rows.map(({ companyId, name, industries, description, tags }) => ({
      companyId,
      tokens: tokensText(documentOf([name, industries], [description, tags])),
    })),
  );
  return Array.from({ length: ROUNDS }, (_, round) => {
    const files = openWorkspaceFiles(join(folder, String(round)), openOptions);
    const end = startTimes();
    for (const page of written)
      withRelaxedDurability(files.cache, () =>
        transaction(files.cache, () => {
          for (const { companyId, tokens } of page)
            addTokens(files.cache, insertDoc(files.cache, companyId, 0), tokens);
        }),
      );
    const { ms } = end();
    files.close();
    return ms / 1_000;
  });
}

/** Stores the pages with the product's code. Returns for each page the statements that changed a row. */
function recordProductWrites(
  folder: string,
  pages: readonly MadePage[],
  openOptions: OpenOptions,
): readonly (readonly Write[])[] {
  const files = openWorkspaceFiles(folder, openOptions);
  const written = pages.map((page, at) => {
    const decoded = decodePage('fundings', parseJson(page.body), 0);
    if (decoded === null) throw new Error('a page was not read');
    const query = fundingsQuery({ search: `page ${at}` });
    const writes: Write[] = [];
    storePage(
      recordWrites(files.cache, writes),
      { endpoint: 'fundings', query, page: decoded.value, fetchedAtMs: Date.now() },
      { mode: 'locked' },
    );
    return writes;
  });
  files.close();
  return written;
}

function recordWrites(db: WriteDb, writes: Write[]): WriteDb {
  let isOpen = false;
  return createHandle({
    all: (sql, params) => all(db, sql, params),
    get: (sql, params) => get(db, sql, params),
    iterate: (sql, params) => iterate(db, sql, params),
    run: (sql, params) => {
      const result = run(db, sql, params);
      if (result.changes > 0) writes.push({ sql, params });
      return result;
    },
    exec: (sql) => {
      exec(db, sql);
      isOpen = sql.startsWith('BEGIN');
    },
    inTransaction: () => isOpen,
    close: () => undefined,
  });
}
