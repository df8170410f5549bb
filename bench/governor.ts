import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createSystemClock } from '../electron/adapters/system-clock.ts';
import type { GovernedCall } from '../electron/core/api/exchange.ts';
import { insertEntry, updateEntry } from '../electron/core/db/queries/ledger.ts';
import { close, transaction, type WriteDb } from '../electron/core/db/sql.ts';
import { createGovernor } from '../electron/core/quota/governor.ts';
import { openLedger } from '../test/support/quota-world.ts';
import { tempDir } from '../test/support/temp-dir.ts';
import { judge } from './lib/goals.ts';

/*
 * What the governor costs: the same request to the same server, bare and through the governor, whose ledger is a file
 * with 50,000 rows. Bare and governed calls take turns. The time added is that of a governed call less its own request.
 * Prints medians and p95; exits 1 beyond the goal.
 */

const ROWS = 50_000;
const ROUNDS = 600;
/** Added to a call at the 95th percentile, ms. */
const GOAL_MS = 5;
const DAY_MS = 86_400_000;

const none = { requests: 0, records: 0, pageTurns: 0, companies: 0 };
const quantile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? NaN;
};

/** Sixteen months of a busy seller: what was charged, what was free, what was refused and what was lost. */
function fill(db: WriteDb, nowMs: number): void {
  const states = ['spent', 'spent', 'spent', 'released', 'refused', 'spent', 'unknown'] as const;
  transaction(db, () => {
    for (let row = 0; row < ROWS; row += 1) {
      const atMs = nowMs - DAY_MS * 2 - (ROWS - row) * 800_000;
      const state = row % 500 === 0 ? 'unknown' : (states[row % 6] ?? 'spent');
      const reserved = { ...none, requests: 1, records: 25, pageTurns: 1 };
      const id = insertEntry(db, {
        ...{ epoch: 1, keyEpoch: 1, atMs, wallMs: atMs, endpoint: 'fundings', companyId: null },
        ...{ call: `/fundings?limit=25&offset=0&row=${row}`, screen: 'search', reason: 'You' },
        ...{ lane: 'interactive', accepted: reserved, reserved, fromMs: atMs, completedMs: null, cost: null },
        ...{ refusedBudget: null, refusedAllowance: null, detail: null, toMs: null },
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
  rowsAsked: 25,
});

async function main(): Promise<number> {
  const startedMs = Date.now();
  const folder = tempDir();
  const body = JSON.stringify({ data: Array.from({ length: 25 }, (_, row) => ({ id: `r${row}` })) });
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const clock = createSystemClock();
  const db = openLedger(join(folder.path, 'ledger.db'));
  fill(db, clock.nowMs());
  const plenty = 100_000_000;
  const governor = createGovernor({
    ...{ db, clock, publishChanged: () => undefined, random: Math.random },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    documentedLimits: {
      ...{ minute: plenty, day: plenty, 'month-requests': plenty, 'month-records': plenty },
      ...{ export: plenty, 'page-turns': plenty, 'companies-day': plenty },
    },
  });
  const ask = async (): Promise<{ value: unknown; headers: Record<string, string>; tookMs: number }> => {
    const startMs = performance.now();
    const response = await fetch(url);
    const value: unknown = await response.json();
    return { value, headers: Object.fromEntries(response.headers), tookMs: performance.now() - startMs };
  };
  const bareMs: number[] = [];
  const governedMs: number[] = [];
  const addedMs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    bareMs.push((await ask()).tookMs);
    const call = callOf(round);
    const startMs = performance.now();
    let requestMs = 0;
    await governor.run(
      call,
      { screen: 'search', reason: 'You', lane: 'interactive', accepted: call.worst },
      {
        send: async () => {
          const { value, headers, tookMs } = await ask();
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
    governedMs.push(tookMs);
    addedMs.push(tookMs - requestMs);
  }
  governor.dispose();
  close(db);
  server.close();
  folder.remove();
  // The first tenth warms up.
  const [bare, governed, added] = [bareMs, governedMs, addedMs].map((values) => values.slice(ROUNDS / 10));
  if (bare === undefined || governed === undefined || added === undefined) throw new Error('not measured');
  const line = (name: string, values: readonly number[]): string =>
    `${name.padEnd(24)} median ${quantile(values, 0.5).toFixed(2)} ms   p95 ${quantile(values, 0.95).toFixed(2)} ms\n`;
  process.stdout.write(`${ROUNDS} calls each, ledger of ${ROWS} rows on disk, one server on 127.0.0.1\n`);
  process.stdout.write(line('bare fetch', bare) + line('through the governor', governed));
  process.stdout.write(line('added by the governor', added));
  const p95 = quantile(added, 0.95);
  const words = `added to a call with a ledger of ${ROWS} rows, p95`;
  const figure = `${p95.toFixed(2)} ms, goal ${GOAL_MS}`;
  return judge('governor', [{ words, figure, isMet: p95 <= GOAL_MS }], startedMs) ? 0 : 1;
}

process.exit(await main());
