import { statSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import v8 from 'node:v8';
import vm from 'node:vm';
import { createFileFold } from '../electron/adapters/file-fold.ts';
import { createSystemClock } from '../electron/adapters/system-clock.ts';
import { openDatabase } from '../electron/core/db/open.ts';
import { all, close, exec, num, type WriteDb } from '../electron/core/db/sql.ts';
import { openWorkspaceFiles, type WorkspaceFiles } from '../electron/core/library/open-files.ts';
import { libraryRows } from '../electron/core/library/library-list.ts';
import { createLibrarySearch, type LibrarySearch } from '../electron/core/library/search/library-search.ts';
import { keepYoungHeapSmall } from '../electron/shells/young-heap.ts';
import { libraryFiltersSchema, type LibraryFilters } from '../shared/model/library.ts';
import { createMapSettings, startTestApp, type TestApp } from '../test/support/test-app.ts';
import { tempDir } from '../test/support/temp-dir.ts';
import { median } from './lib/figures.ts';
import { startTimes, type Times } from './lib/times.ts';
import { startMiniSearch, type MiniPeer } from './search-minisearch.ts';
import { fillPeer, pageByIndex, pageByLike, pageByTable } from './search-peers.ts';
import {
  fillCache,
  makeCompanies,
  makeQuestions,
  type Kind,
  type MadeCompany,
  type Question,
} from './search-world.ts';

/*
 * Fills a library, builds every peer from the same companies, and asks all of them the same questions in turn. The questions go round ROUNDS times; of one contender's answers to one
 * question the middle time counts. What a thread waited for a processor that other programs had is left out, for all alike;
 * the clock's is printed beside it. No contender is asked one twice within a round, so nobody answers from memory.
 */

const ROUNDS = 3;
/** LIKE reads everything each time: every n-th question is enough. */
const LIKE_EACH = 4;

v8.setFlagsFromString('--expose-gc');
const collect: unknown = vm.runInNewContext('gc');

/** What the process holds, MB: objects, and what typed arrays hold, by their length. */
interface Held {
  readonly heapMb: number;
  readonly arraysMb: number;
}
/** Collected again and again until nothing goes any more: what only just became garbage is given up bit by bit, between turns. */
async function held(): Promise<Held> {
  let last = Infinity;
  for (let times = 0; times < 20; times += 1) {
    if (typeof collect === 'function') Reflect.apply(collect, undefined, []);
    await nextTurn();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    if (last - heapUsed - arrayBuffers < 50_000)
      return { heapMb: heapUsed / 1e6, arraysMb: arrayBuffers / 1e6 };
    last = heapUsed + arrayBuffers;
  }
  throw new Error('what the process holds never settles');
}

const clock = createSystemClock();
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const foldApart = createFileFold(new URL('../electron/core/db/fold-worker.ts', import.meta.url));
const searchIn = ({ cache, yours }: WorkspaceFiles, folder: string): LibrarySearch =>
  createLibrarySearch({
    ...{ cache, yours, clock, log, seal: () => ({ mode: 'locked' }) as const },
    foldApart: () => foldApart(join(folder, 'cache.db')),
  });
const question = (text: string, filters: LibraryFilters) =>
  ({ text, filters, has: null, sort: 'announced', nowMs: Date.UTC(2027, 5, 1) }) as const;
const NO_FILTERS = libraryFiltersSchema.parse({});

export interface Built {
  readonly buildS: number;
  readonly firstAnswerS: number;
  readonly startMs: number;
  /** From the start on, until its words are in memory. */
  readonly wordsMs: number;
  readonly stallMs: { readonly build: number; readonly start: number };
  /** By the clock on the wall: what others take of the machine is in it. */
  readonly stallWallMs: { readonly build: number; readonly start: number };
  /** What the search holds in memory once all of it is read. */
  readonly memory: Held;
  readonly indexMb: number;
  readonly cacheMb: number;
}

/** Runs `work` and tells how long it held the process at most before others had their turn, ms. */
async function stalled(work: () => Promise<void>): Promise<{ ms: number; stallMs: number; wallMs: number }> {
  let [stallMs, wallMs, isDone] = [0, 0, false];
  const watch = async (): Promise<void> => {
    while (!isDone) {
      const end = startTimes();
      await nextTurn();
      const taken = end();
      stallMs = Math.max(stallMs, taken.ms);
      wallMs = Math.max(wallMs, taken.wallMs);
    }
  };
  const watched = watch();
  const startMs = performance.now();
  await work();
  const ms = performance.now() - startMs;
  isDone = true;
  await watched;
  return { ms, stallMs, wallMs };
}

/** The index of a library that has none yet, as after an update; then a start with the index there. */
async function build(folder: string): Promise<Built> {
  // As in the product's shells.
  keepYoungHeapSmall();
  const files = openWorkspaceFiles(folder, { clock, log });
  const first = searchIn(files, folder);
  let firstAnswerS = NaN;
  const built = await stalled(async () => {
    const startMs = performance.now();
    await first.find(question('a', NO_FILTERS));
    firstAnswerS = (performance.now() - startMs) / 1_000;
    await first.settled();
  });
  first.dispose();
  const size = all(files.cache, "SELECT sum(pgsize) AS n FROM dbstat WHERE name LIKE '%search_%'").map(
    (row) => num(row, 'n'),
  );
  if (all(files.cache, 'SELECT 1 FROM search_dirty LIMIT 1').length > 0)
    throw new Error('the index was not finished');
  files.close();
  const again = openWorkspaceFiles(folder, { clock, log });
  const before = await held();
  const second = searchIn(again, folder);
  let startMs = NaN;
  const started = await stalled(async () => {
    const fromMs = performance.now();
    await second.find(question('', NO_FILTERS));
    startMs = performance.now() - fromMs;
    // Its words are read in the background.
    await second.settled();
  });
  const after = await held();
  const memory = { heapMb: after.heapMb - before.heapMb, arraysMb: after.arraysMb - before.arraysMb };
  second.dispose();
  again.close();
  return {
    ...{ buildS: built.ms / 1_000, firstAnswerS, startMs, wordsMs: started.ms, memory },
    stallMs: { build: built.stallMs, start: started.stallMs },
    stallWallMs: { build: built.wallMs, start: started.wallMs },
    indexMb: (size[0] ?? 0) / 1e6,
    cacheMb: statSync(join(folder, 'cache.db')).size / 1e6,
  };
}

const filtersFor = ({ filters }: Question): LibraryFilters =>
  filters === null
    ? NO_FILTERS
    : libraryFiltersSchema.parse({
        ...{ countries: [filters.country], stages: [filters.stage], industries: [filters.industry] },
      });

async function byContract({ port }: TestApp, of: Question): Promise<number> {
  const input = { text: of.words.join(' '), filters: filtersFor(of), sort: 'announced', rowsFrom: 0 };
  const opened = await port.request('library.open', input);
  if (!opened.ok) throw new Error(JSON.stringify(opened.error));
  const { rows, total } = opened.value as { rows: readonly unknown[]; total: number };
  if (rows.length !== Math.min(total, 50))
    throw new Error(`${of.words.join(' ')}: ${rows.length} rows of ${total}`);
  return total;
}

async function bare(search: LibrarySearch, { cache, yours }: WorkspaceFiles, of: Question): Promise<number> {
  const found = await search.find(question(of.words.join(' '), filtersFor(of)));
  libraryRows(cache, yours, found.idsAt(0, 50), Date.UTC(2027, 5, 1));
  await found.counts();
  return found.total;
}

/** `like` and `minisearch` are peers only; `minisearch` is absent where its heap would not fit. */
export const WAYS = ['contract', 'bare', 'fts+sql', 'fts into a table+sql', 'minisearch', 'like'] as const;
export type Way = (typeof WAYS)[number];
/** The middle time of one contender's answers to one question. */
export interface Sample {
  readonly way: Way;
  readonly kind: Kind;
  readonly ms: number;
  /** By the clock on the wall: what others take of the machine is in it. */
  readonly wallMs: number;
}

interface Subjects {
  readonly app: TestApp;
  readonly files: WorkspaceFiles;
  readonly search: LibrarySearch;
  readonly peer: WriteDb;
  readonly mini: MiniPeer | null;
}

/** One round of questions; `note` takes every time. */
async function askRound(
  { app, files, search, peer, mini }: Subjects,
  questions: readonly Question[],
  note: (way: Way, at: number, times: Times) => void,
): Promise<void> {
  const timed = async (way: Way, at: number, work: () => Promise<number> | number): Promise<number> => {
    const end = startTimes();
    const total = await work();
    note(way, at, end());
    return total;
  };
  for (const [at, of] of questions.entries()) {
    const total = await timed('contract', at, () => byContract(app, of));
    // Another question than the one that was just asked, so that nothing is warm for it.
    const otherAt = (at + Math.floor(questions.length / 2)) % questions.length;
    const other = questions[otherAt] ?? of;
    await timed('bare', otherAt, () => bare(search, files, other));
    const page = await timed('fts+sql', at, () => pageByIndex(peer, of).total);
    await timed('fts into a table+sql', at, () => pageByTable(peer, of).total);
    if (at % LIKE_EACH === 0) await timed('like', at, () => pageByLike(peer, of));
    const answer = await mini?.ask(of);
    if (answer !== undefined) note('minisearch', at, answer);
    // The product also finds words inside names and industries; it never finds less.
    const least = Math.max(page, answer?.total ?? 0);
    if (total < least) throw new Error(`${of.words.join(' ')}: ${total} found, ${least} expected`);
  }
}

async function measure(subjects: Subjects, questions: readonly Question[]): Promise<Sample[]> {
  // Engines and files are warm before anything counts; what is typed then is not asked again.
  await askRound(subjects, questions.slice(0, Math.ceil(questions.length / 10)), () => undefined);
  const times = new Map<string, { way: Way; at: number; all: Times[] }>();
  for (let round = 0; round < ROUNDS; round += 1)
    await askRound(subjects, questions, (way, at, taken) => {
      const key = `${way} ${at}`;
      const known = times.get(key) ?? { way, at, all: [] };
      times.set(key, known);
      known.all.push(taken);
    });
  return [...times.values()].map(({ way, at, all }) => ({
    way,
    ms: median(all.map(({ ms }) => ms)),
    wallMs: median(all.map(({ wallMs }) => wallMs)),
    kind: questions[at]?.kind ?? 'prefix',
  }));
}

export interface Measured extends Built {
  readonly companies: number;
  readonly peerBuildS: number;
  readonly peerMb: number;
  readonly mini: { readonly buildS: number; readonly heapMb: number } | null;
  readonly samples: readonly Sample[];
}

const workspaceFolder = (dataDir: string, id: string): string => join(dataDir, 'workspaces', id);

/** A library of `count` companies and its peers, asked `questionCount` questions. */
export async function measureSize(count: number, questionCount: number, hasMini: boolean): Promise<Measured> {
  const folder = tempDir();
  const settings = createMapSettings();
  const start = (): Promise<TestApp> => startTestApp({ dataDir: folder.path, settings, demo: true });
  const first = await start();
  const { activeId } = await first.api.workspaces.list({});
  const { serverNowMs } = await first.api.quota.status({});
  await first.dispose();
  const workspace = workspaceFolder(folder.path, activeId ?? '');
  const companies = [...makeCompanies(count)];
  const filled = openDatabase(join(workspace, 'cache.db'), { clock, log });
  fillCache(filled, companies, serverNowMs);
  close(filled);
  const built = await build(workspace);
  // The peers, one of them in a thread of this process, have what V8 gives.
  v8.setFlagsFromString('--semi-space-growth-factor=2');
  const { peer, peerBuildS, peerMb } = makePeer(join(folder.path, 'peer.db'), companies);
  const questions = makeQuestions(companies, questionCount);
  companies.length = 0;
  const mini = hasMini ? await startMiniSearch(count) : null;
  const app = await start();
  const files = openWorkspaceFiles(workspace, { clock, log });
  const search = searchIn(files, workspace);
  try {
    await app.api.library.open({});
    await search.find(question('', NO_FILTERS));
    await search.settled();
    const samples = await measure({ app, files, search, peer, mini }, questions);
    const { buildS = NaN, heapMb = NaN } = mini ?? {};
    return {
      ...{ companies: count, ...built, peerBuildS, peerMb, samples },
      mini: mini === null ? null : { buildS, heapMb },
    };
  } finally {
    await mini?.close();
    search.dispose();
    files.close();
    close(peer);
    await app.dispose();
    folder.remove();
  }
}

function makePeer(
  file: string,
  companies: readonly MadeCompany[],
): { peer: WriteDb; peerBuildS: number; peerMb: number } {
  const peer = openDatabase(file, { clock, log });
  const startMs = performance.now();
  fillPeer(peer, companies);
  const peerBuildS = (performance.now() - startMs) / 1_000;
  exec(peer, 'PRAGMA wal_checkpoint(TRUNCATE)');
  return { peer, peerBuildS, peerMb: statSync(file).size / 1e6 };
}
