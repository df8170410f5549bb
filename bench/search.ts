import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { rounded, textTable } from './lib/figures.ts';
import { judge, type Goal } from './lib/goals.ts';
import { keepResults } from './lib/results.ts';
import { measureSize, WAYS, type Measured, type Way } from './search-run.ts';
import { KINDS, type Kind } from './search-world.ts';

/*
 * `npm run bench -- search`: cost of a library page: 50 rows by date, the exact total and exact facets for a
 * query, through the contract and bare, compared with FTS5 and GROUP BY, with MiniSearch, and with a LIKE over
 * two terms. Prints medians and p95, build time, disk, memory and growth; exits 1 if a goal is missed.
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
/** The size to which the goals apply. */
const GOAL_SIZE = 100_000;
/** How many times faster than each peer the page must be at p95. */
const TIMES = { sql: 15, like: 15, minisearch: 50 };
/** Maximum memory in kB per company, and maximum time in ms for which the event loop may be blocked. */
const MOST = { kB: 1.5, heldMs: 16 };
/** p95 of a page through the contract, ms. */
const PAGE_MS: Readonly<Record<number, number>> = { 100_000: 8, 1_000_000: 60 };
/** MiniSearch's heap for a million companies does not fit into a thread here. */
const MINI_MAX = 100_000;

const say = (line: string): void => void process.stdout.write(line);
const quantile = (of: readonly number[], share: number): number => {
  const sorted = [...of].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? NaN;
};
const timeOf = (size: Measured, of: 'ms' | 'wallMs', way: Way, kind: Kind | null, share: number): number =>
  quantile(
    size.samples
      .filter((sample) => sample.way === way && (kind === null || sample.kind === kind))
      .map((sample) => sample[of]),
    share,
  );
const msOf = (size: Measured, way: Way, kind: Kind | null, share: number): number =>
  timeOf(size, 'ms', way, kind, share);

const times = (words: string, of: number, page: number, least: number): Goal => ({
  words,
  figure: `${rounded(of / page, 1)} times, goal ${least}`,
  isMet: of / page >= least,
});
const most = (words: string, figure: number, unit: string, goal: number): Goal => ({
  words,
  figure: `${rounded(figure, 2)} ${unit}, goal ${goal}`,
  isMet: figure <= goal,
});

/** Compares with the faster of the two ways to count facets in SQL. */
function ratiosOf(size: Measured): Goal[] {
  const p95 = (way: Way, kind: Kind | null): number => msOf(size, way, kind, 0.95);
  const sql = (kind: Kind | null): number =>
    Math.min(p95('fts+sql', kind), p95('fts into a table+sql', kind));
  const terms = p95('contract', 'term+prefix');
  const all = [
    times(
      'one beginning of a word beside FTS5 + SQL facets',
      sql('prefix'),
      p95('contract', 'prefix'),
      TIMES.sql,
    ),
    times('every question beside FTS5 + SQL facets', sql(null), p95('contract', null), TIMES.sql),
    times('two terms beside LIKE', p95('like', 'term+prefix'), terms, TIMES.like),
  ];
  if (size.mini !== null)
    all.push(times('two terms beside MiniSearch', p95('minisearch', 'term+prefix'), terms, TIMES.minisearch));
  return all;
}

/** Absolute goals apply at two sizes, relative ones at one. */
function goalsOf(size: Measured): Goal[] {
  const { companies, cacheMb, buildStall, startStall } = size;
  const pageMs = PAGE_MS[companies];
  return [
    ...(companies === GOAL_SIZE ? ratiosOf(size) : []),
    ...(pageMs === undefined ? [] : [most('a page', msOf(size, 'contract', null, 0.95), 'ms', pageMs)]),
    ...(companies === GOAL_SIZE
      ? [
          most('the file, for each company', (cacheMb * 1e3) / companies, 'kB', MOST.kB),
          most('the process held while the index is built', buildStall.ms, 'ms', MOST.heldMs),
          most('the process held at a start', startStall.ms, 'ms', MOST.heldMs),
        ]
      : []),
  ].map((goal) => ({ ...goal, words: `at ${companies}, ${goal.words}` }));
}

