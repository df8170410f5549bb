import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from '../../electron/core/database/open.ts';
import {
  close,
  exec,
  run,
  selectCount,
  transaction,
  type ReadDb,
  type WriteDb,
} from '../../electron/core/database/sql.ts';
import { tempDir } from '../../test/support/common/temp-dir.ts';
import { median, rounded, textTable } from '../lib/figures.ts';
import { reportGoals, type Goal } from '../lib/goals.ts';
import { saveResults } from '../lib/results.ts';
import { STALL_GOAL_MS, type Stalls } from '../lib/stalls.ts';
import { startTimes } from '../lib/times.ts';
import { recordFloor } from './floor.ts';
import { pagesOf, type MadePage } from './pages.ts';
import { clock, closeProduct, ingestAll, log, openProduct, PAGE_ROWS, type Run } from './product.ts';
import { requested } from '../../test/support/app/library-search.ts';

/*
 * `npm run bench -- ingest`: stores pages of 50 rows; after each page, it stores the contacts of one company.
 * The product validates, merges, encrypts, indexes and commits these responses. For comparison, the benchmark
 * also inserts the same rows into one table with a plain prepared statement. It prints rates, the time per
 * page and how long the event loop is blocked, and exits with 1 if a goal is missed.
 */

const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, pages: { type: 'string' } },
});
const PAGES = Number(values.pages ?? (values.quick ? 24 : 200));
/** The product may take at most this many times as long as a plain insert that commits once per page. */
const GOAL = 15;
/**
 * The product and its peers take turns, in which each stores this many pages, so a change in the machine's speed
 * affects all of them.
 */
const TURN_PAGES = 8;
/** Number of pages that are stored after a search has loaded the words of all companies. */
const PAGES_AFTER_SEARCH = 40;

const print = (line: string): void => void process.stdout.write(line);

/**
 * Creates a table and returns a function that inserts rows into it, without merging, encrypting or indexing. With
 * `each turn`, a single transaction inserts all rows. With `each page`, each page has its own transaction; the
 * benchmark's goal is a fraction of this speed. The function returns the duration in seconds.
 */
function createPlainInsert(
  db: WriteDb,
  commits: 'each turn' | 'each page',
): (pages: readonly MadePage[]) => number {
  exec(
    db,
    `CREATE TABLE plain (row_id TEXT PRIMARY KEY, company_id TEXT, name TEXT, country TEXT, stage TEXT, amount TEXT,
       announced_on TEXT, description TEXT, website TEXT, industries TEXT, tags TEXT, raw TEXT) STRICT`,
  );
  const insert = (page: MadePage): void => {
    for (const row of page.rows)
      run(
        db,
        `INSERT INTO plain VALUES (:rowId, :companyId, :name, :country, :stage, :amount, :announcedOn, :description,
           :website, :industries, :tags, :raw)`,
        row,
      );
  };
  return (pages) => {
    const end = startTimes();
    if (commits === 'each turn') transaction(db, () => pages.forEach(insert));
    else for (const page of pages) transaction(db, () => insert(page));
    return end().ms / 1_000;
  };
}

/** The seconds for each page in each turn. */
interface Turns {
  readonly product: number[];
  /** The plain insert with one commit per turn. */
  readonly plain: number[];
  /** The plain insert with one commit per page. */
  readonly paged: number[];
  readonly statements: number[];
  readonly changes: number[];
}

interface Figures {
  readonly rows: number;
  readonly turns: Turns;
  /** The product's rate once a search has loaded the words of all companies, in rows per second. */
  readonly afterSearchRate: number;
  readonly statementsPerPage: number;
  readonly pageMedianMs: number;
  readonly pageP95Ms: number;
  /** Each part's share of the product's time, largest first. */
  readonly parts: readonly { readonly name: string; readonly share: number }[];
  readonly stalls: Stalls;
}

