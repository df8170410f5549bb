import { all, num, text } from '../../../electron/core/database/sql.ts';
import type { AllowanceScope, Lane } from '../../../shared/model/budget.ts';
import { createRandom, type Random } from '../../security/support/random.ts';
import {
  restartApp,
  between,
  callOf,
  monthOf,
  perform,
  createMonthWorld,
  type Month,
} from './simulated-months.ts';
import { settled, type QuotaWorld } from './governor-world.ts';

/*
 * Simulated months with background calls. These calls must leave a part of the budgets to interactive calls:
 * a fifth of a day's requests and companies, and half of every minute budget. They must also stay within
 * their spending caps, and must not delay an interactive call.
 */
export interface BackgroundFigures {
  months: number;
  calls: number;
  background: number;
  /** The number of background calls that left less than a fifth of the day's requests or companies. */
  belowFloor: number;
  /**
   * The number of background calls that raised the usage of the service's rolling minute above half of its
   * limit.
   */
  overHalfMinute: number;
  /** Days on which background calls exceeded a spending cap. */
  overAllowance: number;
  /**
   * Days on which a spending cap was exceeded only because the clock had been set forward while the app was
   * closed. Until its first response, the app counted calls towards the next day instead of the current one.
   */
  overByForwardClock: number;
  /**
   * Days on which more than 90 % of a spending cap was used. The simulated months test the caps only if there
   * are such days.
   */
  nearAllowance: number;
  own429s: number;
  delayed: number;
  refused: number;
  readonly traces: string[];
}

const LANES = ['window-closing', 'watchlist', 'catch-up'] as const;
const DAY_MS = 86_400_000;
const SCOPES: Readonly<Record<'background' | (typeof LANES)[number], readonly Lane[]>> = {
  background: LANES,
  'window-closing': ['window-closing'],
  watchlist: ['watchlist'],
  'catch-up': ['catch-up'],
};

export async function runBackgroundMonths({
  seed,
  from,
  months,
}: {
  readonly seed: number;
  readonly from: number;
  readonly months: number;
}): Promise<BackgroundFigures> {
  const sum: BackgroundFigures = {
    months: 0,
    calls: 0,
    background: 0,
    belowFloor: 0,
    overHalfMinute: 0,
    overAllowance: 0,
    overByForwardClock: 0,
    nearAllowance: 0,
    own429s: 0,
    delayed: 0,
    refused: 0,
    traces: [],
  };
  for (let number = from; number < from + months; number += 1) {
    const random = createRandom(seed + 7, number);
    const month = monthOf(seed, number);
    const allowed = allowancesOf(random);
    const world = await runActsInBackground(month, random, allowed);
    judge(world, { month, seed, number }, allowed, sum);
    const { delayed, refused } = world.audit.figures;
    sum.delayed += delayed.length;
    sum.refused += refused.length;
    const { refusals, corrections } = world.misled;
    sum.own429s += world.model.refusals.length - refusals - corrections;
    const lines = [...delayed.map((line) => `delayed ${line}`), ...refused.map((line) => `refused ${line}`)];
    sum.traces.push(...lines.slice(0, 2).map((line) => `seed ${seed} month ${number}: ${line}`));
  }
  return sum;
}

type Allowed = ReadonlyMap<keyof typeof SCOPES, number>;

function allowancesOf(random: Random): Allowed {
  const scopes = (Object.keys(SCOPES) as Array<keyof typeof SCOPES>).filter(() => random.chance(0.4));
  return new Map(scopes.map((scope) => [scope, between(random, 0, 30)]));
}

async function runActsInBackground(month: Month, random: Random, allowed: Allowed): Promise<QuotaWorld> {
  const world = createMonthWorld(month);
  for (const [scope, records] of allowed)
    world.governor().setAllowance(scope satisfies AllowanceScope, records);
  for (const act of month.acts) {
    if (random.chance(0.4)) {
      for (let sent = 0; sent < between(random, 1, 8); sent += 1)
        void world.call(callOf(random), random.pick(LANES));
      await settled();
    }
    if (act.do === 'zone') continue;
    await perform(world, act);
    world.audit.check();
    if (world.isDead()) await restartApp(world, false, 0, null);
  }
  return world;
}

function judge(
  world: QuotaWorld,
  {
    month: { limits },
    seed,
    number,
  }: { readonly month: Month; readonly seed: number; readonly number: number },
  allowed: Allowed,
  sum: BackgroundFigures,
): void {
  sum.months += 1;
  sum.calls += world.calls();
  sum.background += world.background.length;
  for (const { companies, dayHeld, companiesHeld } of world.background) {
    const isDayLow = limits.daily - dayHeld - 1 < limits.daily * 0.2;
    const isLow = companies > 0 && limits.companies - companiesHeld - companies < limits.companies * 0.2;
    if (isDayLow || isLow) sum.belowFloor += 1;
  }
  const times = world.transcript
    .filter(({ lane, status }) => lane !== 'interactive' && status === 200)
    .map(({ atMs }) => atMs);
  const most = Math.max(1, Math.floor(limits.perMinute / 2));
  for (const atMs of times)
    if (times.filter((other) => other > atMs - 60_000 && other <= atMs).length > most) {
      sum.overHalfMinute += 1;
      sum.traces.push(`seed ${seed} month ${number}: over half a minute at ${new Date(atMs).toISOString()}`);
    }
  for (const [scope, records] of allowed)
    for (const { used, ofForwardClock } of usedByDay(world, SCOPES[scope])) {
      if (used - ofForwardClock > records) sum.overAllowance += 1;
      else if (used > records) sum.overByForwardClock += 1;
      if (used > records * 0.9) sum.nearAllowance += 1;
    }
}

interface DayUse {
  readonly used: number;
  /**
   * The part of `used` that was reserved while the clock was ahead. It consists of the reservations that are
   * dated at least an hour later than their responses.
   */
  readonly ofForwardClock: number;
}
/** The smallest change that the simulated months make to the laptop's clock. */
const FORWARD_MS = 3_600_000;

/**
 * Sums the records by day. Records count on the day of the response or, without a response, on the day of the
 * reservation.
 */
function usedByDay({ db }: QuotaWorld, lanes: readonly Lane[]): DayUse[] {
  const days = new Map<number, DayUse>();
  for (const row of all(
    db,
    `SELECT lane, state, COALESCE(CASE state WHEN 'spent' THEN completed_ms END, at_ms) AS day_ms,
       CASE state WHEN 'spent' THEN cost_records ELSE reserved_records END AS records,
       COALESCE(at_ms - completed_ms, 0) AS ahead_ms
     FROM entry WHERE lane IS NOT NULL AND state IN ('spent', 'unknown', 'reserved')`,
  )) {
    if (!lanes.some((lane) => lane === text(row, 'lane'))) continue;
    const day = Math.floor(num(row, 'day_ms') / DAY_MS);
    const { used, ofForwardClock } = days.get(day) ?? { used: 0, ofForwardClock: 0 };
    const records = num(row, 'records');
    const isAhead = num(row, 'ahead_ms') >= FORWARD_MS;
    days.set(day, { used: used + records, ofForwardClock: ofForwardClock + (isAhead ? records : 0) });
  }
  return [...days.values()];
}