const heldMb = ({ memory }: Measured): number => memory.heapMb + memory.arraysMb;

function report(size: Measured): void {
  const { companies, mini } = size;
  say(`\n${companies} companies, ${QUESTIONS} questions, load ${loadavg()[0]?.toFixed(1) ?? '?'}\n`);
  const cell = (way: Way, kind: Kind): string => {
    const [middle, high, wall] = [
      msOf(size, way, kind, 0.5),
      msOf(size, way, kind, 0.95),
      timeOf(size, 'wallMs', way, kind, 0.95),
    ];
    return Number.isNaN(middle)
      ? 'not run'
      : `${middle.toFixed(2)} / ${high.toFixed(2)} (${wall.toFixed(2)})`;
  };
  say(
    textTable([
      ['ms, median / p95 (p95 by the clock)', ...KINDS],
      ...WAYS.map((way) => [way, ...KINDS.map((kind) => cell(way, kind))]),
    ]),
  );
  const perCompany = (mb: number): string => `${((mb * 1e6) / companies / 1e3).toFixed(2)} kB`;
  const { buildS, startMs, buildStall, startStall, indexMb, memory, cacheMb, peerBuildS, peerMb } = size;
  say(
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
        heldMb(size).toFixed(1),
      ],
      ['FTS5 + SQL', peerBuildS.toFixed(1), '', '', '', peerMb.toFixed(1), perCompany(peerMb), ''],
      ...(mini === null
        ? []
        : [['MiniSearch', mini.buildS.toFixed(1), '', '', '', '', '', mini.heapMb.toFixed(1)]]),
    ]),
  );
  say(
    `memory: ${memory.arraysMb.toFixed(1)} MB of typed arrays (facts, orders, who holds each word), ${memory.heapMb.toFixed(1)} MB of objects (ids, names, words)\n`,
  );
  say(
    `first answer while the index is built: ${size.firstAnswerS.toFixed(1)} s; its words are in memory ${(size.wordsMs / 1_000).toFixed(1)} s after a start\n`,
  );
  say(
    `the process was held at most ${buildStall.ms.toFixed(0)} ms while it is built (${buildStall.wallMs.toFixed(0)} by the clock), ${startStall.ms.toFixed(0)} ms at a start (${startStall.wallMs.toFixed(0)})\n`,
  );
}

/** The growth of each figure from the smallest to the largest size, compared with the number of companies. */
function reportGrowth(sizes: readonly Measured[]): void {
  const [small, large] = [sizes[0], sizes.at(-1)];
  if (small === undefined || large === undefined || small === large) return;
  const times = (of: (size: Measured) => number): string => `${(of(large) / of(small)).toFixed(1)}`;
  const p95 = (way: Way): string => times((size) => msOf(size, way, null, 0.95));
  say(`\n${small.companies} to ${large.companies} companies: ${times(({ companies }) => companies)} times; `);
  say(
    `build ${times(({ buildS }) => buildS)}, start ${times(({ startMs }) => startMs)}, index ${times(({ indexMb }) => indexMb)}, `,
  );
  say(`file ${times(({ cacheMb }) => cacheMb)}, memory ${times(heldMb)}, p95 of a page ${p95('contract')} `);
  say(`(FTS5 + SQL ${p95('fts+sql')}, LIKE ${p95('like')}) times\n`);
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
  // Runs with one size and quick runs are not recorded.
  if (!values.quick && values.size === undefined) keep(sizes, goals);
  return judge('search', goals, startedMs) ? 0 : 1;
}

function keep(sizes: readonly Measured[], goals: readonly Goal[]): void {
  const details = sizes.map((size) => {
    const { samples: _, ...facts } = size;
    const times = WAYS.flatMap((way) =>
      KINDS.map((kind) => ({
        way,
        kind,
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
