import { get } from '../../../electron/core/database/sql.ts';
import type { Held } from './decision-audit.ts';
import { checkLedger } from './ledger-check.ts';
import type { ModelCall, ModelLimits } from './service-model.ts';
import { CRASH_STEPS, type CrashStep } from './crash-points.ts';
import { createQuotaWorld, settled, type QuotaWorld } from './governor-world.ts';
import { createRandom, type Random } from '../../security/support/random.ts';

/*
 * Simulated months of a busy user: a slow and lossy network, restarts, crashes at every step of a call,
 * sleep, time zones, a wrong clock, and many calls around resets. The service is `service-model.ts`. The same
 * seed and number always produce the same month.
 */

/** Returns a random whole number from `least` to `most`, inclusive. */
export const between = (random: Random, least: number, most: number): number =>
  least + random.int(most - least + 1);

/** Returns random limits, small enough for every month to reach some of them. */
const limitsOf = (random: Random): ModelLimits => ({
  perMinute: random.pick([2, 5, 8]),
  daily: random.pick([9, 16, 60]),
  monthly: random.pick([18, 40, 90]),
  records: random.pick([40, 120, 400]),
  companies: random.pick([3, 6, 12]),
  pageTurns: random.pick([5, 14, 40]),
});
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

export type Act =
  | { readonly do: 'burst'; readonly calls: readonly ModelCall[] }
  | { readonly do: 'pause' | 'sleep'; readonly ms: number }
  | { readonly do: 'boundary'; readonly of: 'day' | 'month'; readonly ms: number }
  | { readonly do: 'stats' }
  | { readonly do: 'lose'; readonly reached: boolean }
  | { readonly do: 'fail'; readonly times: number; readonly status: number | null }
  | { readonly do: 'restart'; readonly downMs: number; readonly aheadMs: number | null }
  | { readonly do: 'kill'; readonly downMs: number; readonly aheadMs: number | null }
  | { readonly do: 'crash'; readonly step: CrashStep; readonly nth: number; readonly downMs: number }
  | { readonly do: 'wall'; readonly aheadMs: number }
  | { readonly do: 'zone'; readonly name: string };

export interface Month {
  readonly limits: ModelLimits;
  readonly startMs: number;
  readonly skewMs: number;
  readonly countsItself: boolean;
  readonly latencies: ReadonlyArray<readonly [number, number]>;
  readonly acts: readonly Act[];
}

const ZONES = [
  'America/New_York',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Kiritimati',
];

export function callOf(random: Random): ModelCall {
  if (random.chance(0.5))
    return {
      kind: 'list',
      companyId: null,
      rowsRequested: between(random, 1, 12),
      rowsFound: between(random, 0, 12),
    };
  const kind = random.pick(['company', 'contacts'] as const);
  return { kind, companyId: `c${between(random, 1, 12)}`, rowsRequested: 1, rowsFound: 1 };
}

/**
 * Returns how far, in ms, the laptop's clock is ahead of the correct time (negative if behind): a whole
 * number of hours.
 */
const clockOffsetOf = (random: Random): number => between(random, -12, 12) * HOUR_MS;
const downtimeOf = (random: Random): number => (random.chance(0.5) ? 0 : between(random, 1, 200_000));

export function actOf(random: Random): Act {
  const roll = between(random, 1, 100);
  if (roll <= 34)
    return { do: 'burst', calls: Array.from({ length: between(random, 1, 9) }, () => callOf(random)) };
  if (roll <= 56) return { do: 'pause', ms: between(random, 1, 90_000) };
  if (roll <= 64) return { do: 'pause', ms: between(random, 1, 30) * HOUR_MS };
  if (roll <= 72)
    return { do: 'boundary', of: random.chance(0.8) ? 'day' : 'month', ms: between(random, -9_000, 4_000) };
  if (roll <= 78) return { do: 'stats' };
  if (roll <= 82) return { do: 'lose', reached: random.chance(0.5) };
  if (roll <= 85) return { do: 'fail', times: between(random, 1, 6), status: random.pick([null, 503]) };
  const aheadMs = random.chance(0.2) ? clockOffsetOf(random) : null;
  if (roll <= 88) return { do: 'restart', downMs: downtimeOf(random), aheadMs };
  if (roll <= 90) return { do: 'kill', downMs: downtimeOf(random), aheadMs };
  if (roll <= 96) {
    const step = random.pick(CRASH_STEPS);
    const nth = step === 'any statement' ? between(random, 1, 60) : between(random, 1, 2);
    return { do: 'crash', step, nth, downMs: downtimeOf(random) };
  }
  if (roll <= 98) return { do: 'wall', aheadMs: clockOffsetOf(random) };
  if (roll === 99) return { do: 'zone', name: random.pick(ZONES) };
  return {
    do: 'sleep',
    ms: random.chance(0.5) ? between(random, 1, 120_000) : between(random, 1, 20) * HOUR_MS,
  };
}

