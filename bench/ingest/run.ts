import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from '../../electron/core/database/open.ts';
import { all, close, exec, num, run, transaction, type WriteDb } from '../../electron/core/database/sql.ts';
import type { WorkspaceFiles } from '../../electron/core/backup/open-workspace-files.ts';
import { tempDir } from '../../test/support/common/temp-dir.ts';
import { median, rounded, textTable } from '../lib/figures.ts';
import { reportGoals, type Goal } from '../lib/goals.ts';
import { saveResults } from '../lib/results.ts';
import { STALL_GOAL_MS, type Stalls } from '../lib/stalls.ts';
import { startTimes } from '../lib/times.ts';
import { recordFloor, type Floor } from './floor.ts';
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
const PAGES = Number(values.pages ?? (values.quick ? 20 : 200));
/**
 * Minimum speed of the product in rows per second, as a share of the speed of a plain insert that commits
 * once per page.
 */
const GOAL = 1 / 15;
/**
 * The peers are measured at three points: before the product's run, halfway through it, and after it. At each
 * point, the plain insert in one transaction runs this many times. The medians of all runs are used.
 */
const PLAIN_ROUNDS = 5;
/** Number of pages that are stored after a search has loaded the words of all companies. */
const PAGES_AFTER_SEARCH = 40;

const print = (line: string): void => void process.stdout.write(line);

/**
 * Inserts the rows into one table without merging, encrypting or indexing. With `once`, a single transaction
 * inserts all rows. With `each page`, each page has its own transaction; the benchmark's goal is a fraction
 * of this speed. Returns the duration in seconds.
 */
