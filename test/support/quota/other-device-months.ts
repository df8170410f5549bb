import { STATS_LAG_MS } from '../../../electron/core/quota/policy/quota-policy.ts';
import type { StatsReading } from '../../../electron/core/service-api/decoders/decoded-types.ts';
import { createRandom } from '../../security/support/random.ts';
import type { Span } from './figures.ts';
import {
  restartApp,
  between,
  boundaryMs,
  monthOf,
  perform,
  createMonthWorld,
  type Month,
} from './simulated-months.ts';
import type { ServedCall, QuotaWorld } from './governor-world.ts';
import { isCorrection, resetMs } from './refused-budget.ts';

/*
 * Simulated months in which another device uses the same account. A 429 closes the budget whose limit it
 * reports. The app must not send a call that uses this budget until the budget resets, or until `/stats`
 * shows that the budget has room. After a `/stats` response, the ledger must count at least as much as the
 * service.
 */
export interface OtherDeviceFigures {
  months: number;
  calls: number;
  refusals: number;
  /** The largest number of 429s within one exhausted window. Calls in flight can cause more than one. */
  mostInWindow: number;
  /** Calls that were sent between a 429 and the reset, although they use the budget that the 429 closed. */
  sentInSpiteOf: number;
  belowAfterStats: number;
  readonly traces: string[];
}

const DAY_MS = 86_400_000;

export async function runGhostMonths({ seed, from, months }: Span): Promise<OtherDeviceFigures> {
  const sum: OtherDeviceFigures = {
    months: 0,
    calls: 0,
    refusals: 0,
    mostInWindow: 0,
    sentInSpiteOf: 0,
    belowAfterStats: 0,
    traces: [],
  };
  for (let number = from; number < from + months; number += 1) {
    const world = await runWithOtherDevice(monthOf(seed, number), createRandom(seed + 1, number), sum);
    const refusals = world.transcript.filter(({ status }) => status === 429);
    const early = sentBeforeReset(world.transcript);
    sum.months += 1;
    sum.calls += world.calls();
    sum.refusals += refusals.length;
    sum.sentInSpiteOf += early.length;
    sum.mostInWindow = Math.max(sum.mostInWindow, ...refusalsPerWindow(refusals));
    sum.traces.push(...early.slice(0, 2).map((line) => `seed ${seed} month ${number}: ${line}`));
  }
  return sum;
}

async function runWithOtherDevice(
  month: Month,
  random: ReturnType<typeof createRandom>,
  sum: OtherDeviceFigures,
): Promise<QuotaWorld> {
  const world = createMonthWorld(month);
  // The oracle does not model other devices.
  world.audit.stop();
  let spentAtMs = -Infinity;
  for (const act of month.acts) {
    if (random.chance(0.25)) {
      spentAtMs = world.nowMs();
      world.model.spendElsewhere(between(random, 1, 6), between(random, 0, 20), spentAtMs);
    }
    if (random.chance(0.1)) await compareLedger(world, month, spentAtMs, sum);
    // Changes of the clock or time zone are skipped, because other months test them. Lost responses are
    // skipped because the app cannot react to a 429 that it never receives.
    if (act.do === 'wall' || act.do === 'zone' || act.do === 'lose') continue;
    // In these months, the app crashes only between calls. An app that crashes before it stores a 429 cannot
    // react to it.
    if (act.do === 'crash') await restartApp(world, false, act.downMs, null);
    else await perform(world, act.do === 'restart' || act.do === 'kill' ? { ...act, aheadMs: null } : act);
    if (world.isDead()) await restartApp(world, false, 0, null);
  }
  return world;
}

/**
 * A `/stats` response that arrives this close to a reset may describe the window before the reset, so the
 * test does not compare it.
 */
const NEAR_MS = 20_000;

async function compareLedger(
  world: QuotaWorld,
  { countsItself }: Month,
  spentAtMs: number,
  sum: OtherDeviceFigures,
): Promise<void> {
  // If a `/stats` response does not include its own call, the ledger may count one call fewer than the
  // service.
  const open = countsItself ? 0 : 1;
  let isLast = true;
  const ending = world.confirm().then((end) => {
    const isNear = boundaryMs(world, 'day') - world.nowMs() < NEAR_MS || world.nowMs() % DAY_MS < NEAR_MS;
    // If the other device spent more while the `/stats` request was in flight, the response is not compared
    // with the ledger.
    const reading = world.transcript.findLast(({ call }) => call.kind === 'stats');
    // A call of a crashed run may be charged after the `/stats` call. The response is not compared in this
    // case either.
    const isNewest =
      reading !== undefined &&
      reading.atMs > spentAtMs &&
      world.transcript.every(({ sentAtMs, atMs }) => atMs <= reading.atMs || sentAtMs > reading.atMs);
    if (end === 'ok' && isLast && !isNear && isNewest)
      sum.belowAfterStats += Object.values(world.drift()).filter((amount) => amount < -open).length;
  });
  void ending;
  await world.clock.advance(70_000);
  isLast = false;
}

const NARROW = new Set(['monthly_export', 'monthly_pagination', 'daily_company_detail']);

/** Returns whether a call uses the budget that a 429 with this `limitType` closed. */
function drawsOnRefusedBudget(
  { call }: ServedCall,
  limitType: string | null,
  wasChargedToday: boolean,
): boolean {
  if (limitType === null || !NARROW.has(limitType)) return true;
  if (limitType === 'monthly_pagination') return call.kind === 'list';
  return limitType === 'monthly_export' ? true : call.companyId !== null && !wasChargedToday;
}