export function monthOf(seed: number, number: number): Month {
  const random = createRandom(seed, number);
  return {
    limits: limitsOf(random),
    startMs: between(random, Date.UTC(2026, 0, 1), Date.UTC(2028, 1, 29)),
    skewMs: clockOffsetOf(random),
    countsItself: random.chance(0.5),
    latencies: Array.from({ length: between(random, 5, 30) }, () =>
      random.chance(0.5)
        ? ([between(random, 5, 500), between(random, 5, 500)] as const)
        : ([between(random, 5, 9_000), between(random, 5, 9_000)] as const),
    ),
    acts: Array.from({ length: between(random, 10, 100) }, () => actOf(random)),
  };
}

/** The clock offsets of `monthOf` are up to 12 hours. Multiplied by this factor, they are up to 23.5 days. */
const FAR_FACTOR = 47;

/** Returns the same month as `monthOf`, but its clocks are off by days instead of hours. */
export function farMonthOf(seed: number, number: number): Month {
  const month = monthOf(seed, number);
  const far = (act: Act): Act =>
    'aheadMs' in act && act.aheadMs !== null ? { ...act, aheadMs: act.aheadMs * FAR_FACTOR } : act;
  return { ...month, skewMs: month.skewMs * FAR_FACTOR, acts: month.acts.map(far) };
}

export const boundaryMs = (world: QuotaWorld, of: 'day' | 'month'): number => {
  const at = new Date(world.nowMs());
  return of === 'day'
    ? (Math.floor(world.nowMs() / DAY_MS) + 1) * DAY_MS
    : Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1);
};

export async function restartApp(
  world: QuotaWorld,
  gracefully: boolean,
  downMs: number,
  aheadMs: number | null,
): Promise<void> {
  if (gracefully) world.restart(true);
  world.kill();
  await world.clock.advance(downMs);
  if (aheadMs !== null) world.clock.setWall(aheadMs);
  world.restart(false);
  await settled();
}

export async function perform(world: QuotaWorld, act: Act): Promise<void> {
  switch (act.do) {
    case 'burst':
      for (const call of act.calls) void world.call(call);
      return settled();
    case 'pause':
      return world.clock.advance(act.ms);
    case 'sleep':
      return world.sleep(act.ms);
    case 'boundary':
      return world.clock.advance(Math.max(0, boundaryMs(world, act.of) + act.ms - world.nowMs()));
    case 'stats':
      void world.confirm();
      return world.clock.advance(70_000);
    case 'lose':
      return world.loseNext(act.reached);
    case 'fail':
      return world.failNext(act.times, act.status);
    case 'restart':
    case 'kill':
      return restartApp(world, act.do === 'restart', act.downMs, act.aheadMs);
    case 'crash':
      return world.dieAt(act.step, act.nth);
    case 'wall':
      return world.clock.setWall(act.aheadMs);
    case 'zone':
      process.env['TZ'] = act.name;
  }
}

/** The result of one month. The values in `FAULTS` of `figures.ts` must be zero. */
export interface MonthFigures {
  calls: number;
  decisions: number;
  own429s: number;
  shortfalls: number;
  unplaced: number;
  driftAfterStats: number;
  /**
   * 1 if the app's clock was still in the previous month at the end; otherwise 0. An app whose clock is
   * behind counts the previous month's budget as used up, so it cannot correct its clock with `/stats`.
   */
  behind: number;
  wrongRows: number;
  delayed: number;
  refused: number;
  premature: number;
  misledStarts: number;
  misled429s: number;
  corrections: number;
  readonly deaths: Record<string, number>;
  readonly held: Record<string, Held>;
  /** Descriptions of the first faults in the month. */
  readonly traces: string[];
}

export function createMonthWorld(month: Month): QuotaWorld {
  let turn = 0;
  return createQuotaWorld({
    limits: month.limits,
    startMs: month.startMs,
    skewMs: month.skewMs,
    countsItself: month.countsItself,
    latency: () => month.latencies[turn++ % month.latencies.length] ?? [50, 50],
  });
}

