import { createFetchTransport, nodeFetch } from '../../../electron/adapters/fetch-transport.ts';
import { TransportFailure, type HttpTransport } from '../../../electron/core/ports.ts';
import { abortPlanSchema, type AbortReport } from './abort-plan.ts';
import { createRandom } from '../support/random.ts';

/*
 * A program for `aborts.test.ts`, run as `node abort-process.ts PLAN`. It makes calls and ends each one at a
 * random moment, by a timeout or an abort. It prints an `AbortReport` as one JSON line.
 */

const plan = abortPlanSchema.parse(JSON.parse(process.argv[2] ?? ''));
const LATEST_MS = 150;
/** A timeout that is never reached, because another timeout or an abort ends the call earlier. */
const NEVER_MS = 20_000;
const CLOSING_MS = 3_000;

function transportOf(): HttpTransport {
  const product = createFetchTransport(nodeFetch);
  switch (plan.defect) {
    case 'none':
      return product;
    case 'keeps-the-request':
      return createFetchTransport((url, { signal: _ignored, ...init }) => nodeFetch(url, init));
    case 'misses-its-deadline':
      return {
        get: ({ headTimeoutMs, totalTimeoutMs, ...request }) =>
          product.get({
            ...request,
            headTimeoutMs: headTimeoutMs + plan.defectLateMs,
            totalTimeoutMs: totalTimeoutMs + plan.defectLateMs,
          }),
      };
  }
}

const transport = transportOf();
const ends: Record<string, number> = {};
const slowest = { ms: 0, timerMs: 0, behindTimerMs: 0 };

async function call(index: number): Promise<void> {
  const random = createRandom(plan.seed, index);
  const afterMs = 1 + random.int(LATEST_MS);
  const way = random.pick(['abort', 'head', 'total'] as const);
  const abort = new AbortController();
  const startedMs = performance.now();
  let timerMs = Infinity;
  const timer = setTimeout(() => {
    timerMs = performance.now() - startedMs;
    if (way === 'abort') abort.abort();
  }, afterMs);
  let end = 'answer';
  try {
    await transport.get({
      url: `${random.pick(plan.targets)}/health`,
      headers: { Accept: 'application/json' },
      signal: abort.signal,
      headTimeoutMs: way === 'head' ? afterMs : NEVER_MS,
      // Once the head arrives, the head timeout no longer applies. To end the call at the planned moment in
      // that case too, the total timeout is set to the same time.
      totalTimeoutMs: way === 'abort' ? NEVER_MS : afterMs,
      maxBodyBytes: 256 * 1024,
    });
  } catch (error) {
    end = error instanceof TransportFailure ? error.reason : String(error);
  }
  const endedMs = performance.now() - startedMs;
  clearTimeout(timer);
  ends[end] = (ends[end] ?? 0) + 1;
  slowest.ms = Math.max(slowest.ms, endedMs - afterMs);
  if (timerMs === Infinity) return;
  slowest.timerMs = Math.max(slowest.timerMs, timerMs - afterMs);
  slowest.behindTimerMs = Math.max(slowest.behindTimerMs, endedMs - timerMs);
}

const openSockets = (): number =>
  process.getActiveResourcesInfo().filter((name) => /TCPSocket|TLSSocket/.test(name)).length;

let next = 0;
await Promise.all(
  Array.from({ length: plan.lanes }, async () => {
    while (next < plan.count) await call(next++);
  }),
);
const untilMs = performance.now() + CLOSING_MS;
while (openSockets() > 0 && performance.now() < untilMs)
  await new Promise((resolve) => setTimeout(resolve, 50));
const report: AbortReport = {
  calls: plan.count,
  ends,
  slowestMs: slowest.ms,
  slowestTimerMs: slowest.timerMs,
  slowestBehindTimerMs: slowest.behindTimerMs,
  sockets: openSockets(),
};
process.stdout.write(`${JSON.stringify(report)}\n`, () => {
  // Waits for input from the parent before exiting, because the parent counts the open sockets of this
  // process first.
  process.stdin.once('data', () => process.exit(0)).resume();
});
