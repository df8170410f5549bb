import { statSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import v8 from 'node:v8';
import vm from 'node:vm';
import { createSystemClock } from '../electron/adapters/system-clock.ts';
import { openDatabase } from '../electron/core/db/open.ts';
import { all, close, exec, num, type WriteDb } from '../electron/core/db/sql.ts';
import { openWorkspaceFiles, type WorkspaceFiles } from '../electron/core/library/open-files.ts';
import { libraryRows } from '../electron/core/library/library-list.ts';
import { createLibrarySearch, type LibrarySearch } from '../electron/core/library/search/library-search.ts';
import { libraryFiltersSchema, type LibraryFilters } from '../shared/model/library.ts';
import { createMapSettings, startTestApp, type TestApp } from '../test/support/test-app.ts';
import { tempDir } from '../test/support/temp-dir.ts';
import { rounded, textTable } from './lib/figures.ts';
import { keepResults } from './lib/results.ts';
import { fillPeer, pageByIndex, pageByLike, pageByTable } from './search-peers.ts';
import {
  fillCache,
  KINDS,
  makeCompanies,
  makeQuestions,
  type Kind,
  type MadeCompany,
  type Question,
} from './search-world.ts';

/*
 * What a page of the library costs: 50 rows by date, the exact total and exact facets for what was typed, through the real
 * contract and bare, beside the same page by FTS5 and GROUP BY, and a LIKE over two terms. Every question is asked of all of
 * them in turn, so that whatever else the machine does falls on all alike; none is asked of one twice. Prints medians and
 * p95, the time to build the index, disk and memory; exits 1 beyond the goals.
 */

const { values } = parseArgs({
  options: {
    long: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    questions: { type: 'string' },
  },
});
const SIZES = values.quick ? [10_000] : values.long ? [36_000, 100_000, 1_000_000] : [36_000, 100_000];
const QUESTIONS = Number(values.questions ?? (values.quick ? 60 : 300));
/** The size that the goals are for, and how many times faster than each peer the page has to be at p95. */
const GOAL_SIZE = values.quick ? 10_000 : 100_000;
const GOAL = 15;
/** LIKE reads everything each time: every n-th question is enough. */
const LIKE_EACH = 4;
const WARM_UP = 0.1;

const say = (line: string): void => void process.stdout.write(line);
const quantile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? NaN;
};
v8.setFlagsFromString('--expose-gc');
const collect: unknown = vm.runInNewContext('gc');
function memoryMb(): number {
  if (typeof collect === 'function') Reflect.apply(collect, undefined, []);
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
}

const clock = createSystemClock();
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const searchIn = ({ cache, yours }: WorkspaceFiles): LibrarySearch =>
  createLibrarySearch({ cache, yours, clock, log, seal: () => ({ mode: 'locked' }) });
const question = (text: string, filters: LibraryFilters) =>
  ({ text, filters, has: null, sort: 'announced', nowMs: Date.UTC(2027, 5, 1) }) as const;
const NO_FILTERS = libraryFiltersSchema.parse({});

interface Built {
  readonly buildS: number;
  readonly firstAnswerS: number;
  readonly startMs: number;
  readonly stallMs: { readonly build: number; readonly start: number };
  readonly memoryMb: number;
  readonly indexMb: number;
  readonly cacheMb: number;
}

/** Runs `work` and tells how long it held the process at most, ms. */
async function stalled(work: () => Promise<void>): Promise<{ ms: number; stallMs: number }> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const startMs = performance.now();
  await work();
  const ms = performance.now() - startMs;
  delay.disable();
  return { ms, stallMs: delay.max / 1e6 };
}

