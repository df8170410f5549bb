import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createCheckpointThread } from '../../electron/adapters/checkpoint-thread.ts';
import { createSystemClock } from '../../electron/adapters/system-clock.ts';
import { openWorkspaceFiles, type WorkspaceFiles } from '../../electron/core/backup/open-workspace-files.ts';
import { createContactNames } from '../../electron/core/contacts/decrypt-contacts.ts';
import type { WriteDb } from '../../electron/core/database/sql.ts';
import { createLibrarySearch, type LibrarySearch } from '../../electron/core/library/index/library-search.ts';
import { storeContacts, storePage } from '../../electron/core/library/store-responses.ts';
import type { Checkpoints } from '../../electron/core/ports.ts';
import { decodeContacts } from '../../electron/core/service-api/decoders/contacts.ts';
import { parseJson } from '../../electron/core/service-api/decoders/json.ts';
import { decodePage } from '../../electron/core/service-api/decoders/list-page.ts';
import { fundingsQuery, loadContactKey } from '../../test/support/app/library-fixtures.ts';
import { SEARCH_ALONE } from '../../test/support/app/search-alone.ts';
import type { MadePage } from './pages.ts';
import { createStallWatch, type Stalls } from '../lib/stalls.ts';
import { startTimes } from '../lib/times.ts';

/*
 * The product as the ingest benchmark uses it. It validates, merges, encrypts, indexes and commits the responses
 * of each page.
 */

export const PAGE_ROWS = 50;
export const clock = createSystemClock();
export const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const seal = loadContactKey();
const checkpointThread = createCheckpointThread(
  new URL('../../electron/core/database/workers/checkpoint-worker.ts', import.meta.url),
);

export interface Product {
  readonly files: WorkspaceFiles;
  readonly search: LibrarySearch;
  /** Resolves when the last checkpoint in the worker has ended. */
  checkpointed(): Promise<void>;
}

/** Lets the caller watch what the product does with `cache.db`. */
interface Observer {
  /** Returns the handle that the product uses instead of `cache`. */
  observe(cache: WriteDb): WriteDb;
  /** Called when the product starts a checkpoint in its worker. */
  checkpoint(): void;
}

export const openCheckpoints = (folder: string): Checkpoints => checkpointThread(join(folder, 'cache.db'));

export function openProduct(folder: string, observer?: Observer): Product {
  const opened = openWorkspaceFiles(folder, { clock, log });
  const files = observer === undefined ? opened : { ...opened, cache: observer.observe(opened.cache) };
  let last = Promise.resolve();
  const search = createLibrarySearch({
    ...files,
    ...SEARCH_ALONE,
    clock,
    log,
    contactNames: createContactNames(() => seal),
    checkpointInWorker: () => {
      const worker = openCheckpoints(folder);
      const fold = (): Promise<void> => {
        observer?.checkpoint();
        last = worker.fold();
        return last;
      };
      return { ...worker, fold };
    },
  });
  return { files, search, checkpointed: () => last };
}

export async function closeProduct({ files, search }: Product): Promise<void> {
  search.dispose();
  await search.settled();
  files.close();
}

/** Time in ms that each part of the work took. */
type Parts = Map<string, number>;

function timePart<T>(parts: Parts, name: string, work: () => T): T {
  const end = startTimes();
  const result = work();
  parts.set(name, (parts.get(name) ?? 0) + end().ms);
  return result;
}

/** Stores both responses of a page, each in its own turn of the event loop, and notifies the search index. */
async function ingest(
  { files, search }: Product,
  page: MadePage,
  { at, nowMs, parts }: { readonly at: number; readonly nowMs: number; readonly parts: Parts },
): Promise<void> {
  const decoded = timePart(parts, 'parse and validate', () =>
    decodePage('fundings', parseJson(page.body), 0),
  );
  if (decoded?.value.rows.length !== PAGE_ROWS) throw new Error('a page was not read');
  // Yields, because the product's client also lets other work run between decoding and storing.
  await nextTurn();
  const query = fundingsQuery({ search: `page ${at}` });
  timePart(parts, 'merge, write and commit the rows', () =>
    storePage(
      files.cache,
      { endpoint: 'fundings', query, page: decoded.value, fetchedAtMs: nowMs },
      { mode: 'locked' },
    ),
  );
  await nextTurn();
  timePart(parts, 'encrypt, write and commit the contacts', () => {
    const people = decodeContacts(page.peopleOf, parseJson(page.peopleBody));
    if (people === null) throw new Error('people were not read');
    storeContacts(files.cache, seal, people.value, nowMs);
  });
  const end = startTimes();
  search.warm();
  await search.settled();
  parts.set('update the search index', (parts.get('update the search index') ?? 0) + end().ms);
}

export interface Run {
  readonly seconds: number;
  readonly pageMs: readonly number[];
  readonly parts: Parts;
  readonly stalls: Stalls;
}

/**
 * Stores all pages, and yields to other work after each page. The measured time includes the time for
 * updating the search index.
 */
export async function ingestAll(product: Product, pages: readonly MadePage[]): Promise<Run> {
  const watch = createStallWatch();
  const pageMs: number[] = [];
  const parts: Parts = new Map();
  for (const [at, page] of pages.entries()) {
    const end = startTimes();
    await ingest(product, page, { at, nowMs: Date.now(), parts });
    pageMs.push(end().ms);
    await nextTurn();
  }
  const seconds = pageMs.reduce((sum, ms) => sum + ms, 0) / 1_000;
  return { seconds, pageMs, parts, stalls: watch.end() };
}
