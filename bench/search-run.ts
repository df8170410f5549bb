import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createSystemClock } from '../electron/adapters/system-clock.ts';
import { openDatabase } from '../electron/core/database/open.ts';
import { close, exec, type WriteDb } from '../electron/core/database/sql.ts';
import { fold } from '../shared/fold-diacritics.ts';
import { openWorkspaceFiles, type WorkspaceFiles } from '../electron/core/backup/open-workspace-files.ts';
import { libraryRows } from '../electron/core/library/library-rows.ts';
import type { LibrarySearch } from '../electron/core/library/index/library-search.ts';
import type { Api } from '../shared/contract/index.ts';
import { libraryFiltersSchema, type LibraryFilters } from '../shared/model/library.ts';
import { createMapSettings, startTestApp, type TestApp } from '../test/support/app/test-app.ts';
import { tempDir } from '../test/support/common/temp-dir.ts';
import { median } from './lib/figures.ts';
import { startTimes, type Times } from './lib/times.ts';
import { investorName } from './lib/search-investors.ts';
import { NO_FILTERS, question, searchIn, type BuildFigures, type StartFigures } from './search-index.ts';
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
 * Fills a library, loads the same companies into each competitor, and runs the same queries on all contenders
 * in turn: the library and its competitors. The result of a query is its median time over ROUNDS rounds,
 * excluding the time spent waiting for a processor. The elapsed time is printed as well. In each round, a
 * contender runs every query only once, because a repeated query could be answered from a cache.
 */

const execFileAsync = promisify(execFile);
const ROUNDS = 3;
/** LIKE scans all rows each time, so it runs only for every n-th query. */
const LIKE_EACH = 4;

const clock = createSystemClock();
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

const filtersFor = ({ filters }: Question): LibraryFilters =>
  filters === null
    ? NO_FILTERS
    : libraryFiltersSchema.parse({
        countries: [filters.country],
        stages: [filters.stage],
        industries: [filters.industry],
      });

/** Opens a page of the Library through the contract. Returns the total number of matches. */
export async function byContract({ port }: TestApp, query: Question): Promise<number> {
  const input = { text: query.words.join(' '), filters: filtersFor(query), sort: 'announced', rowsFrom: 0 };
  const opened = await port.request('library.open', input);
  if (!opened.ok) throw new Error(JSON.stringify(opened.error));
  const { rows, total } = opened.value as { rows: readonly unknown[]; total: number };
  if (rows.length !== Math.min(total, 50))
    throw new Error(`${query.words.join(' ')}: ${rows.length} rows of ${total}`);
  return total;
}

async function bare(
  search: LibrarySearch,
  { cache, yours }: WorkspaceFiles,
  query: Question,
): Promise<number> {
  const found = await search.find(question(query.words.join(' '), filtersFor(query)));
  libraryRows(cache, yours, found.idsAt(0, 50), Date.UTC(2027, 5, 1));
  await found.counts();
  return found.total;
}

/**
 * `contract` and `bare` are the product; the others are competitors. `minisearch` is absent if its heap would
 * not fit.
 */
export const CONTENDERS = [
  'contract',
  'bare',
  'fts+sql',
  'fts into a table+sql',
  'minisearch',
  'like',
] as const;
export type Contender = (typeof CONTENDERS)[number];
export interface Sample {
  readonly contender: Contender;
  readonly kind: Kind;
  readonly ms: number;
  /** Elapsed time, including the time spent waiting for a processor. */
  readonly wallMs: number;
}

interface Subjects {
  readonly app: TestApp;
  readonly files: WorkspaceFiles;
  readonly search: LibrarySearch;
  readonly peer: WriteDb;
  readonly mini: MiniPeer | null;
}

/** Runs one round of queries. Calls `record` with the duration of each query. */
async function askRound(
  { app, files, search, peer, mini }: Subjects,
  questions: readonly Question[],
  record: (contender: Contender, at: number, times: Times) => void,
): Promise<void> {
  const timed = async (
    contender: Contender,
    at: number,
    work: () => Promise<number> | number,
  ): Promise<number> => {
    const end = startTimes();
    const total = await work();
    record(contender, at, end());
    return total;
  };
  for (const [at, query] of questions.entries()) {
    const total = await timed('contract', at, () => byContract(app, query));
    // `contract` and `bare` share one search, which caches results. `bare` therefore gets a different query
    // from the one that `contract` has just sent.
    const otherAt = (at + Math.floor(questions.length / 2)) % questions.length;
    const other = questions[otherAt] ?? query;
    await timed('bare', otherAt, () => bare(search, files, other));
    const page = await timed('fts+sql', at, () => pageByIndex(peer, query).total);
    await timed('fts into a table+sql', at, () => pageByTable(peer, query).total);
    if (at % LIKE_EACH === 0) await timed('like', at, () => pageByLike(peer, query));
    const answer = await mini?.ask(query);
    if (answer !== undefined) record('minisearch', at, answer);
    // The product treats every word as a prefix. It may therefore find more companies than a competitor, but
    // must never find fewer.
    const least = Math.max(page, answer?.total ?? 0);
    if (total < least) throw new Error(`${query.words.join(' ')}: ${total} found, ${least} expected`);
  }
}

