import { performance } from 'node:perf_hooks';
import { judge } from './lib/goals.ts';
import { startTestApp } from '../test/support/test-app.ts';

/*
 * What the contract costs: a page of 50 library rows through the dispatcher (input parsed, reply checked, JSON both ways)
 * beside the same page from the bare handler with the same JSON round trip. Prints medians and p95; exits 1 beyond the goal.
 */

/** A typed, validated list call against a bare one of the same payload: at most this many times as long. */
const GOAL = 1.3;
const ROUNDS = 400;
const PAGES = 6;

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.floor((sorted.length - 1) * share)] ?? NaN;
const inOrder = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}

async function main(): Promise<number> {
  const startedMs = Date.now();
  const app = await startTestApp({ demo: true });
  const { serverNowMs } = await app.api.quota.status({});
  const date = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  for (let page = 0; page < PAGES; page += 1) {
    const query = {
      fundingDateStart: date(serverNowMs - 60 * 86_400_000),
      fundingDateEnd: date(serverNowMs),
      limit: 50,
      offset: page * 50,
    };
    const { cost } = await app.api.quota.price({ call: { endpoint: 'fundings', query } });
    await app.api.search.run({ question: { list: 'fundings', query }, accepted: cost, screen: 'search' });
  }
  const { queryId, total } = await app.api.library.open({});
  const input = { queryId, offset: 0, limit: 50 };
  const bare = async (): Promise<unknown> =>
    JSON.parse(JSON.stringify(await app.handlers.library.rows(input)));
  const typed = (): Promise<unknown> => app.port.request('library.rows', input);
  const times = { bare: [] as number[], typed: [] as number[] };
  // Interleaved, so that whatever else the machine does falls on both alike; the first tenth warms up.
  for (let round = 0; round < ROUNDS; round += 1) {
    times.bare.push(await timed(bare));
    times.typed.push(await timed(typed));
  }
  await app.dispose();
  const [bareMs, typedMs] = [times.bare, times.typed].map((values) => inOrder(values.slice(ROUNDS / 10)));
  if (bareMs === undefined || typedMs === undefined) throw new Error('nothing was measured');
  const row = (name: string, sorted: readonly number[]): string =>
    `${name.padEnd(24)} median ${quantile(sorted, 0.5).toFixed(3)} ms   p95 ${quantile(sorted, 0.95).toFixed(3)} ms`;
  const ratio = quantile(typedMs, 0.5) / quantile(bareMs, 0.5);
  process.stdout.write(`50 rows of ${total} companies, ${ROUNDS} rounds each, memory port\n`);
  process.stdout.write(`${row('bare handler + JSON', bareMs)}\n${row('typed, validated call', typedMs)}\n`);
  const words = 'a typed, validated call of 50 rows beside a bare one, medians';
  const figure = `${ratio.toFixed(2)} times, goal ${GOAL}`;
  return judge('contract', [{ words, figure, isMet: ratio <= GOAL }], startedMs) ? 0 : 1;
}

process.exit(await main());
