import { cpSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createMapSettings, startTestApp, type TestApp } from '../test/support/app/test-app.ts';
import { tempDir } from '../test/support/common/temp-dir.ts';
import { median, quantile, rounded, textTable } from './lib/figures.ts';
import { reportGoals, type Goal } from './lib/goals.ts';
import { saveResults } from './lib/results.ts';
import { drawScale, type Curve } from './lib/scale-graph.ts';
import { startTimes } from './lib/times.ts';
import type { BuildFigures, StartFigures } from './search-index.ts';
import { byContract, fillDemoWorkspace, runInProcess } from './search-run.ts';
import { makeCompanies, makeQuestions, type MadeCompany } from './search-world.ts';

/*
 * `npm run bench -- scale` measures the local search with 1,000 to 100,000 companies, or up to 1,000,000 with
 * `--long`: building the index, starting with an existing index, fetching a page of results, memory use and
 * file sizes. `--filled=FOLDER` keeps the filled libraries in this folder for later runs. The benchmark prints
 * how much each cost grows when the library grows tenfold, draws the costs as a graph, and exits with 1 if a
 * goal is missed.
 */

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    long: { type: 'boolean', default: false },
    sizes: { type: 'string' },
    filled: { type: 'string' },
  },
});
const SIZES =
  values.sizes?.split(',').map(Number) ??
  (values.quick ? [1_000, 10_000] : [1_000, 10_000, 100_000, ...(values.long ? [1_000_000] : [])]);
const QUESTIONS = values.quick ? 30 : 90;
const ROUNDS = 3;
const GOAL_SIZE = 1_000_000;
const GOAL_PAGE_MS = 60;
const GRAPH = join(import.meta.dirname, 'results', 'scale.svg');
/** Queries are generated from about this many companies. All companies would not fit into memory. */
const ASKED_ABOUT = 2_000;
/**
 * Memory is measured once a second. It counts as stable if `STABLE_CHECKS` measurements in a row differ by
 * less than this many bytes.
 */
const STABLE_BYTES = 50_000;
const STABLE_CHECKS = 4;

const print = (line: string): void => void process.stdout.write(line);

interface Measured extends BuildFigures, StartFigures {
  readonly companies: number;
  readonly pageMedianMs: number;
  readonly pageP95Ms: number;
}

/**
 * Returns a generator of all companies, and an array `some`. As the generator runs, it adds every n-th
 * company to `some`.
 */
function sampled(count: number): { readonly all: Generator<MadeCompany>; readonly some: MadeCompany[] } {
  const some: MadeCompany[] = [];
  const step = Math.max(1, Math.floor(count / ASKED_ABOUT));
  const all = function* (): Generator<MadeCompany> {
    for (const company of makeCompanies(count)) {
      if (company.at % step === 0) some.push(company);
      yield company;
    }
  };
  return { all: all(), some };
}

async function measurePages(app: TestApp, some: readonly MadeCompany[]): Promise<number[]> {
  const questions = makeQuestions(some, QUESTIONS);
  // Warms up the engine and the file cache with queries that are not measured.
  for (const each of questions.slice(0, QUESTIONS / 10)) await byContract(app, each);
  const times = questions.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [at, each] of questions.entries()) {
      const end = startTimes();
      await byContract(app, each);
      times[at]?.push(end().ms);
    }
  return times.map((all) => median(all));
}

/**
 * Fills a library, or copies the filled library of an earlier run. Returns the folder of the workspace and a
 * sample of the companies.
 */
async function fillOrCopy(
  dataDir: string,
  companies: number,
  start: () => Promise<TestApp>,
): Promise<{ readonly workspace: string; readonly some: readonly MadeCompany[] }> {
  const { all, some } = sampled(companies);
  const kept = values.filled === undefined ? null : join(values.filled, String(companies));
  if (kept === null || !existsSync(kept)) {
    const workspace = await fillDemoWorkspace(dataDir, start, all);
    if (kept !== null) cpSync(dataDir, kept, { recursive: true });
    return { workspace, some };
  }
  cpSync(kept, dataDir, { recursive: true });
  while (all.next().done !== true);
  const [id = ''] = readdirSync(join(dataDir, 'workspaces'));
  return { workspace: join(dataDir, 'workspaces', id), some };
}

/**
 * Waits until the app has loaded all words of the index. The app does not report this, so the function waits
 * until the memory of the typed arrays stops growing. It then waits a little longer, because the last step of
 * loading does not allocate memory.
 */
async function wordsLoaded({ startMs, wordsMs }: StartFigures): Promise<void> {
  await setTimeout(wordsMs - startMs);
  let last = -1;
  for (let stable = 0; stable < STABLE_CHECKS;) {
    const { arrayBuffers } = process.memoryUsage();
    stable = Math.abs(arrayBuffers - last) < STABLE_BYTES ? stable + 1 : 0;
    last = arrayBuffers;
    await setTimeout(1_000);
  }
  await setTimeout(wordsMs / 4);
}

