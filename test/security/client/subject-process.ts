import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { createSystemClock } from '../../../electron/adapters/system-clock.ts';
import { TransportFailure, type HttpTransport } from '../../../electron/core/ports.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import type { Endpoint } from '../../../shared/model/budget.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import { openAccount, type Account } from './account.ts';
import { FOREIGN } from '../malformed/json-damage.ts';
import { companyIdOf, endpointOf } from './calls.ts';
import { lineSchema, KEY, planSchema, type CallLine, type EndLine, type Memory } from './subject-plan.ts';
import { subjectTransport } from './subject-transport.ts';

/*
 * The client under test with the product's real transport, governor, library and ledger. It runs in a
 * separate process, whose memory and sockets the test measures. `node subject-process.ts PLAN` takes a `Plan`
 * as JSON and prints one JSON line for each call.
 */

const plan = planSchema.parse(JSON.parse(process.argv[2] ?? ''));
const folder = tempDir();

/**
 * How far the simulated clock advances between two calls. This is longer than any per-minute limit and any
 * pause after an error, so neither delays the next call.
 */
const PASSES_MS = 130_000;

/** The number of calls after which a lane releases the memory of SQLite's page caches. */
const SHRINK_EVERY = 100;

interface Lane {
  readonly account: Account;
  readonly transport: HttpTransport;
  /** Returns the transport's failure in the current call, or null. */
  failure(): TransportFailure | null;
  pass(): void;
}

function openLane(number: number): Lane {
  const system = createSystemClock();
  let passedMs = 0;
  const account = openAccount(join(folder.path, `lane-${number}`), {
    ...system,
    nowMs: () => system.nowMs() + passedMs,
    monotonicMs: () => system.monotonicMs() + passedMs,
  });
  const product = subjectTransport(plan.defect);
  let failure: TransportFailure | null = null;
  return {
    account,
    transport: {
      get: async (request) => {
        const { headTimeoutMs, totalTimeoutMs } = plan;
        try {
          return await product.get({ ...request, headTimeoutMs, totalTimeoutMs });
        } catch (error) {
          if (error instanceof TransportFailure) failure = error;
          throw error;
        }
      },
    },
    failure: () => failure,
    pass: () => {
      passedMs += PASSES_MS;
      failure = null;
      // Clears the effects of earlier responses, such as a rejected key, which would block the next call.
      account.governor.keyReplaced('another-account');
      account.governor.review();
    },
  };
}

async function call(lane: Lane, index: number): Promise<void> {
  lane.pass();
  const endpoint: Endpoint = endpointOf(plan.seed, index);
  const baseUrl = `${plan.targets[index % plan.targets.length] ?? ''}/${index}/api/v1`;
  const startedMs = performance.now();
  const { account, transport } = lane;
  const ended = await settled(account.request(endpoint, companyIdOf(index), { transport, baseUrl }));
  const ms = performance.now() - startedMs;
  const [row] = account.governor.ledger(0, 1).rows;
  const failure = lane.failure();
  print({
    line: 'call',
    index,
    endpoint,
    ms,
    ...ended,
    transport:
      failure === null
        ? null
        : { reason: failure.reason, maybeSent: failure.maybeSent, status: failure.status },
    row:
      row === undefined
        ? null
        : { state: row.state, reserved: row.reserved, cost: row.cost, status: row.status },
  });
}

type Ended = Pick<CallLine, 'end' | 'error' | 'untyped' | 'isForeign' | 'revealsKey'>;

async function settled(work: Promise<unknown>): Promise<Ended> {
  const clean = { error: null, untyped: null, isForeign: false, revealsKey: false };
  try {
    const text = JSON.stringify(await work);
    return { ...clean, end: 'value', isForeign: text.includes(FOREIGN) };
  } catch (error) {
    const revealsKey = inspect(error, { depth: 10, showHidden: true }).includes(KEY);
    if (error instanceof AppFailure) return { ...clean, end: 'failure', error: error.appError, revealsKey };
    return { ...clean, end: 'untyped', untyped: inspect(error).slice(0, 2_000), revealsKey };
  }
}

/** Writes synchronously, because buffered output would add to the measured memory. */
function print(line: CallLine | EndLine): void {
  const bytes = Buffer.from(`${JSON.stringify(lineSchema.parse(line))}\n`);
  for (let at = 0; at < bytes.length;)
    try {
      at += writeSync(1, bytes, at);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
    }
}

const rssAfterCollection = async (lanes: readonly Lane[]): Promise<number> => {
  for (const { account } of lanes) account.shrink();
  for (let round = 0; round < 3; round += 1) {
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return process.memoryUsage.rss();
};

async function work(): Promise<void> {
  const before = new Set(Reflect.ownKeys(Object.prototype));
  const lanes = Array.from({ length: plan.lanes }, (_, number) => openLane(number));
  let next = plan.first;
  const runTo = (end: number): Promise<unknown> =>
    Promise.all(
      lanes.map(async (lane) => {
        while (next < end) {
          // SQLite's page caches grow with the files. `shrink` empties them, so the test does not mistake
          // them for memory that the calls retain.
          if (next % SHRINK_EVERY === 0) lane.account.shrink();
          await call(lane, next++);
        }
      }),
    );
  const last = plan.first + plan.count;
  await runTo(Math.min(last, plan.first + plan.warmUpCalls));
  const startBytes = await rssAfterCollection(lanes);
  let peakBytes = startBytes;
  const sampler = setInterval(() => (peakBytes = Math.max(peakBytes, process.memoryUsage.rss())), 20);
  await runTo(last);
  clearInterval(sampler);
  const memory: Memory = { startBytes, peakBytes, endBytes: await rssAfterCollection(lanes) };
  print({
    line: 'end',
    memory,
    reservedRows: lanes.reduce((sum, { account }) => sum + account.reservedRows(), 0),
    polluted: Reflect.ownKeys(Object.prototype)
      .filter((name) => !before.has(name))
      .map(String),
    sockets: process.getActiveResourcesInfo().filter((name) => /TCPSocket|TLSSocket/.test(name)).length,
  });
  for (const { account } of lanes) account.close();
}

try {
  await work();
} finally {
  folder.remove();
}
// Exits immediately, because idle connections would keep the process alive for some seconds.
process.exit(0);
