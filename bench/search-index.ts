import { statSync } from 'node:fs';
import { join } from 'node:path';
import { constants, performance, PerformanceObserver, type PerformanceEntry } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import v8 from 'node:v8';
import vm from 'node:vm';
import { createCheckpointThread } from '../electron/adapters/checkpoint-thread.ts';
import { createSystemClock } from '../electron/adapters/system-clock.ts';
import { all, num } from '../electron/core/database/sql.ts';
import { openWorkspaceFiles, type WorkspaceFiles } from '../electron/core/backup/open-workspace-files.ts';
import { createLibrarySearch, type LibrarySearch } from '../electron/core/library/index/library-search.ts';
import { libraryFiltersSchema, type LibraryFilters } from '../shared/model/library.ts';
import { startTimes } from './lib/times.ts';
import { SEARCH_ALONE } from '../test/support/app/search-alone.ts';

/* Measures how long it takes to build the search index, and to start with an existing index. */

v8.setFlagsFromString('--expose-gc');
const collectGarbage: unknown = vm.runInNewContext('gc');

/** Memory that the process uses for JavaScript objects and for typed arrays, in MB. */
interface MemoryUse {
  readonly heapMb: number;
  readonly arraysMb: number;
}
/**
 * Collects garbage until the memory usage is stable. One collection is not enough, because memory is released
 * gradually over several turns of the event loop.
 */
async function measureMemory(): Promise<MemoryUse> {
  let last = Infinity;
  for (let times = 0; times < 20; times += 1) {
    if (typeof collectGarbage === 'function') Reflect.apply(collectGarbage, undefined, []);
    await nextTurn();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    if (last - heapUsed - arrayBuffers < 50_000)
      return { heapMb: heapUsed / 1e6, arraysMb: arrayBuffers / 1e6 };
    last = heapUsed + arrayBuffers;
  }
  throw new Error('the memory use does not become stable');
}

const clock = createSystemClock();
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const checkpointInWorker = createCheckpointThread(
  new URL('../electron/core/database/workers/checkpoint-worker.ts', import.meta.url),
);
export const searchIn = ({ cache, yours }: WorkspaceFiles, folder: string): LibrarySearch =>
  createLibrarySearch({
    cache,
    yours,
    clock,
    log,
    ...SEARCH_ALONE,
    contactNames: () => null,
    checkpointInWorker: () => checkpointInWorker(join(folder, 'cache.db')),
  });
export const question = (text: string, filters: LibraryFilters) =>
  ({ text, filters, has: null, sort: 'announced', nowMs: Date.UTC(2027, 5, 1) }) as const;
export const NO_FILTERS = libraryFiltersSchema.parse({});

interface LongestStall {
  /** Without the time spent waiting for a processor. */
  readonly ms: number;
  /** The same stall in elapsed time, and how much of it V8 spent on garbage collection. */
  readonly wallMs: number;
  readonly fullCollectionsMs: number;
  readonly otherCollectionsMs: number;
}
/** Figures for building the index from scratch, as after an update of the app. */
export interface BuildFigures {
  readonly buildS: number;
  readonly firstAnswerS: number;
  readonly buildStall: LongestStall;
  readonly indexMb: number;
  readonly cacheMb: number;
}
/** Figures for a start with an existing index. */
export interface StartFigures {
  readonly startMs: number;
  /** Time from the start of the search until all words of the index are loaded into memory. */
  readonly wordsMs: number;
  readonly startStall: LongestStall;
  /** Memory used by the search after it is fully loaded. */
  readonly memory: MemoryUse;
}

/** Runs `work` and measures the longest time that it blocked the event loop. */
async function measureStall(work: () => Promise<void>): Promise<{ tookMs: number; stall: LongestStall }> {
  let isDone = false;
  let longest = { fromMs: 0, toMs: 0, ms: 0 };
  const collections: PerformanceEntry[] = [];
  const observer = new PerformanceObserver((list) => collections.push(...list.getEntries()));
  observer.observe({ entryTypes: ['gc'] });
  const watch = async (): Promise<void> => {
    while (!isDone) {
      const fromMs = performance.now();
      const end = startTimes();
      await nextTurn();
      const { ms } = end();
      if (ms > longest.ms) longest = { fromMs, toMs: performance.now(), ms };
    }
  };
  const watched = watch();
  const startMs = performance.now();
  await work();
  const tookMs = performance.now() - startMs;
  isDone = true;
  await watched;
  // The last collections are reported in a later turn.
  await nextTurn();
  observer.disconnect();
  const { fromMs, toMs, ms } = longest;
  const within = ({ startTime, duration }: PerformanceEntry): number =>
    Math.max(0, Math.min(startTime + duration, toMs) - Math.max(startTime, fromMs));
  const collectionsMs = (isFull: boolean): number =>
    collections
      .filter((each) => isFullCollection(each) === isFull)
      .reduce((sum, each) => sum + within(each), 0);
  return {
    tookMs,
    stall: {
      ms,
      wallMs: toMs - fromMs,
      fullCollectionsMs: collectionsMs(true),
      otherCollectionsMs: collectionsMs(false),
    },
  };
}

const isFullCollection = ({ detail }: PerformanceEntry & { readonly detail?: unknown }): boolean =>
  typeof detail === 'object' &&
  detail !== null &&
  'kind' in detail &&
  detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR;

export async function buildIndex(folder: string): Promise<BuildFigures> {
  const files = openWorkspaceFiles(folder, { clock, log });
  const search = searchIn(files, folder);
  let firstAnswerS = NaN;
  const { tookMs, stall } = await measureStall(async () => {
    const startMs = performance.now();
    await search.find(question('a', NO_FILTERS));
    firstAnswerS = (performance.now() - startMs) / 1_000;
    await search.settled();
  });
  search.dispose();
  const size = all(files.cache, "SELECT sum(pgsize) AS n FROM dbstat WHERE name LIKE '%search_%'").map(
    (row) => num(row, 'n'),
  );
  if (all(files.cache, 'SELECT 1 FROM search_dirty LIMIT 1').length > 0)
    throw new Error('the index was not finished');
  files.close();
  return {
    buildS: tookMs / 1_000,
    firstAnswerS,
    buildStall: stall,
    indexMb: (size[0] ?? 0) / 1e6,
    cacheMb: statSync(join(folder, 'cache.db')).size / 1e6,
  };
}

export async function startSearch(folder: string): Promise<StartFigures> {
  const files = openWorkspaceFiles(folder, { clock, log });
  const before = await measureMemory();
  const search = searchIn(files, folder);
  let startMs = NaN;
  const { tookMs, stall } = await measureStall(async () => {
    const fromMs = performance.now();
    await search.find(question('', NO_FILTERS));
    startMs = performance.now() - fromMs;
    // The search loads its words in the background, so the measurement waits until they are loaded.
    await search.settled();
  });
  const after = await measureMemory();
  search.dispose();
  files.close();
  const memory = { heapMb: after.heapMb - before.heapMb, arraysMb: after.arraysMb - before.arraysMb };
  return { startMs, wordsMs: tookMs, startStall: stall, memory };
}