function plainInsert(db: WriteDb, pages: readonly MadePage[], commits: 'once' | 'each page'): number {
  exec(
    db,
    `DROP TABLE IF EXISTS plain;
     CREATE TABLE plain (row_id TEXT PRIMARY KEY, company_id TEXT, name TEXT, country TEXT, stage TEXT, amount TEXT,
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
  const end = startTimes();
  if (commits === 'once') transaction(db, () => pages.forEach(insert));
  else for (const page of pages) transaction(db, () => insert(page));
  return end().ms / 1_000;
}

interface Figures {
  readonly rows: number;
  readonly bulkRate: number;
  readonly plainRate: number;
  /** Rate of the plain insert with one commit per page, in rows per second. */
  readonly pagedRate: number;
  readonly share: number;
  /** The product's rate once a search has loaded the words of all companies, in rows per second. */
  readonly afterSearchRate: number;
  readonly floor: Floor;
  readonly pageMedianMs: number;
  readonly pageP95Ms: number;
  /** Each part's share of the product's time, largest first. */
  readonly parts: readonly { readonly name: string; readonly share: number }[];
  readonly stalls: Stalls;
}

async function measure(folder: string): Promise<Figures> {
  const pages = pagesOf(PAGES, PAGE_ROWS);
  const plain = openDatabase(join(folder, 'plain.db'), { clock, log });
  const product = openProduct(folder);
  const { files, search } = product;
  try {
    const warm = pagesOf(4, PAGE_ROWS, 'warm');
    await ingestAll(product, warm);
    plainInsert(plain, warm, 'once');
    const [plainS, pagedS]: [number[], number[]] = [[], []];
    const recorded = await recordFloor(join(folder, 'floor'), pages);
    const measurePeers = async (): Promise<void> => {
      for (let round = 0; round < PLAIN_ROUNDS; round += 1) plainS.push(plainInsert(plain, pages, 'once'));
      pagedS.push(plainInsert(plain, pages, 'each page'));
      await recorded.measure();
    };
    const half = Math.ceil(pages.length / 2);
    await measurePeers();
    const first = await ingestAll(product, pages.slice(0, half));
    await measurePeers();
    const second = await ingestAll(product, pages.slice(half));
    await measurePeers();
    checkStored(files, pages);
    await search.find(requested({}, { text: 'example' }));
    await search.settled();
    const afterSearch = await ingestAll(product, pagesOf(PAGES_AFTER_SEARCH, PAGE_ROWS, 'later'));
    const floor = recorded.floor();
    const rows = pages.length * PAGE_ROWS;
    const pageMs = [...first.pageMs, ...second.pageMs].sort((a, b) => a - b);
    const bulkRate = rows / (first.seconds + second.seconds);
    const plainRate = rows / median(plainS);
    const pagedRate = rows / median(pagedS);
    return {
      rows,
      bulkRate,
      plainRate,
      pagedRate,
      share: bulkRate / pagedRate,
      afterSearchRate: (PAGES_AFTER_SEARCH * PAGE_ROWS) / afterSearch.seconds,
      floor,
      pageMedianMs: median(pageMs),
      pageP95Ms: pageMs[Math.floor((pageMs.length - 1) * 0.95)] ?? NaN,
      parts: sharesOf([first, second]),
      stalls: first.stalls.join(second.stalls),
    };
  } finally {
    await closeProduct(product);
    close(plain);
  }
}

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
function checkStored({ cache }: WorkspaceFiles, pages: readonly MadePage[]): void {
  const count = (sql: string): number => num(all(cache, sql)[0] ?? {}, 'n');
  const rows = pages.length * PAGE_ROWS;
  if (count('SELECT count(*) AS n FROM company') < rows) throw new Error('companies are missing');
  if (count('SELECT count(*) AS n FROM search_doc') < rows) throw new Error('the index is behind');
  if (count('SELECT count(*) AS n FROM search_dirty') > 0) throw new Error('the index is not done');
  if (count('SELECT count(*) AS n FROM contact') < pages.length * 2) throw new Error('people are missing');
}

function report({
  rows,
  bulkRate,
  plainRate,
  pagedRate,
  share,
  afterSearchRate,
  floor,
  pageMedianMs,
  pageP95Ms,
  parts,
  stalls,
}: Figures): Goal[] {
  print(`${rows} rows in pages of ${PAGE_ROWS}, load ${loadavg()[0]?.toFixed(1) ?? '?'}\n`);
  print(
    textTable([
      ['', 'rows a second', 'a page, median / p95 ms'],
      ['product', bulkRate.toFixed(0), `${pageMedianMs.toFixed(1)} / ${pageP95Ms.toFixed(1)}`],
      ['product, after the first search', afterSearchRate.toFixed(0), ''],
      ["the product's SQL statements alone", floor.statementsRate.toFixed(0), ''],
      ["the product's changes to the file alone", floor.changesRate.toFixed(0), ''],
      ['plain prepared insert, one transaction', plainRate.toFixed(0), ''],
      ['plain prepared insert, a commit for each page', pagedRate.toFixed(0), ''],
    ]),
  );
  print(`\nhow long the event loop was blocked, by turns:\n${textTable(stalls.table())}`);
  const below = (rate: number): string => `1/${(pagedRate / rate).toFixed(1)}`;
  print(
    `a page takes ${floor.statementsPerPage.toFixed(0)} SQL statements. Beside the plain insert with a commit for ` +
      `each page, all statements alone reach ${below(floor.statementsRate)}, and those that change the file ` +
      `${below(floor.changesRate)}. Beside the one in one transaction, the product reaches 1/${(plainRate / bulkRate).toFixed(1)}\n`,
  );
  print(
    `largest parts of the product's time: ${parts
      .slice(0, 3)
      .map((part) => `${part.name} ${(part.share * 100).toFixed(0)} %`)
      .join(', ')}\n`,
  );
  const longTurns = stalls.over(STALL_GOAL_MS);
  return [
    {
      words: 'rate, of the plain insert with a commit for each page',
      figure: `1/${(1 / share).toFixed(1)}, goal 1/${1 / GOAL}`,
      isMet: share >= GOAL,
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
    const { stalls, floor, parts, ...rates } = figures;
    const numbers = {
      ...rates,
      ...floor,
      ...Object.fromEntries(parts.map(({ name, share }) => [`share: ${name}`, share])),
    };
    const recorded = Object.fromEntries(
      Object.entries(numbers).map(([name, figure]) => [name, rounded(figure, 4)]),
    );
    if (!values.quick)
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