/** For this long after a reset, a 429 may still refer to the window that has ended. */
const AFTER_RESET_MS = 60_000;

function startMs({ limitType, atMs }: ServedCall): number {
  const at = new Date(atMs);
  return limitType?.startsWith('daily') === true
    ? Math.floor(atMs / DAY_MS) * DAY_MS
    : Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1);
}

function sentBeforeReset(transcript: readonly ServedCall[]): string[] {
  return transcript.flatMap((refused) => {
    const { answeredAtMs, limitType, atMs } = refused;
    if (refused.status !== 429 || answeredAtMs === null) return [];
    // Right after a reset, a 429 may still refer to the previous window, so the app pauses for only a minute.
    if (limitType !== 'per_minute' && atMs - startMs(refused) < AFTER_RESET_MS) return [];
    const untilMs = resetMs(refused);
    return transcript
      .filter(
        (later) =>
          later.sentAtMs > answeredAtMs &&
          later.atMs < untilMs &&
          !isCorrection(refused, later) &&
          !isReopened(refused, later, transcript) &&
          drawsOnRefusedBudget(later, limitType, wasChargedThatDay(transcript, later)),
      )
      .map(
        (later) =>
          `${String(limitType)} at ${new Date(atMs).toISOString()}, then ${later.canonical} ${later.status} at ${new Date(later.atMs).toISOString()}`,
      );
  });
}

/** Maximum difference between the app's clock and the correct time. */
const CLOCK_ERROR_MS = 5_000;

/**
 * Returns whether the closed budget is open again (ADR 48). A `/stats` response reopens the budget if it
 * arrives a few minutes after the 429 and shows that the budget has room for the call. The call may still
 * cause a 429, because another device may use up the budget in the meantime.
 */
function isReopened(
  { limitType, answeredAtMs }: ServedCall,
  later: ServedCall,
  transcript: readonly ServedCall[],
): boolean {
  const draw = DRAWS.get(limitType ?? '');
  const reading = transcript.findLast(
    (served) =>
      served.reading !== null &&
      served.answeredAtMs !== null &&
      served.answeredAtMs <= later.sentAtMs &&
      served.answeredAtMs >= (answeredAtMs ?? Infinity) + STATS_LAG_MS - CLOCK_ERROR_MS,
  );
  const budgets = reading?.reading?.budgets;
  if (draw === undefined || reading === undefined || budgets === undefined) return false;
  const { used, limit } = budgets[draw.budget] ?? {};
  const charged = transcript
    .filter(({ status, atMs }) => status === 200 && atMs > reading.atMs && atMs < later.atMs)
    .map((served) => draw.charged(served, transcript))
    .reduce((sum, amount) => sum + amount, 0);
  return typeof used === 'number' && typeof limit === 'number' && used + charged + draw.worst(later) <= limit;
}

interface Draw {
  readonly budget: keyof StatsReading['budgets'];
  /** Returns the largest amount of the budget that a call can use. */
  worst(served: ServedCall): number;
  /** Returns how much of the budget the service charged for a call. */
  charged(served: ServedCall, transcript: readonly ServedCall[]): number;
}
const pageTurnsOf = ({ call }: ServedCall): number => (call.kind === 'list' ? 1 : 0);

/**
 * For each budget that a 429 can close, how a call uses this budget. The minute budget is missing, because it
 * is never reopened early.
 */
const DRAWS: ReadonlyMap<string, Draw> = new Map<string, Draw>([
  ['daily', { budget: 'daily', worst: () => 1, charged: () => 1 }],
  ['monthly', { budget: 'monthly', worst: () => 1, charged: () => 1 }],
  [
    'monthly_export',
    {
      budget: 'monthlyExport',
      worst: ({ call }) => call.rowsRequested,
      charged: ({ rows }) => rows,
    },
  ],
  ['monthly_pagination', { budget: 'monthlyPagination', worst: pageTurnsOf, charged: pageTurnsOf }],
  [
    'daily_company_detail',
    {
      budget: 'dailyCompanyDetail',
      worst: ({ call }) => (call.companyId === null ? 0 : 1),
      charged: (served, transcript) =>
        served.call.companyId === null || wasChargedThatDay(transcript, served) ? 0 : 1,
    },
  ],
]);

/** Returns whether an earlier call for the same company was charged on the same day. */
const wasChargedThatDay = (transcript: readonly ServedCall[], { call, atMs }: ServedCall): boolean =>
  transcript.some(
    (earlier) =>
      earlier.status === 200 &&
      earlier.call.companyId === call.companyId &&
      earlier.atMs < atMs &&
      Math.floor(earlier.atMs / DAY_MS) === Math.floor(atMs / DAY_MS),
  );

function refusalsPerWindow(refusals: readonly ServedCall[]): number[] {
  const windows = new Map<string, number>();
  for (const refused of refusals) {
    const startMs = refused.limitType === 'per_minute' ? Math.floor(refused.atMs / 60_000) : resetMs(refused);
    const key = `${String(refused.limitType)} ${startMs}`;
    windows.set(key, (windows.get(key) ?? 0) + 1);
  }
  return [...windows.values()];
}
