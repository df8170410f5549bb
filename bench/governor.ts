import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { createSystemClock } from '../electron/adapters/system-clock.ts';
import type { GovernedCall } from '../electron/core/service-api/governed-request.ts';
import { insertEntry, updateEntry } from '../electron/core/database/queries/ledger/entries.ts';
import { close, transaction, type WriteDb } from '../electron/core/database/sql.ts';
import { createGovernor } from '../electron/core/quota/governor.ts';
import { openLedger } from '../test/support/quota/governor-world.ts';
import { tempDir } from '../test/support/common/temp-dir.ts';
import { quantile, rounded, textTable } from './lib/figures.ts';
import { reportGoals } from './lib/goals.ts';
import { saveResults } from './lib/results.ts';

/*
 * `npm run bench -- governor` measures the overhead of the governor, with ledgers of 1,000 and 100,000 rows.
 * It sends the same request to the same server, alternately with and without the governor. The overhead is
 * the total time of a request with the governor minus the time of the HTTP request itself. The benchmark
 * prints medians, p95 and growth, and exits with 1 if the goal is missed.
 */

const SIZES = [1_000, 100_000] as const;
const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const ROUNDS = options.quick ? 60 : 600;
/** Maximum overhead per request in ms, at p95. */
const GOAL_MS = 5;
const DAY_MS = 86_400_000;

const NO_COST = { requests: 0, records: 0, pageTurns: 0, companies: 0 };

/**
 * Fills the ledger with `rows` requests of a busy user: one every 13 minutes, some charged, some free, some
 * refused and some with an unknown result.
 */
function fillLedger(db: WriteDb, rows: number, nowMs: number): void {
  const states = ['spent', 'spent', 'spent', 'released', 'refused', 'spent', 'unknown'] as const;
  transaction(db, () => {
    for (let row = 0; row < rows; row += 1) {
      const atMs = nowMs - DAY_MS * 2 - (rows - row) * 800_000;
      const state = row % 500 === 0 ? 'unknown' : (states[row % 6] ?? 'spent');
      const reserved = { ...NO_COST, requests: 1, records: 25, pageTurns: 1 };
      const id = insertEntry(db, {
        epoch: 1,
        keyEpoch: 1,
        atMs,
        wallMs: atMs,
        endpoint: 'fundings',
        companyId: null,
        call: `/fundings?limit=25&offset=0&row=${row}`,
        screen: 'search',
        reason: 'You',
        listId: null,
        searchId: null,
        lane: 'interactive',
        accepted: reserved,
        reserved,
        fromMs: atMs,
        completedMs: null,
        cost: null,
        refusedBudget: null,
        refusedAllowance: null,
        detail: null,
        toMs: null,
        state: state === 'refused' ? 'refused' : 'reserved',
      });
      if (state === 'refused') continue;
      const cost = state === 'spent' ? { ...reserved, records: row % 26 } : null;
      const status = state === 'unknown' ? null : state === 'spent' ? 200 : 404;
      const end = { fromMs: atMs, toMs: atMs + 400, completedMs: atMs + 300, durationMs: 300 };
      updateEntry(db, { id, state, cost, status, ...end, detail: null });
    }
  });
}

const callOf = (round: number): GovernedCall => ({
  endpoint: 'fundings',
  canonical: `/fundings?limit=25&offset=0&bench=${round}`,
  worst: { requests: 1, records: 25, pageTurns: 1, companies: 0 },
  certainty: 'up-to',
  companyId: null,
  rowsRequested: 25,
});

interface TimedResponse {
  readonly value: unknown;
  readonly headers: Record<string, string>;
  readonly tookMs: number;
}
interface Overhead {
  readonly rows: number;
  readonly bareMs: readonly number[];
  readonly governedMs: readonly number[];
  readonly addedMs: readonly number[];
}

const UNLIMITED = 100_000_000;

