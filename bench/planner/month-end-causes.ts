import { FLOOR_SHARE } from '../../electron/core/quota/policy/daily-share.ts';
import type { EndRun } from './month-end.ts';
import { DAYS, MONTH_END_DAY, type EndMonth } from './month-end-world.ts';
import { supplyOf, type Supply } from './month-end-supply.ts';
import { packingBound } from './packing-bound.ts';

/*
 * Explains why records expire. For each month, a linear program computes the maximum number of records that
 * an ideal planner could spend. This planner knows the whole month in advance, ignores values and the daily
 * shares, and pays only for the rows that arrive. Limits are then added, one cause at a time. Each cause
 * accounts for the records that it makes unspendable.
 */

/**
 * The records that expire in a month, by cause. The fields from `ownCaps` to `choices` are the causes, and
 * their sum is `expired`.
 */
export interface EndCauses {
  readonly seed: number;
  readonly expired: number;
  /** Records that stay unspent because of the user's spending caps for a day, a list or the month. */
  readonly ownCaps: number;
  /** Records that the user cannot spend because the service has nothing more to fetch. */
  readonly nothingToBuy: number;
  /**
   * The number of records that stay unspent because of the service's limits on requests, page turns and
   * companies.
   */
  readonly serviceLimits: number;
  /**
   * Records left unspent because the plan never proposes some requests: contacts without a match, news and
   * open roles.
   */
  readonly leftAlone: number;
  /** Records left unspent because the plan reserves a fifth of each daily limit for the user. */
  readonly keptForUser: number;
  /**
   * Records left unspent because of the plan's other decisions: it chooses by value, spreads the records
   * evenly, keeps a further reserve for the user, and plans with the highest price of each request.
   */
  readonly choices: number;
  /**
   * The sum of the first three causes. Any plan that starts on the last days lets at least this many records
   * expire.
   */
  readonly floor: number;
  /** The part of `floor` that the user could have spent before the month-end plan was offered. */
  readonly tooLate: number;
}

export const CAUSES = [
  'ownCaps',
  'nothingToBuy',
  'serviceLimits',
  'leftAlone',
  'keptForUser',
  'choices',
] as const;

export function causesOf({ world, offer, start, figures }: EndRun): EndCauses {
  const { expired } = figures;
  const budgetLeft = (name: 'month-records' | 'month-requests' | 'page-turns'): number => {
    const state = start.state.budgets.find(({ budget }) => budget === name);
    return state === undefined ? 0 : state.limit - state.used;
  };
  const records = budgetLeft('month-records');
  const supply = supplyOf(world, offer, { from: MONTH_END_DAY, done: start.done });
  const room: Room = {
    days: DAYS - MONTH_END_DAY,
    from: MONTH_END_DAY,
    records,
    requests: budgetLeft('month-requests'),
    pageTurns: budgetLeft('page-turns'),
    caps: start.state.allowances.map(({ scope, period, records: most, used }) => ({
      scope,
      period,
      records: period === 'month' ? most - used : most,
    })),
  };
  const without = (spendable: number): number => records - spendable;
  const endless = supply.filter(({ lane }) => lane === 'interactive').concat(endlessSupply(records));
  const byCaps = without(mostRecords(world, endless, room, NO_LIMITS));
  const bySupply = Math.max(byCaps, without(mostRecords(world, supply, room, NO_LIMITS)));
  const floor = Math.max(bySupply, without(mostRecords(world, supply, room, SERVICE_LIMITS)));
  const proposed = supply.filter(({ isProposed }) => isProposed);
  const byRules = Math.max(floor, without(mostRecords(world, proposed, room, SERVICE_LIMITS)));
  const byShares = Math.max(byRules, without(mostRecords(world, proposed, room, PLAN_LIMITS)));
  return {
    seed: world.seed,
    expired,
    ownCaps: byCaps,
    nothingToBuy: bySupply - byCaps,
    serviceLimits: floor - bySupply,
    leftAlone: byRules - floor,
    keptForUser: byShares - byRules,
    choices: expired - byShares,
    floor,
    tooLate: floor - Math.min(floor, floorOfMonth(world, offer)),
  };
}