async function measureSize(companies: number): Promise<Measured> {
  const folder = tempDir();
  const settings = createMapSettings();
  const start = (): Promise<TestApp> => startTestApp({ dataDir: folder.path, settings, demo: true });
  try {
    const { workspace, some } = await fillOrCopy(folder.path, companies, start);
    const built = await runInProcess<BuildFigures>('build', workspace);
    const started = await runInProcess<StartFigures>('start', workspace);
    const app = await start();
    try {
      await app.api.library.open({});
      // The measurement starts once all words are in memory, as in the benchmark `search`.
      await wordsLoaded(started);
      const pages = await measurePages(app, some);
      return {
        companies,
        ...built,
        ...started,
        pageMedianMs: median(pages),
        pageP95Ms: quantile(pages, 0.95),
      };
    } finally {
      await app.dispose();
    }
  } finally {
    folder.remove();
  }
}

interface Cost {
  readonly name: string;
  readonly unit: string;
  readonly digits: number;
  readonly of: (size: Measured) => number;
}
const COSTS: readonly Cost[] = [
  { name: 'a page, p95', unit: 'ms', digits: 2, of: ({ pageP95Ms }) => pageP95Ms },
  { name: 'start with an index', unit: 'ms', digits: 0, of: ({ startMs }) => startMs },
  { name: 'all words loaded', unit: 'ms', digits: 0, of: ({ wordsMs }) => wordsMs },
  { name: 'index built', unit: 's', digits: 2, of: ({ buildS }) => buildS },
  { name: 'longest turn while built', unit: 'ms', digits: 1, of: ({ buildStall }) => buildStall.ms },
  { name: 'longest turn at a start', unit: 'ms', digits: 1, of: ({ startStall }) => startStall.ms },
  { name: 'memory', unit: 'MB', digits: 1, of: ({ memory }) => memory.heapMb + memory.arraysMb },
  { name: 'cache.db', unit: 'MB', digits: 1, of: ({ cacheMb }) => cacheMb },
];

function goalsOf(sizes: readonly Measured[]): Goal[] {
  const largest = sizes.find(({ companies }) => companies === GOAL_SIZE);
  const tenth = sizes.find(({ companies }) => companies === GOAL_SIZE / 10);
  if (largest === undefined) return [];
  const memoryOf = ({ memory }: Measured): number => memory.heapMb + memory.arraysMb;
  const page = {
    words: `a page with ${GOAL_SIZE} companies, p95`,
    figure: `${largest.pageP95Ms.toFixed(1)} ms, goal ${GOAL_PAGE_MS}`,
    isMet: largest.pageP95Ms <= GOAL_PAGE_MS,
  };
  if (tenth === undefined) return [page];
  const growth = memoryOf(largest) / memoryOf(tenth);
  return [
    page,
    {
      words: 'memory of the search when the library grows tenfold',
      figure: `${growth.toFixed(2)} times, goal 10`,
      isMet: growth < 10,
    },
  ];
}

async function main(): Promise<number> {
  const startedMs = Date.now();
  print(`load ${loadavg()[0]?.toFixed(1) ?? '?'}\n`);
  const sizes: Measured[] = [];
  for (const companies of SIZES) {
    const size = await measureSize(companies);
    sizes.push(size);
    const figures = COSTS.map(({ name, unit, digits, of }) => `${name} ${of(size).toFixed(digits)} ${unit}`);
    print(`${companies} companies: ${figures.join(', ')}\n`);
  }
  const steps = sizes.slice(1).map((size, at) => [sizes[at] ?? size, size] as const);
  print(
    textTable([
      ['growth', ...steps.map(([from, to]) => `${from.companies} to ${to.companies}`)],
      ...COSTS.map(({ name, of }) => [
        name,
        ...steps.map(([from, to]) => `${(of(to) / of(from)).toFixed(2)} times`),
      ]),
    ]),
  );
  const goals = goalsOf(sizes);
  if (!values.quick && values.sizes === undefined) {
    const curves = COSTS.map(({ name, unit, of }): Curve => ({
      name,
      unit,
      points: sizes.map((size) => ({ companies: size.companies, cost: of(size) })),
    }));
    writeFileSync(GRAPH, drawScale(curves));
    saveResults(
      'scale',
      { isMet: goals.every(({ isMet }) => isMet) },
      {
        sizes: sizes.map((size) => ({
          companies: size.companies,
          ...Object.fromEntries(
            COSTS.map(({ name, unit, of }) => [`${name}, ${unit}`, rounded(of(size), 3)]),
          ),
        })),
      },
    );
  }
  return reportGoals('scale', goals, startedMs) ? 0 : 1;
}

process.exitCode = await main();