async function measure(folder: string): Promise<Figures> {
  const warm = pagesOf(TURN_PAGES, PAGE_ROWS, 'warm');
  const pages = pagesOf(PAGES, PAGE_ROWS);
  const all = [...warm, ...pages];
  const [plainDb, pagedDb] = ['plain', 'paged'].map((name) =>
    openDatabase(join(folder, `${name}.db`), { clock, log }),
  ) as [WriteDb, WriteDb];
  const plain = createPlainInsert(plainDb, 'each turn');
  const paged = createPlainInsert(pagedDb, 'each page');
  const product = openProduct(folder);
  const floor = await recordFloor(join(folder, 'floor'), all);
  try {
    const turns: Turns = { product: [], plain: [], paged: [], statements: [], changes: [] };
    const runs: Run[] = [];
    const contenders: Readonly<Record<keyof Turns, (from: number, some: MadePage[]) => Promise<number>>> = {
      product: async (_from, some) => {
        const stored = await ingestAll(product, some);
        runs.push(stored);
        // The worker must not slow down the next contender.
        await product.checkpointed();
        return stored.seconds;
      },
      paged: (_from, some) => Promise.resolve(paged(some)),
      plain: (_from, some) => Promise.resolve(plain(some)),
      statements: (from, some) => floor.statements.repeat(from, some.length),
      changes: (from, some) => floor.changes.repeat(from, some.length),
    };
    const order = Object.keys(contenders) as (keyof Turns)[];
    for (let from = 0; from < all.length; from += TURN_PAGES) {
      const some = all.slice(from, from + TURN_PAGES);
      // The order is reversed each time, so no contender always comes after the same other one.
      for (const name of order.reverse())
        turns[name].push((await contenders[name](from, some)) / some.length);
    }
    // The first turn is a warm-up.
    runs.shift();
    for (const name of order) turns[name].shift();
    for (const cache of [product.files.cache, floor.statements.cache, floor.changes.cache])
      checkStored(cache, pages);
    await product.search.find(requested({}, { text: 'example' }));
    await product.search.settled();
    const afterSearch = await ingestAll(product, pagesOf(PAGES_AFTER_SEARCH, PAGE_ROWS, 'later'));
    const pageMs = runs.flatMap((each) => each.pageMs).sort((a, b) => a - b);
    return {
      rows: pages.length * PAGE_ROWS,
      turns,
      afterSearchRate: (PAGES_AFTER_SEARCH * PAGE_ROWS) / afterSearch.seconds,
      statementsPerPage: floor.statementsPerPage,
      pageMedianMs: median(pageMs),
      pageP95Ms: pageMs[Math.floor((pageMs.length - 1) * 0.95)] ?? NaN,
      parts: sharesOf(runs),
      stalls: runs.map(({ stalls }) => stalls).reduce((joined, each) => joined.join(each)),
    };
  } finally {
    await closeProduct(product);
    await floor.close();
    close(plainDb);
    close(pagedDb);
  }
}

/** Rows per second in the median turn. */
const rateOf = (seconds: readonly number[]): number => PAGE_ROWS / median(seconds);

/** How many times as long as `peer` a contender takes: the median of the ratios of all turns. */
const timesOf = (seconds: readonly number[], peer: readonly number[]): number =>
  median(seconds.map((each, turn) => each / (peer[turn] ?? NaN)));

function sharesOf(runs: readonly Run[]): Figures['parts'] {
  const names = [...new Set(runs.flatMap(({ parts }) => [...parts.keys()]))];
  const totalMs = runs.reduce((sum, { seconds }) => sum + seconds * 1_000, 0);
  return names
    .map((name) => ({
      name,
      share: runs.reduce((sum, { parts }) => sum + (parts.get(name) ?? 0), 0) / totalMs,
    }))
    .sort((a, b) => b.share - a.share);
}