/** Returns the smallest number of records that can expire if the whole month is planned in advance. */
function floorOfMonth(world: EndMonth, offer: EndRun['offer']): number {
  const { records, requests, pageTurns } = world.limits;
  // Treats the month as one day, because a linear program with thirty days would take too long. One day
  // allows at least as much spending, so the result is still a lower bound on the records that expire.
  const supply = supplyOf(world, offer, { from: 0, done: new Set() }).map((each) => ({
    ...each,
    first: 0,
    last: 0,
  }));
  const caps = world.caps.map((cap) =>
    cap.period === 'day' ? { ...cap, records: cap.records * DAYS } : cap,
  );
  const { requestsADay, companiesADay } = world.limits;
  const limits = { ...world.limits, requestsADay: requestsADay * DAYS, companiesADay: companiesADay * DAYS };
  const room: Room = { days: 1, from: 0, records, requests, pageTurns, caps };
  return records - mostRecords({ ...world, limits }, supply, room, SERVICE_LIMITS);
}

/** The amounts that may be used on day `from` and later. */
interface Room {
  readonly days: number;
  readonly from: number;
  readonly records: number;
  readonly requests: number;
  readonly pageTurns: number;
  readonly caps: readonly {
    readonly scope: string;
    readonly period: 'day' | 'month';
    readonly records: number;
  }[];
}

/**
 * The limits that apply besides the record limit and the caps: `service` for the service's other limits,
 * `floor` for the part of the daily limits that a plan may use.
 */
interface Applied {
  readonly service: boolean;
  readonly floor: boolean;
}
const NO_LIMITS: Applied = { service: false, floor: false };
const SERVICE_LIMITS: Applied = { service: true, floor: false };
const PLAN_LIMITS: Applied = { service: true, floor: true };

/**
 * Returns `most` requests for each of the plan's lanes. Each request costs one record and uses no other
 * limit.
 */
const endlessSupply = (most: number): Supply[] =>
  (['window-closing', 'watchlist', 'catch-up'] as const).map((lane) => ({
    lane,
    records: 1,
    pageTurns: 0,
    companies: 0,
    first: MONTH_END_DAY,
    last: DAYS - 1,
    most,
    isProposed: true,
  }));

type Uses = (each: Supply) => number;

/** Returns the maximum number of records that can be spent under the limits in `applied`. */
function mostRecords(world: EndMonth, supply: readonly Supply[], room: Room, applied: Applied): number {
  const { requestsADay, companiesADay } = world.limits;
  const monthly: [number, Uses][] = [
    [room.records, ({ records }) => records],
    ...room.caps.flatMap(({ scope, period, records }): [number, Uses][] =>
      period === 'month' ? [[records, (each) => (isIn(scope, each) ? each.records : 0)]] : [],
    ),
    ...(applied.service
      ? ([
          [room.requests, () => 1],
          [room.pageTurns, ({ pageTurns }) => pageTurns],
        ] satisfies [number, Uses][])
      : []),
  ];
  const forPlan = (limit: number): number => Math.floor(limit * (1 - FLOOR_SHARE));
  const ofPlan =
    (uses: Uses): Uses =>
    (each) =>
      isIn('background', each) ? uses(each) : 0;
  const daily: [number, Uses][] = [
    ...room.caps.flatMap(({ scope, period, records }): [number, Uses][] =>
      period === 'day' ? [[records, (each) => (isIn(scope, each) ? each.records : 0)]] : [],
    ),
    ...(applied.service
      ? ([
          [requestsADay, () => 1],
          [companiesADay, ({ companies }) => companies],
        ] satisfies [number, Uses][])
      : []),
    ...(applied.floor
      ? ([
          [forPlan(requestsADay), ofPlan(() => 1)],
          [forPlan(companiesADay), ofPlan(({ companies }) => companies)],
        ] satisfies [number, Uses][])
      : []),
  ];
  const days = Array.from({ length: room.days }, (_, index) => room.from + index);
  const limits = [
    ...monthly.map(([limit]) => limit),
    ...days.flatMap(() => daily.map(([limit]) => limit)),
    ...supply.map(({ most }) => most),
  ];
  const items = supply.flatMap((each, kind) =>
    days
      .filter((day) => day >= each.first && day <= each.last)
      .map((day) => ({
        gain: each.records,
        most: each.most,
        uses: [
          ...monthly.map(([, uses]) => uses(each)),
          ...days.flatMap((other) => daily.map(([, uses]) => (other === day ? uses(each) : 0))),
          ...supply.map((_, other) => (other === kind ? 1 : 0)),
        ],
      })),
  );
  return Math.floor(packingBound(items, limits) + ROUNDING);
}

/** Added before rounding down, because a sum of fractions may be slightly below the exact whole number. */
const ROUNDING = 1e-6;

const isIn = (scope: string, { lane }: Supply): boolean =>
  scope === 'all' || scope === lane || (scope === 'background' && lane !== 'interactive');