async function measure(subjects: Subjects, questions: readonly Question[]): Promise<Sample[]> {
  // Warms up the engines and the file cache with queries that are not measured.
  await askRound(subjects, questions.slice(0, Math.ceil(questions.length / 10)), () => undefined);
  const times = new Map<string, { contender: Contender; at: number; all: Times[] }>();
  for (let round = 0; round < ROUNDS; round += 1)
    await askRound(subjects, questions, (contender, at, taken) => {
      const key = `${contender} ${at}`;
      const known = times.get(key) ?? { contender, at, all: [] };
      times.set(key, known);
      known.all.push(taken);
    });
  return [...times.values()].map(({ contender, at, all }) => ({
    contender,
    ms: median(all.map(({ ms }) => ms)),
    wallMs: median(all.map(({ wallMs }) => wallMs)),
    kind: questions[at]?.kind ?? 'prefix',
  }));
}

/** Number of investors to filter by, starting with the most active. */
const INVESTORS_ASKED = 30;

/**
 * Opens the library through the contract, filtered by one investor at a time. Returns how long each opening
 * took in ms, excluding time spent waiting for a processor.
 */
async function measureInvestorPages({ port }: TestApp): Promise<number[]> {
  const taken: number[] = [];
  for (let at = 0; at < INVESTORS_ASKED; at += 1) {
    const filters = libraryFiltersSchema.parse({ investors: [fold(investorName(at * 3))] });
    const end = startTimes();
    const opened = await port.request('library.open', { text: '', filters, sort: 'announced', rowsFrom: 0 });
    taken.push(end().ms);
    if (!opened.ok) throw new Error(JSON.stringify(opened.error));
    const { total, counts } = opened.value as Awaited<ReturnType<Api['library']['open']>>;
    if (total === 0 || (counts?.investors?.values.length ?? 0) === 0)
      throw new Error(`${investorName(at * 3)}: ${total} companies, without an investor facet`);
  }
  return taken;
}

export interface Measured extends BuildFigures, StartFigures {
  readonly companies: number;
  readonly peerBuildS: number;
  readonly peerMb: number;
  readonly mini: { readonly buildS: number; readonly heapMb: number } | null;
  readonly samples: readonly Sample[];
  /** Times in ms for opening the library through the contract, filtered by one investor at a time. */
  readonly investorPagesMs: readonly number[];
}

/**
 * Runs a step in a separate process. In the current process, the garbage left over from creating the test
 * data would distort the memory measured for the search.
 */
export async function runInProcess<Result>(what: 'build' | 'start', folder: string): Promise<Result> {
  const program = fileURLToPath(new URL('./search-process.ts', import.meta.url));
  const { stdout } = await execFileAsync(process.execPath, [program, what, folder]);
  return JSON.parse(stdout) as Result;
}

const workspaceFolder = (dataDir: string, id: string): string => join(dataDir, 'workspaces', id);

/** Creates a demo workspace with these companies, without a search index. Returns the workspace's folder. */
export async function fillDemoWorkspace(
  dataDir: string,
  start: () => Promise<TestApp>,
  companies: Iterable<MadeCompany>,
): Promise<string> {
  const app = await start();
  const { activeId } = await app.api.workspaces.list({});
  const { serverNowMs } = await app.api.quota.status({});
  await app.dispose();
  const workspace = workspaceFolder(dataDir, activeId ?? '');
  const filled = openDatabase(join(workspace, 'cache.db'), { clock, log });
  fillCache(filled, companies, serverNowMs);
  close(filled);
  return workspace;
}

/**
 * Measures the product and its competitors with a library of `count` companies and `questionCount` queries.
 */
export async function measureSize(count: number, questionCount: number, hasMini: boolean): Promise<Measured> {
  const folder = tempDir();
  const settings = createMapSettings();
  const start = (): Promise<TestApp> => startTestApp({ dataDir: folder.path, settings, demo: true });
  const companies = [...makeCompanies(count)];
  const workspace = await fillDemoWorkspace(folder.path, start, companies);
  const built = {
    ...(await runInProcess<BuildFigures>('build', workspace)),
    ...(await runInProcess<StartFigures>('start', workspace)),
  };
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
    const investorPagesMs = await measureInvestorPages(app);
    const { buildS = NaN, heapMb = NaN } = mini ?? {};
    return {
      companies: count,
      ...built,
      peerBuildS,
      peerMb,
      samples,
      investorPagesMs,
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
