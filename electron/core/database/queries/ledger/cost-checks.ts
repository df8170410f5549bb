import { endpointSchema, type Cost, type Endpoint } from '../../../../../shared/model/budget.ts';
import { all, get, num, numOrNull, run, text, textOrNull, type ReadDb, type WriteDb } from '../../sql.ts';
import { costOf } from './entries.ts';
import { LEARNED_UNITS, type LearnedUnit } from './daily-use.ts';

/* Compares pairs of `/stats` readings to find out what individual requests cost. */

/** A request between two `/stats` readings that was charged or may have been charged. */
export interface BracketEntry {
  readonly id: number;
  readonly companyId: string | null;
  readonly state: string;
  readonly endpoint: string | null;
  readonly call: string;
  readonly status: number | null;
  readonly detail: string | null;
  /** Null while the result is unknown. */
  readonly cost: Cost | null;
}

/**
 * Returns at most `limit` requests that were charged or may have been, in the order of their ids. Considers
 * only ids above `afterId`, up to and including `upToId`.
 */
export const chargedBetween = (
  db: ReadDb,
  { afterId, upToId, limit }: { afterId: number; upToId: number; limit: number },
): BracketEntry[] =>
  all(
    db,
    `SELECT id, company_id, state, endpoint, call, status, detail, cost_requests, cost_records, cost_page_turns, cost_companies
     FROM entry WHERE id > :afterId AND id <= :upToId AND state IN ('reserved', 'spent', 'unknown')
     ORDER BY id LIMIT :limit`,
    { afterId, upToId, limit },
  ).map((row) => ({
    id: num(row, 'id'),
    companyId: textOrNull(row, 'company_id'),
    state: text(row, 'state'),
    endpoint: textOrNull(row, 'endpoint'),
    call: text(row, 'call'),
    status: numOrNull(row, 'status'),
    detail: textOrNull(row, 'detail'),
    cost: numOrNull(row, 'cost_requests') === null ? null : costOf(row, 'cost'),
  }));

/**
 * Returns whether a request for the company may have been charged at or after `sinceMs`. Considers only
 * ledger rows before row `id`.
 */
export const wasViewedBefore = (
  db: ReadDb,
  view: { readonly companyId: string; readonly id: number; readonly sinceMs: number },
): boolean =>
  get(
    db,
    `SELECT 1 AS hit FROM entry WHERE company_id = :companyId AND id < :id
       AND state IN ('reserved', 'spent', 'unknown') AND coalesce(to_ms, at_ms) >= :sinceMs LIMIT 1`,
    view,
  ) !== null;

/** The evidence so far about one cost, from pairs of readings. Times are server time, in ms. */
interface CostCheck {
  /** The time at which a pair of readings last confirmed the cost; null if none has confirmed it yet. */
  readonly confirmedAtMs: number | null;
  /** A different cost that has been observed only once so far; null if there is none. */
  readonly pending: { readonly cost: number; readonly atMs: number } | null;
}

interface Subject {
  readonly epoch: number;
  readonly endpoint: Endpoint;
  readonly unit: LearnedUnit;
}

export function costCheck(db: ReadDb, subject: Subject): CostCheck {
  const row = get(
    db,
    `SELECT confirmed_at_ms, pending, pending_at_ms FROM cost_check
     WHERE epoch = :epoch AND endpoint = :endpoint AND unit = :unit`,
    { ...subject },
  );
  if (row === null) return { confirmedAtMs: null, pending: null };
  const cost = numOrNull(row, 'pending');
  return {
    confirmedAtMs: numOrNull(row, 'confirmed_at_ms'),
    pending: cost === null ? null : { cost, atMs: num(row, 'pending_at_ms') },
  };
}

export function saveCostCheck(db: WriteDb, subject: Subject, { confirmedAtMs, pending }: CostCheck): void {
  run(
    db,
    `INSERT INTO cost_check (epoch, endpoint, unit, confirmed_at_ms, pending, pending_at_ms)
     VALUES (:epoch, :endpoint, :unit, :confirmedAtMs, :pending, :pendingAtMs)
     ON CONFLICT (epoch, endpoint, unit) DO UPDATE SET confirmed_at_ms = excluded.confirmed_at_ms,
       pending = excluded.pending, pending_at_ms = excluded.pending_at_ms`,
    {
      ...subject,
      confirmedAtMs,
      pending: pending?.cost ?? null,
      pendingAtMs: pending?.atMs ?? null,
    },
  );
}

/** A cost that was corrected because the service charges a different amount. */
interface StoredDrift {
  readonly id: number;
  readonly atMs: number;
  readonly endpoint: Endpoint;
  readonly unit: LearnedUnit;
  readonly before: number;
  readonly after: number;
}

export function insertCostDrift(db: WriteDb, epoch: number, drift: Omit<StoredDrift, 'id'>): void {
  run(
    db,
    `INSERT INTO cost_drift (epoch, at_ms, endpoint, unit, before, after)
     VALUES (:epoch, :atMs, :endpoint, :unit, :before, :after)`,
    { epoch, ...drift },
  );
}

/** Returns the account's corrected costs, newest first. */
export const costDrifts = (db: ReadDb, epoch: number, limit: number): StoredDrift[] =>
  all(
    db,
    `SELECT id, at_ms, endpoint, unit, before, after FROM cost_drift WHERE epoch = :epoch
     ORDER BY id DESC LIMIT :limit`,
    { epoch, limit },
  ).map((row) => {
    const unit = LEARNED_UNITS.find((known) => known === text(row, 'unit'));
    if (unit === undefined) throw new Error('a corrected cost of an unknown unit');
    return {
      id: num(row, 'id'),
      atMs: num(row, 'at_ms'),
      endpoint: endpointSchema.parse(text(row, 'endpoint')),
      unit,
      before: num(row, 'before'),
      after: num(row, 'after'),
    };
  });
