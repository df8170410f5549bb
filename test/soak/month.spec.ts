import { readFileSync } from 'node:fs';
import { setTimeout as pass } from 'node:timers/promises';
import { expect, test, type Browser } from '@playwright/test';
import { createRandom, type Random } from '../../electron/simulator/data/random.ts';
import type { TranscriptEntry } from '../../electron/simulator/service/transcript.ts';
import * as journey from '../e2e/support/journey.ts';
import { openLoopbackProcess, type LoopbackProcess } from '../support/browser/loopback-app.ts';
import { startSimulatorProcess, type SimulatorProcess } from '../support/simulator/simulator-process.ts';
import { tempDir } from '../support/common/temp-dir.ts';
import { causedRefusals, rise, ledgerDifferences } from './judge.ts';
import { enterKey, notedIds, PASSPHRASE, search, unlock, workOn, type SavedNote } from './seller.ts';

/*
 * `npm run soak`: a month of use in a few minutes. The app runs in Chromium, and the simulated service
 * returns wrong data, stalls and drops connections. The app also sleeps, exits and is killed. From day 11 on,
 * another device uses the account.
 */

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const OTHERS_FROM_DAY = 11;
/**
 * The allowed relative rise in memory use since the last restart. Some rise is normal because the library grows, but
 * memory must not leak.
 */
const RISE_MAX = 0.35;
/** After this share of the month, the app is not restarted, so a leak would become visible. */
const RESTARTS_SHARE = 0.5;
/**
 * The minimum share of the days on which the app must have fetched data. On other days, a budget may be used up.
 * If the API key were missing after a restart, there would be no such days, and the month would prove little.
 */
const MIN_DAYS_SHARE = 1 / 3;

const FAULTS = [
  { kind: 'reset-before' },
  { kind: 'reset-after' },
  { kind: 'hang' },
  { kind: 'status', status: 503 },
  { kind: 'status', status: 500 },
  { kind: 'html' },
  { kind: 'empty' },
  { kind: 'garbage' },
  { kind: 'truncate' },
  { kind: 'redirect', location: 'http://127.0.0.1:9/elsewhere' },
  { kind: 'gzip-bomb', megabytes: 40 },
  { kind: 'deep-json' },
  { kind: 'hang', processed: true },
] as const;

interface Month {
  readonly dataDir: string;
  readonly browser: Browser;
  readonly service: SimulatorProcess;
  readonly random: Random;
  readonly saved: SavedNote[];
  readonly problems: string[];
  readonly happened: Map<string, number>;
  /** Memory after each day since the last restart, in MB. */
  pageMb: number[];
  processMb: number[];
  app: LoopbackProcess;
}

const count = ({ happened }: Month, what: string): void =>
  void happened.set(what, (happened.get(what) ?? 0) + 1);

/** Quits the app normally or kills it, then starts it again and unlocks the contacts. */
async function restart(month: Month, how: 'ended' | 'killed'): Promise<void> {
  count(month, how);
  if (how === 'killed') {
    month.app.started.child.kill('SIGKILL');
    await month.app.context.close();
  } else await month.app.close();
  month.problems.push(...problemsOf(month.app));
  month.app = await openLoopbackProcess(month.browser, month.dataDir);
  month.pageMb = [];
  month.processMb = [];
  await unlock(month.app.page);
}

/**
 * Returns unexpected errors from the page and the core. Lost connections are left out, because the test kills
 * the core.
 */
