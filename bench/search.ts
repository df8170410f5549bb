import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { quantile, rounded, textTable } from './lib/figures.ts';
import { reportGoals, type Goal } from './lib/goals.ts';
import { saveResults } from './lib/results.ts';
import { measureSize, CONTENDERS, type Measured, type Contender } from './search-run.ts';
import { KINDS, type Kind } from './search-world.ts';

/*
 * `npm run bench -- search` measures how long the product takes to return a library page: 50 rows sorted by
 * date, the exact total and exact facets. It measures the page with and without the contract. For comparison,
 * it measures FTS5 with GROUP BY, MiniSearch, and LIKE for two terms. It prints medians and p95, build time,
 * disk space, memory and growth, and exits with 1 if a goal is missed.
 */

const { values } = parseArgs({
  options: {
    long: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    questions: { type: 'string' },
    size: { type: 'string' },
  },
});
const SIZES =
  values.size !== undefined
    ? [Number(values.size)]
    : values.quick
      ? [10_000]
      : values.long
        ? [36_000, 100_000, 1_000_000]
        : [36_000, 100_000];
const QUESTIONS = Number(values.questions ?? (values.quick ? 60 : 120));
/** The library size, in companies, for which most goals are defined. */
const GOAL_SIZE = 100_000;
/** How many times faster than each competitor the product must be at p95. */
const FACTORS = { sql: 15, like: 15, minisearch: 50 };
/**
 * Maximum size of `cache.db` in kB per company, and maximum time in ms that the event loop may be blocked.
 */
const LIMITS = { kB: 1.5, heldMs: 16 };
/** Maximum p95, in ms, for fetching a page through the contract, by number of companies. */
const PAGE_MS: Readonly<Record<number, number>> = { 100_000: 8, 1_000_000: 60 };
/**
 * MiniSearch is measured with at most this many companies, because a larger index would not fit in the heap.
 */
const MINI_MAX = 100_000;

const print = (line: string): void => void process.stdout.write(line);
const timeOf = (
  size: Measured,
  values: 'ms' | 'wallMs',
  contender: Contender,
  kind: Kind | null,
  share: number,
): number =>
  quantile(
    size.samples
      .filter((sample) => sample.contender === contender && (kind === null || sample.kind === kind))
      .map((sample) => sample[values]),
    share,
  );
const msOf = (size: Measured, contender: Contender, kind: Kind | null, share: number): number =>
  timeOf(size, 'ms', contender, kind, share);

const atLeastTimes = (words: string, values: number, page: number, least: number): Goal => ({
  words,
  figure: `${rounded(values / page, 1)} times, goal ${least}`,
  isMet: values / page >= least,
});
const atMost = (words: string, figure: number, unit: string, goal: number): Goal => ({
  words,
  figure: `${rounded(figure, 2)} ${unit}, goal ${goal}`,
  isMet: figure <= goal,
});

/**
 * Returns the goals that compare the app's search with other implementations. SQL can count facets in two
 * ways; the faster one is used for the comparison.
 */
function ratiosOf(size: Measured): Goal[] {
  const p95 = (contender: Contender, kind: Kind | null): number => msOf(size, contender, kind, 0.95);
  const sql = (kind: Kind | null): number =>
    Math.min(p95('fts+sql', kind), p95('fts into a table+sql', kind));
  const terms = p95('contract', 'term+prefix');
  const all = [
    atLeastTimes(
      'one beginning of a word beside FTS5 + SQL facets',
      sql('prefix'),
      p95('contract', 'prefix'),
      FACTORS.sql,
    ),
    atLeastTimes('every question beside FTS5 + SQL facets', sql(null), p95('contract', null), FACTORS.sql),
    atLeastTimes('two terms beside LIKE', p95('like', 'term+prefix'), terms, FACTORS.like),
  ];
  if (size.mini !== null)
    all.push(
      atLeastTimes(
        'two terms beside MiniSearch',
        p95('minisearch', 'term+prefix'),
        terms,
        FACTORS.minisearch,
      ),
    );
  return all;
}

/**
 * Returns the goals for a library of this size. There is a goal for fetching a page if `PAGE_MS` contains the
 * size. The other goals apply only to libraries of `GOAL_SIZE`.
 */
function goalsOf(size: Measured): Goal[] {
  const { companies, cacheMb, buildStall, startStall } = size;
  const pageMs = PAGE_MS[companies];
  return [
    ...(companies === GOAL_SIZE ? ratiosOf(size) : []),
    ...(pageMs === undefined ? [] : [atMost('a page', msOf(size, 'contract', null, 0.95), 'ms', pageMs)]),
    ...(companies === GOAL_SIZE
      ? [
          atMost('the file, for each company', (cacheMb * 1e3) / companies, 'kB', LIMITS.kB),
          atMost('the process blocked while the index is built', buildStall.ms, 'ms', LIMITS.heldMs),
          atMost('the process blocked at a start', startStall.ms, 'ms', LIMITS.heldMs),
        ]
      : []),
  ].map((goal) => ({ ...goal, words: `at ${companies}, ${goal.words}` }));
}

const memoryMb = ({ memory }: Measured): number => memory.heapMb + memory.arraysMb;