export async function runMonth(month: Month): Promise<MonthFigures> {
  const world = createMonthWorld(month);
  return figuresOf(world, await runActs(world, month));
}

interface Ending {
  readonly drift: readonly string[];
  readonly isBehind: boolean;
}

/** Performs the actions of a month, and returns how far the ledger differs from the service at the end. */
export async function runActs(world: QuotaWorld, month: Month): Promise<Ending> {
  const homeZone = process.env['TZ'];
  try {
    let downMs = 0;
    for (const act of month.acts) {
      if (act.do === 'crash') downMs = act.downMs;
      await perform(world, act);
      world.audit.check();
      if (world.isDead()) await restartApp(world, false, downMs, null);
    }
    return await quietDrift(world, month.countsItself);
  } finally {
    if (homeZone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = homeZone;
  }
}

/**
 * Waits for a new month and fetches `/stats` twice without other calls in between. The ledger must then match
 * every counter that the service reports. Only the ledger's number of records may be too high, because the
 * service does not report records.
 *
 * In two cases, the app cannot call `/stats`, and the ledger may exceed every counter. First, the app's clock
 * may still be in the previous month, with that month's budget used up. Second, requests whose day is
 * uncertain count on each possible day (ADR 38) and may have used up today's budget.
 */
async function quietDrift(world: QuotaWorld, countsItself: boolean): Promise<Ending> {
  world.loseNext(null);
  world.failNext(0, null);
  world.restart(true);
  const beginsMs = boundaryMs(world, 'month');
  await world.clock.advance(beginsMs + 26 * HOUR_MS - world.nowMs());
  void world.call({ kind: 'contacts', companyId: 'c1', rowsRequested: 1, rowsFound: 1 });
  await world.clock.advance(120_000);
  const readings: Promise<string>[] = [];
  for (let reading = 0; reading < 2; reading += 1) {
    readings.push(world.confirm());
    await world.clock.advance(11 * 60_000);
  }
  const isBehind =
    (world.governor().serverNowMs() < beginsMs || hasUncertainDay(world)) &&
    (await Promise.all(readings)).every((ended) => ended === 'quota-exhausted');
  const drift = Object.entries(world.drift()).flatMap(([counter, amount]) =>
    amount < 0 || (!isBehind && counter !== 'records' && amount > (countsItself ? 1 : 0))
      ? [`${counter} ${amount} after stats`]
      : [],
  );
  return { drift, isBehind };
}

/** Returns whether a request that counts today may have been made more than two days earlier. */
const hasUncertainDay = (world: QuotaWorld): boolean =>
  get(
    world.db,
    `SELECT 1 FROM entry WHERE state IN ('spent', 'unknown') AND to_ms >= :nowMs AND from_ms < :nowMs - :twoDaysMs`,
    { nowMs: world.governor().serverNowMs(), twoDaysMs: 48 * HOUR_MS },
  ) !== null;

function figuresOf(world: QuotaWorld, { drift, isBehind }: Ending): MonthFigures {
  const { audit, model, misled, shortfalls, unplaced, deaths } = world;
  const { delayed, refused, premature, decisions, held } = audit.figures;
  const wrongRows = [...world.wrongRows, ...checkLedger(world)];
  const own = model.refusals.length - misled.refusals - misled.corrections;
  const prefixed = (what: string, lines: readonly string[]): string[] =>
    lines.slice(0, 3).map((line) => `${what}: ${line}`);
  return {
    calls: world.calls(),
    decisions,
    own429s: own,
    shortfalls: shortfalls.length,
    unplaced: unplaced.length,
    driftAfterStats: drift.length,
    behind: isBehind ? 1 : 0,
    wrongRows: wrongRows.length,
    delayed: delayed.length,
    refused: refused.length,
    premature: premature.length,
    misledStarts: misled.starts,
    misled429s: misled.refusals,
    corrections: misled.corrections,
    deaths: Object.fromEntries(deaths),
    held,
    traces: [
      ...prefixed(
        '429',
        own > 0 ? model.refusals.map(({ type, atMs }) => `${type} ${new Date(atMs).toISOString()}`) : [],
      ),
      ...prefixed('below the service', shortfalls),
      ...prefixed('below the service before the first response', unplaced),
      ...prefixed('drift', drift),
      ...prefixed('row', wrongRows),
      ...prefixed('delayed', delayed),
      ...prefixed('refused', refused),
      ...prefixed('premature', premature),
    ],
  };
}