const problemsOf = ({ pageErrors, started }: LoopbackProcess): string[] => [
  ...pageErrors.filter((text) => !/WebSocket|ERR_CONNECTION|Failed to load resource/.test(text)),
  ...started
    .log()
    .split('\n')
    .filter((line) => /unhandled|uncaught|"?internal"? \{/i.test(line)),
];

async function asleep(month: Month, hours: number): Promise<void> {
  count(month, 'slept');
  month.app.started.child.kill('SIGSTOP');
  await month.service.control('clock', { advanceMs: hours * HOUR_MS });
  await pass(500);
  month.app.started.child.kill('SIGCONT');
}

async function measureMemory(month: Month): Promise<void> {
  const { page, context, started } = month.app;
  const session = await context.newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  month.pageMb.push(usedSize / 2 ** 20);
  const status = readFileSync(`/proc/${started.child.pid}/status`, 'utf8');
  month.processMb.push(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}

async function day(month: Month, at: number): Promise<void> {
  const { service, random } = month;
  await service.control('clock', { advanceMs: DAY_MS - random.int(0, 6) * HOUR_MS });
  if (at === OTHERS_FROM_DAY) await service.control('ghost', { requestsPerHour: 1 });
  await service.control('faults', { clear: true });
  if (random.chance(0.6)) {
    const action = random.pick(FAULTS);
    count(month, action.kind);
    await service.control('faults', { faults: [{ match: '', times: random.int(1, 2), action }] });
  }
  if (!(await enterKey(month.app.page, service.liveKey))) count(month, 'without a key');
  for (let searches = random.int(1, 3); searches > 0; searches -= 1) await search(month.app.page, random);
  if (random.chance(0.3)) await asleep(month, random.int(1, 9));
  for (let companies = random.int(1, 3); companies > 0; companies -= 1) {
    const note = await workOn(month.app.page, random, `day ${at}, ${companies}`);
    if (note !== null) month.saved.push(note);
  }
  const event = random.next();
  // A page that has just started needs less memory, so it is not measured.
  if (at < DAYS * RESTARTS_SHARE && event < 0.6) await restart(month, event < 0.3 ? 'killed' : 'ended');
  else await measureMemory(month);
}

/** Returns on how many days the service returned data. The check of the API key does not count. */
function countDaysWithData(entries: readonly TranscriptEntry[]): number {
  const data = entries.filter(({ path, status }) => status === 200 && !path.endsWith('/stats'));
  return new Set(data.map(({ atMs }) => Math.floor(atMs / DAY_MS))).size;
}

const [SEED = 1, DAYS = 30] = (process.env['ROUNDWATCH_SOAK'] ?? '1,30').split(',').map(Number);
const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function begin(browser: Browser, dataDir: string): Promise<Month> {
  const service = await startSimulatorProcess(['--seed', String(SEED), '--profile', 'hostile']);
  const app = await openLoopbackProcess(browser, dataDir);
  const account = { baseUrl: service.baseUrl, apiKey: service.liveKey, passphrase: PASSPHRASE };
  await journey.connectAccount(app.page, account);
  return {
    dataDir,
    browser,
    service,
    app,
    random: createRandom(SEED),
    saved: [],
    problems: [],
    happened: new Map(),
    pageMb: [],
    processMb: [],
  };
}

/** Closes the app and returns a description of each problem of the month. */
async function judged(month: Month, othersFromMs: number): Promise<string[]> {
  const entries = (await month.service.transcript()) as readonly TranscriptEntry[];
  const notes = await notedIds(month.app.page);
  await month.app.close();
  const lost = month.saved.filter(({ companyId, text }) => notes.get(companyId)?.includes(text) !== true);
  const own = causedRefusals(entries, othersFromMs);
  const left = ledgerDifferences(month.dataDir, entries);
  const daysWithData = countDaysWithData(entries);
  const allProblems = [...month.problems, ...problemsOf(month.app)];
  const refused = entries.filter(({ status }) => status === 429).length;
  print(
    `calls ${entries.length}, days with data ${daysWithData}, notes ${month.saved.length}, 429s ${refused} of which the app caused ${own.length}`,
  );
  print([...month.happened].map(([what, times]) => `${what} ${times}`).join(', '));
  print(`page since the last restart, MB: ${curve(month.pageMb)}`);
  print(`process since the last restart, MB: ${curve(month.processMb)}`);
  return [
    ...own.map(
      ({ atMs, limitType }) => `a 429 caused by the app: ${limitType} at ${new Date(atMs).toISOString()}`,
    ),
    ...left.map((words) => `not accounted for: ${words}`),
    ...lost.map(({ companyId, text }) => `lost note: "${text}" of ${companyId}`),
    ...allProblems.map((words) => `page error: ${words}`),
    ...(daysWithData < DAYS * MIN_DAYS_SHARE ? [`the app fetched data on only ${daysWithData} days`] : []),
    ...(rise(month.pageMb) > RISE_MAX ? [`the page grew by ${share(rise(month.pageMb))}`] : []),
    ...(rise(month.processMb) > RISE_MAX ? [`the process grew by ${share(rise(month.processMb))}`] : []),
  ];
}

const curve = (points: readonly number[]): string => points.map((mb) => mb.toFixed(0)).join(' ');
const share = (part: number): string => `${Math.round(part * 100)} %`;

test(`${DAYS} days of seed ${SEED}: no data lost, no 429 caused, every request accounted for`, async ({
  browser,
}) => {
  const startedMs = Date.now();
  const folder = tempDir();
  const month = await begin(browser, folder.path);
  let othersFromMs = Infinity;
  try {
    for (let at = 1; at <= DAYS; at += 1) {
      if (at === OTHERS_FROM_DAY) othersFromMs = await serverNow(month);
      await test.step(`day ${at}`, () => day(month, at));
    }
    const wrong = await judged(month, othersFromMs);
    const took = `seed ${SEED}, ${DAYS} days, ${Math.round((Date.now() - startedMs) / 1_000)} s`;
    print(`soak: ${wrong.length === 0 ? 'nothing lost' : `${wrong.length} wrong`} (${took})`);
    expect(wrong).toEqual([]);
  } finally {
    await month.app.started.stop();
    await month.service.stop();
    folder.remove();
  }
});

async function serverNow({ service }: Month): Promise<number> {
  const state: unknown = await service.control('clock', {});
  return Number(Reflect.get(Object(Reflect.get(Object(state), 'clock')), 'nowMs'));
}
