import {
  allowanceScopeSchema,
  endpointSchema,
  laneSchema,
  type AllowanceScope,
  type Endpoint,
  type Lane,
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
 * Adds to a day's usage; negative amounts take back a request with an unknown result that turns out not to
 * have been charged.
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

/** Returns the usage of the days from `sinceMs` on, oldest first, with one row per lane. */
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

/** Returns the user's spending caps in records per day. A scope without a row has no cap. */
export const allowanceRows = (db: ReadDb): Array<{ scope: AllowanceScope; records: number }> =>
  all(db, 'SELECT scope, records FROM allowance').map((row) => ({
    scope: allowanceScopeSchema.parse(text(row, 'scope')),
    records: num(row, 'records'),
  }));

export function writeAllowance(db: WriteDb, scope: AllowanceScope, records: number | null): void {
  if (records === null) run(db, 'DELETE FROM allowance WHERE scope = :scope', { scope });
  else
    run(
      db,
      `INSERT INTO allowance (scope, records) VALUES (:scope, :records)
       ON CONFLICT (scope) DO UPDATE SET records = excluded.records`,
      { scope, records },
    );
}

export const LEARNED_UNITS = ['requests', 'records', 'page-turns'] as const;
export type LearnedUnit = (typeof LEARNED_UNITS)[number];

/**
 * Cost of one request to an endpoint in one unit, learned from the service's counters. `atMs` is server time.
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

/** Deletes the learned costs of a unit, or of all units for null, so the assumed costs apply again. */
export function clearLearnedCosts(db: WriteDb, unit: LearnedUnit | null): number {
  return run(db, 'DELETE FROM learned_cost WHERE :unit IS NULL OR unit = :unit', { unit }).changes;
}