function report(size: Measured): void {
  const { companies, mini } = size;
  print(`\n${companies} companies, ${QUESTIONS} questions, load ${loadavg()[0]?.toFixed(1) ?? '?'}\n`);
  const cell = (contender: Contender, kind: Kind): string => {
    const [middle, high, wall] = [
      msOf(size, contender, kind, 0.5),
      msOf(size, contender, kind, 0.95),
      timeOf(size, 'wallMs', contender, kind, 0.95),
    ];
    return Number.isNaN(middle)
      ? 'not run'
      : `${middle.toFixed(2)} / ${high.toFixed(2)} (${wall.toFixed(2)})`;
  };
  print(
    textTable([
      ['ms, median / p95 (p95 by the clock)', ...KINDS],
      ...CONTENDERS.map((contender) => [contender, ...KINDS.map((kind) => cell(contender, kind))]),
    ]),
  );
  const perCompany = (mb: number): string => `${((mb * 1e6) / companies / 1e3).toFixed(2)} kB`;
  const { buildS, startMs, buildStall, startStall, indexMb, memory, cacheMb, peerBuildS, peerMb } = size;
  print(
    textTable([
      ['', 'build s', 'start ms', 'index MB', 'index, each', 'file MB', 'file, each', 'memory MB'],
      [
        'product',
        buildS.toFixed(1),
        startMs.toFixed(0),
        indexMb.toFixed(1),
        perCompany(indexMb),
        cacheMb.toFixed(1),
        perCompany(cacheMb),
        memoryMb(size).toFixed(1),
      ],
      ['FTS5 + SQL', peerBuildS.toFixed(1), '', '', '', peerMb.toFixed(1), perCompany(peerMb), ''],
      ...(mini === null
        ? []
        : [['MiniSearch', mini.buildS.toFixed(1), '', '', '', '', '', mini.heapMb.toFixed(1)]]),
    ]),
  );
  print(
    `memory: ${memory.arraysMb.toFixed(1)} MB of typed arrays (facts, orders, companies of each word), ${memory.heapMb.toFixed(1)} MB of objects (ids, names, words)\n`,
  );
  print(
    `a page filtered by an investor: ${quantile(size.investorPagesMs, 0.5).toFixed(2)} / ${quantile(size.investorPagesMs, 0.95).toFixed(2)} ms (median / p95)\n`,
  );
  print(
    `first answer while the index is built: ${size.firstAnswerS.toFixed(1)} s; its words are in memory ${(size.wordsMs / 1_000).toFixed(1)} s after a start\n`,
  );
  const blocked = ({ ms, wallMs, fullCollectionsMs, otherCollectionsMs }: Measured['buildStall']): string =>
    `at most ${ms.toFixed(1)} ms (${wallMs.toFixed(1)} by the clock, of which ${fullCollectionsMs.toFixed(1)} for full garbage collections and ${otherCollectionsMs.toFixed(1)} for others)`;
  print(`the process was blocked while the index is built for ${blocked(buildStall)}\n`);
  print(`the process was blocked at a start for ${blocked(startStall)}\n`);
}

/**
 * Prints the factor by which each figure and the number of companies grow from the smallest to the largest
 * size.
 */
function reportGrowth(sizes: readonly Measured[]): void {
  const [small, large] = [sizes[0], sizes.at(-1)];
  if (small === undefined || large === undefined || small === large) return;
  const atLeastTimes = (values: (size: Measured) => number): string =>
    `${(values(large) / values(small)).toFixed(1)}`;
  const p95 = (contender: Contender): string => atLeastTimes((size) => msOf(size, contender, null, 0.95));
  print(
    `\n${small.companies} to ${large.companies} companies: ${atLeastTimes(({ companies }) => companies)} times; `,
  );
  print(
    `build ${atLeastTimes(({ buildS }) => buildS)}, start ${atLeastTimes(({ startMs }) => startMs)}, index ${atLeastTimes(({ indexMb }) => indexMb)}, `,
  );
  print(
    `file ${atLeastTimes(({ cacheMb }) => cacheMb)}, memory ${atLeastTimes(memoryMb)}, p95 of a page ${p95('contract')} `,
  );
  print(`(FTS5 + SQL ${p95('fts+sql')}, LIKE ${p95('like')}) times\n`);
}

async function main(): Promise<number> {
  const startedMs = Date.now();
  const sizes: Measured[] = [];
  for (const count of SIZES) {
    const size = await measureSize(count, QUESTIONS, count <= MINI_MAX);
    sizes.push(size);
    report(size);
  }
  reportGrowth(sizes);
  const goals = sizes.flatMap(goalsOf);
  // Quick runs and runs with a single size are not recorded.
  if (!values.quick && values.size === undefined) saveSizes(sizes, goals);
  return reportGoals('search', goals, startedMs) ? 0 : 1;
}

function saveSizes(sizes: readonly Measured[], goals: readonly Goal[]): void {
  const details = sizes.map((size) => {
    const { samples: _, investorPagesMs, ...facts } = size;
    const atLeastTimes = CONTENDERS.flatMap((contender) =>
      KINDS.map((kind) => ({
        contender,
        kind,
        medianMs: rounded(msOf(size, contender, kind, 0.5), 3),
        p95Ms: rounded(msOf(size, contender, kind, 0.95), 3),
      })),
    );
    const investorPageMs = [0.5, 0.95].map((share) => rounded(quantile(investorPagesMs, share), 3));
    return { ...facts, investorPageMs, atLeastTimes };
  });
  saveResults(
    'search',
    { isMet: goals.every(({ isMet }) => isMet), goals },
    { load: loadavg()[0], sizes: details },
  );
}

process.exitCode = await main();
