import {
  ALLOWANCE_PERIODS,
  allowanceScopeSchema,
  endpointSchema,
  laneSchema,
  screenSchema,
  type AllowancePeriod,
  type AllowanceScope,
  type Endpoint,
  type Lane,
  type Screen,
} from '../../../../../shared/model/budget.ts';
import { all, num, run, text, type ReadDb, type WriteDb } from '../../sql.ts';

/** A lane of this app, or `others` for the other devices on the account. */
export type UseLane = Lane | 'others';

/** Usage of one lane on one UTC day of server time. */
export interface LaneUse {
  readonly dayMs: number;
  readonly lane: UseLane;
  readonly requests: number;
  readonly records: number;
  readonly pageTurns: number;
}

/**
 * Adds an amount to a day's usage. A request with an unknown result is first counted as charged. If it was
 * not charged after all, its amount is added again as a negative number.
 */
export function addToDay(db: WriteDb, epoch: number, use: LaneUse): void {
  run(
    db,
    `INSERT INTO day_use (epoch, day_ms, lane, requests, records, page_turns)
     VALUES (:epoch, :dayMs, :lane, :requests, :records, :pageTurns)
     ON CONFLICT (epoch, day_ms, lane) DO UPDATE SET requests = requests + excluded.requests,
       records = records + excluded.records, page_turns = page_turns + excluded.page_turns`,
    { epoch, ...use },
  );
}

/** Returns the usage on each day since `sinceMs`, oldest first, with one row per lane. */
export const daysSince = (db: ReadDb, epoch: number, sinceMs: number): LaneUse[] =>
  all(
    db,
    `SELECT day_ms, lane, requests, records, page_turns FROM day_use
     WHERE epoch = :epoch AND day_ms >= :sinceMs ORDER BY day_ms, lane`,
    { epoch, sinceMs },
  ).map((row) => {
    const lane = text(row, 'lane');
    return {
      dayMs: num(row, 'day_ms'),
      lane: lane === 'others' ? lane : laneSchema.parse(lane),
      requests: num(row, 'requests'),
      records: num(row, 'records'),
      pageTurns: num(row, 'page_turns'),
    };
  });

/** Returns the records used by each screen on each day since `sinceMs`, excluding background requests. */
export const screenUseSince = (db: ReadDb, epoch: number, sinceMs: number): ScreenUse[] =>
  all(
    db,
    `SELECT day_ms, screen, records FROM screen_use WHERE epoch = :epoch AND day_ms >= :sinceMs
     ORDER BY day_ms, screen`,
    { epoch, sinceMs },
  ).map((row) => ({
    dayMs: num(row, 'day_ms'),
    screen: screenSchema.parse(text(row, 'screen')),
    records: num(row, 'records'),
  }));

/** Records used by the user's requests from one screen on one UTC day of server time. */
export interface ScreenUse {
  readonly dayMs: number;
  readonly screen: Screen;
  readonly records: number;
}

/**
 * Adds an amount to the records that a screen used on a day. The amount is negative if a request was counted
 * and later turns out not to have been charged.
 */
export function addToScreen(db: WriteDb, epoch: number, use: ScreenUse): void {
  run(
    db,
    `INSERT INTO screen_use (epoch, day_ms, screen, records) VALUES (:epoch, :dayMs, :screen, :records)
     ON CONFLICT (epoch, day_ms, screen) DO UPDATE SET records = records + excluded.records`,
    { epoch, ...use },
  );
}

/** A user-set limit on the records that a scope may use per UTC day or month. */
export interface SpendingCap {
  readonly scope: AllowanceScope;
  readonly period: AllowancePeriod;
  readonly records: number;
}

const CAP_TABLES: Readonly<Record<AllowancePeriod, string>> = { day: 'allowance', month: 'month_allowance' };

export const allowanceRows = (db: ReadDb): SpendingCap[] =>
  ALLOWANCE_PERIODS.flatMap((period) =>
    all(db, `SELECT scope, records FROM ${CAP_TABLES[period]}`).map((row) => ({
      scope: allowanceScopeSchema.parse(text(row, 'scope')),
      period,
      records: num(row, 'records'),
    })),
  );

/** Stores a spending cap; null removes it. */
export function writeAllowance(
  db: WriteDb,
  { scope, period, records }: Omit<SpendingCap, 'records'> & { readonly records: number | null },
): void {
  const table = CAP_TABLES[period];
  if (records === null) run(db, `DELETE FROM ${table} WHERE scope = :scope`, { scope });
  else
    run(
      db,
      `INSERT INTO ${table} (scope, records) VALUES (:scope, :records)
       ON CONFLICT (scope) DO UPDATE SET records = excluded.records`,
      { scope, records },
    );
}

export const LEARNED_UNITS = ['requests', 'records', 'page-turns', 'companies'] as const;
export type LearnedUnit = (typeof LEARNED_UNITS)[number];

/**
 * The cost of one request to an endpoint, measured in `unit`. The app learned this cost from the service's
 * counters. `atMs` is server time.
 */
export interface LearnedRow {
  readonly endpoint: Endpoint;
  readonly unit: LearnedUnit;
  readonly assumed: number;
  readonly learned: number;
  readonly atMs: number;
}

/** Returns the learned costs, newest first. */
export const learnedRows = (db: ReadDb): LearnedRow[] =>
  all(
    db,
    'SELECT endpoint, unit, assumed, learned, at_ms FROM learned_cost ORDER BY at_ms DESC, endpoint, unit',
  ).map((row) => {
    const unit = LEARNED_UNITS.find((known) => known === text(row, 'unit'));
    if (unit === undefined) throw new Error('a learned cost of an unknown unit');
    return {
      endpoint: endpointSchema.parse(text(row, 'endpoint')),
      unit,
      assumed: num(row, 'assumed'),
      learned: num(row, 'learned'),
      atMs: num(row, 'at_ms'),
    };
  });

export function writeLearned(db: WriteDb, learned: LearnedRow): void {
  run(
    db,
    `INSERT INTO learned_cost (endpoint, unit, assumed, learned, at_ms)
     VALUES (:endpoint, :unit, :assumed, :learned, :atMs)
     ON CONFLICT (endpoint, unit) DO UPDATE SET assumed = excluded.assumed, learned = excluded.learned,
       at_ms = excluded.at_ms`,
    { ...learned },
  );
}

/** Deletes the learned costs for a unit, or for all units if null, so the assumed costs apply again. */
export function clearLearnedCosts(db: WriteDb, unit: LearnedUnit | null): number {
  return run(db, 'DELETE FROM learned_cost WHERE :unit IS NULL OR unit = :unit', { unit }).changes;
}