/** Verifies that the stored companies, contacts and search index are complete. */
function checkStored(cache: ReadDb, pages: readonly MadePage[]): void {
  const count = (sql: string): number => selectCount(cache, sql);
  const rows = pages.length * PAGE_ROWS;
  if (count('SELECT count(*) AS n FROM company') < rows) throw new Error('companies are missing');
  if (count('SELECT count(*) AS n FROM search_doc') < rows) throw new Error('the index is behind');
  if (count('SELECT count(*) AS n FROM search_dirty') > 0) throw new Error('the index is not done');
  if (count('SELECT count(*) AS n FROM contact') < pages.length * 2) throw new Error('people are missing');
}

function report({
  rows,
  turns,
  afterSearchRate,
  statementsPerPage,
  pageMedianMs,
  pageP95Ms,
  parts,
  stalls,
}: Figures): Goal[] {
  print(`${rows} rows in pages of ${PAGE_ROWS}, load ${loadavg()[0]?.toFixed(1) ?? '?'}\n`);
  const line = (name: string, seconds: readonly number[], pageMs = ''): string[] => [
    name,
    rateOf(seconds).toFixed(0),
    `1/${timesOf(seconds, turns.paged).toFixed(1)}`,
    pageMs,
  ];
  print(
    textTable([
      ['medians', 'rows a second', 'of the plain insert', 'a page, median / p95 ms'],
      line('product', turns.product, `${pageMedianMs.toFixed(1)} / ${pageP95Ms.toFixed(1)}`),
      ['product, after the first search', afterSearchRate.toFixed(0), '', ''],
      line(`the product's SQL statements alone (${statementsPerPage.toFixed(0)} a page)`, turns.statements),
      line("the product's changes to the file alone", turns.changes),
      line('plain prepared insert, a commit for each turn', turns.plain),
      line('plain prepared insert, a commit for each page', turns.paged),
    ]),
  );
  print(`\nhow long the event loop was blocked, by turns:\n${textTable(stalls.table())}`);
  print(
    `largest parts of the product's time: ${parts
      .slice(0, 3)
      .map((part) => `${part.name} ${(part.share * 100).toFixed(0)} %`)
      .join(', ')}\n`,
  );
  const longTurns = stalls.over(STALL_GOAL_MS);
  const times = timesOf(turns.product, turns.paged);
  return [
    {
      words: 'rate, of the plain insert with a commit for each page',
      figure: `1/${times.toFixed(1)}, goal 1/${GOAL}`,
      isMet: times <= GOAL,
    },
    {
      words: `turns that blocked the process over ${STALL_GOAL_MS} ms while pages are stored`,
      figure: `${longTurns}, longest ${stalls.maxMs.toFixed(1)} ms, goal 0`,
      isMet: longTurns === 0,
    },
  ];
}

async function main(): Promise<number> {
  const startedMs = Date.now();
  const folder = tempDir();
  try {
    const figures = await measure(folder.path);
    const goals = report(figures);
    const { turns, stalls, parts, ...others } = figures;
    const numbers = {
      ...others,
      bulkRate: rateOf(turns.product),
      plainRate: rateOf(turns.plain),
      pagedRate: rateOf(turns.paged),
      statementsRate: rateOf(turns.statements),
      changesRate: rateOf(turns.changes),
      timesPaged: timesOf(turns.product, turns.paged),
      statementsTimesPaged: timesOf(turns.statements, turns.paged),
      changesTimesPaged: timesOf(turns.changes, turns.paged),
      ...Object.fromEntries(parts.map(({ name, share }) => [`share: ${name}`, share])),
    };
    const recorded = Object.fromEntries(
      Object.entries(numbers).map(([name, figure]) => [name, rounded(figure, 4)]),
    );
    if (!values.quick && values.pages === undefined)
      saveResults(
        'ingest',
        { isMet: goals.every(({ isMet }) => isMet), ...recorded, longestStallMs: rounded(stalls.maxMs, 1) },
        {},
      );
    return reportGoals('ingest', goals, startedMs) ? 0 : 1;
  } finally {
    folder.remove();
  }
}

process.exitCode = await main();