async function measure(rows: number, sendRequest: () => Promise<TimedResponse>): Promise<Overhead> {
  const folder = tempDir();
  const clock = createSystemClock();
  const db = openLedger(join(folder.path, 'ledger.db'));
  fillLedger(db, rows, clock.nowMs());
  const governor = createGovernor({
    db,
    clock,
    publishChanged: () => undefined,
    random: Math.random,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    limits: {
      minute: UNLIMITED,
      day: UNLIMITED,
      'month-requests': UNLIMITED,
      'month-records': UNLIMITED,
      export: UNLIMITED,
      'page-turns': UNLIMITED,
      'companies-day': UNLIMITED,
      'test-key': UNLIMITED,
    },
  });
  const times = { rows, bareMs: [] as number[], governedMs: [] as number[], addedMs: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const bare = await sendRequest();
    const call = callOf(round);
    const startMs = performance.now();
    let requestMs = 0;
    await governor.run(
      call,
      { screen: 'search', reason: 'You', lane: 'interactive', accepted: call.worst },
      {
        send: async () => {
          const { value, headers, tookMs } = await sendRequest();
          requestMs = tookMs;
          return { status: 200, headers, body: value, rows: 25, value };
        },
        store: () => undefined,
        fail: () => {
          throw new Error('not reached');
        },
      },
    );
    const tookMs = performance.now() - startMs;
    // The first tenth of the rounds only warms up the code.
    if (round < ROUNDS / 10) continue;
    times.bareMs.push(bare.tookMs);
    times.governedMs.push(tookMs);
    times.addedMs.push(tookMs - requestMs);
  }
  governor.dispose();
  close(db);
  folder.remove();
  return times;
}

async function main(): Promise<number> {
  const startedMs = Date.now();
  const body = JSON.stringify({ data: Array.from({ length: 25 }, (_, row) => ({ id: `r${row}` })) });
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(body);
  });
  // Keeps the connection open while a ledger is being filled, which takes longer than the default keep-alive
  // timeout.
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const sendRequest = async (): Promise<TimedResponse> => {
    const startMs = performance.now();
    const response = await fetch(url);
    const value: unknown = await response.json();
    return { value, headers: Object.fromEntries(response.headers), tookMs: performance.now() - startMs };
  };
  const measured: Overhead[] = [];
  for (const rows of SIZES) measured.push(await measure(rows, sendRequest));
  server.close();
  printTable(measured);
  const goals = measured.map(({ rows, addedMs }) => {
    const p95 = quantile(addedMs, 0.95);
    const words = `added to a call with a ledger of ${rows} rows, p95`;
    return { words, figure: `${p95.toFixed(2)} ms, goal ${GOAL_MS}`, isMet: p95 <= GOAL_MS };
  });
  const isMet = reportGoals('governor', goals, startedMs);
  if (!options.quick)
    saveResults('governor', { isMet, added: measured.map(summarize) }, { load: loadavg()[0] });
  return isMet ? 0 : 1;
}

function printTable(measured: readonly Overhead[]): void {
  const cells = (values: readonly number[]): string[] =>
    [0.5, 0.95].map((part) => quantile(values, part).toFixed(2));
  const lines = measured.map(({ rows, bareMs, governedMs, addedMs }) => [
    `${rows} rows`,
    ...cells(bareMs),
    ...cells(governedMs),
    ...cells(addedMs),
  ]);
  const heads = ['bare fetch', 'through the governor', 'added'].flatMap((what) => [`${what}, ms`, 'p95']);
  process.stdout.write(`${ROUNDS} calls each, the ledger on disk, one server on 127.0.0.1\n`);
  process.stdout.write(textTable([['', ...heads], ...lines]));
}

const summarize = ({ rows, addedMs }: Overhead) => ({
  rows,
  medianMs: rounded(quantile(addedMs, 0.5), 3),
  p95Ms: rounded(quantile(addedMs, 0.95), 3),
});

process.exit(await main());