/** The index of a library that has none yet, as after an update; then a start with the index there. */
async function build(folder: string): Promise<Built> {
  const files = openWorkspaceFiles(folder, { clock, log });
  const first = searchIn(files);
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
  const beforeMb = memoryMb();
  const second = searchIn(again);
  const started = await stalled(async () => void (await second.find(question('', NO_FILTERS))));
  const usedMb = memoryMb() - beforeMb;
  second.dispose();
  again.close();
  return {
    ...{ buildS: built.ms / 1_000, firstAnswerS, startMs: started.ms, memoryMb: usedMb },
    stallMs: { build: built.stallMs, start: started.stallMs },
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
  const input = { text: of.words.join(' '), filters: filtersFor(of), sort: 'announced' };
  const opened = await port.request('library.open', input);
  if (!opened.ok) throw new Error(JSON.stringify(opened.error));
  const { queryId, total } = opened.value as { queryId: string; total: number };
  const rows = await port.request('library.rows', { queryId, offset: 0, limit: 50 });
  if (!rows.ok) throw new Error(JSON.stringify(rows.error));
  return total;
}

async function bare(search: LibrarySearch, { cache, yours }: WorkspaceFiles, of: Question): Promise<number> {
  const found = await search.find(question(of.words.join(' '), filtersFor(of)));
  libraryRows(cache, yours, found.idsAt(0, 50), Date.UTC(2027, 5, 1));
  return found.total;
}

const WAYS = ['contract', 'bare', 'fts+sql', 'fts into a table+sql', 'like'] as const;
type Way = (typeof WAYS)[number];
interface Sample {
  readonly way: Way;
  readonly kind: Kind;
  readonly ms: number;
}

interface Subjects {
  readonly app: TestApp;
  readonly files: WorkspaceFiles;
  readonly search: LibrarySearch;
  readonly peer: WriteDb;
}

async function measure(
  { app, files, search, peer }: Subjects,
  questions: readonly Question[],
): Promise<Sample[]> {
  const samples: Sample[] = [];
  const timed = async (
    way: Way,
    { kind }: Question,
    work: () => Promise<number> | number,
  ): Promise<number> => {
    const startMs = performance.now();
    const total = await work();
    samples.push({ way, kind, ms: performance.now() - startMs });
    return total;
  };
  for (const [at, of] of questions.entries()) {
    const total = await timed('contract', of, () => byContract(app, of));
    // Another question than the one that was just asked, so that nothing is warm for it.
    const other = questions[(at + Math.floor(questions.length / 2)) % questions.length] ?? of;
    await timed('bare', other, () => bare(search, files, other));
    const page = await timed('fts+sql', of, () => pageByIndex(peer, of).total);
    await timed('fts into a table+sql', of, () => pageByTable(peer, of).total);
    if (at % LIKE_EACH === 0) await timed('like', of, () => pageByLike(peer, of));
    // The product also finds words inside names and industries; it never finds less.
    if (total < page) throw new Error(`${of.words.join(' ')}: ${total} found, ${page} expected`);
  }
  return samples.slice(Math.floor(samples.length * WARM_UP));
}

interface Size extends Built {
  readonly companies: number;
  readonly peerBuildS: number;
  readonly peerMb: number;
  readonly samples: readonly Sample[];
}

async function measureSize(count: number): Promise<Size> {
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
  const { peer, peerBuildS, peerMb } = makePeer(join(folder.path, 'peer.db'), companies);
  const questions = makeQuestions(companies, QUESTIONS);
  companies.length = 0;
  const app = await start();
  const files = openWorkspaceFiles(workspace, { clock, log });
  const search = searchIn(files);
  try {
    await app.api.library.open({});
    await search.find(question('', NO_FILTERS));
    const samples = await measure({ app, files, search, peer }, questions);
    return { companies: count, ...built, peerBuildS, peerMb, samples };
  } finally {
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

const workspaceFolder = (dataDir: string, id: string): string => join(dataDir, 'workspaces', id);

const msOf = ({ samples }: Size, way: Way, kind: Kind | null, share: number): number =>
  quantile(
    samples
      .filter((sample) => sample.way === way && (kind === null || sample.kind === kind))
      .map(({ ms }) => ms),
    share,
  );

interface Goal {
  readonly words: string;
  readonly times: number;
  readonly isMet: boolean;
}
/** The faster of the two ways to count facets in SQL is the peer. */
function goalsOf(size: Size): Goal[] {
  const p95 = (way: Way, kind: Kind | null): number => msOf(size, way, kind, 0.95);
  const sql = (kind: Kind | null): number =>
    Math.min(p95('fts+sql', kind), p95('fts into a table+sql', kind));
  const goal = (words: string, times: number): Goal => ({
    words,
    times: rounded(times, 1),
    isMet: times >= GOAL,
  });
  return [
    goal('one beginning of a word, p95 beside FTS5 + SQL facets', sql('prefix') / p95('contract', 'prefix')),
    goal('every question, p95 beside FTS5 + SQL facets', sql(null) / p95('contract', null)),
    goal('two terms, p95 beside LIKE', p95('like', 'term+prefix') / p95('contract', 'term+prefix')),
  ];
}

function report(size: Size): void {
  const { companies, samples } = size;
  say(`\n${companies} companies, ${QUESTIONS} questions, load ${loadavg()[0]?.toFixed(1) ?? '?'}\n`);
  const cell = (way: Way, kind: Kind): string =>
    `${msOf(size, way, kind, 0.5).toFixed(2)} / ${msOf(size, way, kind, 0.95).toFixed(2)}`;
  say(
    textTable([
      ['ms, median / p95', ...KINDS],
      ...WAYS.map((way) => [way, ...KINDS.map((kind) => cell(way, kind))]),
    ]),
  );
  const perCompany = (mb: number): string => `${((mb * 1e6) / companies / 1e3).toFixed(2)} kB`;
  say(
    textTable([
      [
        '',
        'build s',
        'start ms',
        'longest stall ms, build / start',
        'index MB',
        'per company',
        'memory MB',
        'file MB',
      ],
      [
        'product',
        ...[size.buildS.toFixed(1), size.startMs.toFixed(0)],
        `${size.stallMs.build.toFixed(0)} / ${size.stallMs.start.toFixed(0)}`,
        ...[
          size.indexMb.toFixed(1),
          perCompany(size.indexMb),
          size.memoryMb.toFixed(1),
          size.cacheMb.toFixed(1),
        ],
      ],
      ['FTS5 + SQL', size.peerBuildS.toFixed(1), '', '', '', '', '', size.peerMb.toFixed(1)],
    ]),
  );
  say(
    `first answer while the index is built: ${size.firstAnswerS.toFixed(1)} s; ${samples.length} samples\n`,
  );
}

async function main(): Promise<number> {
  const startMs = performance.now();
  const sizes: Size[] = [];
  for (const count of SIZES) {
    const size = await measureSize(count);
    sizes.push(size);
    report(size);
  }
  say('\nMiniSearch is not installed here and was not measured.\n');
  const goals = sizes.filter(({ companies }) => companies === GOAL_SIZE).flatMap(goalsOf);
  for (const { words, times, isMet } of goals)
    say(`${words}: ${times} times, goal ${GOAL}: ${isMet ? 'met' : 'missed'}\n`);
  const missed = goals.filter(({ isMet }) => !isMet).length;
  if (!values.quick) keep(sizes, goals);
  const seconds = Math.round((performance.now() - startMs) / 1_000);
  say(
    `search: ${missed === 0 ? 'every goal met' : `${missed} of ${goals.length} goals missed`} (${seconds} s)\n`,
  );
  return missed === 0 ? 0 : 1;
}

function keep(sizes: readonly Size[], goals: readonly Goal[]): void {
  const details = sizes.map((size) => {
    const { samples: _, ...facts } = size;
    const times = WAYS.flatMap((way) =>
      KINDS.map((kind) => ({
        ...{ way, kind },
        medianMs: rounded(msOf(size, way, kind, 0.5), 3),
        p95Ms: rounded(msOf(size, way, kind, 0.95), 3),
      })),
    );
    return { ...facts, times };
  });
  keepResults(
    'search',
    { isMet: goals.every(({ isMet }) => isMet), goals },
    { load: loadavg()[0], sizes: details },
  );
}

process.exitCode = await main();
