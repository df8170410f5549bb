import {
  allowanceScopeSchema,
  budgetSchema,
  endpointSchema,
  type AllowanceScope,
  type Budget,
  type Endpoint,
} from '../../../../../shared/model/budget.ts';
import { DAY_MS } from '../../../../../shared/durations.ts';
import { all, get, num, numOrNull, selectCount, text, textOrNull, type ReadDb } from '../../sql.ts';

/* What an account spent between two resets of its limits, for the monthly review. Times are server time. */

/** A window of an account's limits. `untilMs` is the time of the reset that ended the window. */
export interface SpendingWindow {
  readonly epoch: number;
  readonly fromMs: number;
  readonly untilMs: number;
}

/**
 * Selects the requests that were or may have been charged in the window. A request that was in progress
 * during a reset counts in both windows, as it does in the quota counters.
 */
const CHARGED = `entry INDEXED BY entry_charged_until
  WHERE epoch = :epoch AND state IN ('spent', 'unknown') AND to_ms >= :fromMs AND from_ms < :untilMs`;
const RECORDS = `CASE state WHEN 'unknown' THEN reserved_records ELSE cost_records END`;

export interface EndpointSpending {
  readonly endpoint: Endpoint | null;
  readonly requests: number;
  readonly records: number;
  readonly unknown: number;
  /** Number of requests that succeeded without returning a row. */
  readonly empty: number;
}

export const spendingByEndpoint = (db: ReadDb, window: SpendingWindow): EndpointSpending[] =>
  all(
    db,
    `SELECT endpoint, count(*) AS requests, coalesce(sum(${RECORDS}), 0) AS records,
       sum(state = 'unknown') AS unknown, sum(state = 'spent' AND cost_records = 0) AS empty
     FROM ${CHARGED} GROUP BY endpoint ORDER BY endpoint`,
    { ...window },
  ).map((row) => ({
    endpoint: endpointSchema.nullable().parse(textOrNull(row, 'endpoint')),
    requests: num(row, 'requests'),
    records: num(row, 'records'),
    unknown: num(row, 'unknown'),
    empty: num(row, 'empty'),
  }));

/**
 * Returns the total charges for this app's requests. A request with an unknown result counts with its
 * reserved cost.
 */
export function chargedIn(db: ReadDb, window: SpendingWindow): { records: number; pageTurns: number } {
  const row = get(
    db,
    `SELECT coalesce(sum(${RECORDS}), 0) AS records,
       coalesce(sum(CASE state WHEN 'unknown' THEN reserved_page_turns ELSE cost_page_turns END), 0) AS page_turns
     FROM ${CHARGED}`,
    { ...window },
  );
  return row === null
    ? { records: 0, pageTurns: 0 }
    : { records: num(row, 'records'), pageTurns: num(row, 'page_turns') };
}

/** Counts the companies whose profile was fetched. */
export const companiesFetched = (db: ReadDb, window: SpendingWindow): number =>
  selectCount(db, `SELECT count(DISTINCT company_id) AS n FROM ${CHARGED} AND endpoint = 'company'`, {
    ...window,
  });

/** Returns the companies whose contacts were fetched, with the records that the contacts cost. */
export const contactRecords = (
  db: ReadDb,
  window: SpendingWindow,
): { readonly companyId: string; readonly records: number }[] =>
  all(
    db,
    `SELECT company_id, sum(${RECORDS}) AS records FROM ${CHARGED}
       AND endpoint = 'contacts' AND company_id IS NOT NULL
     GROUP BY company_id HAVING sum(${RECORDS}) > 0 ORDER BY company_id`,
    { ...window },
  ).map((row) => ({ companyId: text(row, 'company_id'), records: num(row, 'records') }));

/** The requests that one limit refused: the spending cap `scope` or, if `scope` is null, the budget. */
export interface Refusals {
  readonly budget: Budget;
  readonly scope: AllowanceScope | null;
  readonly requests: number;
  /** Number of UTC days with a refused request. */
  readonly days: number;
}

/**
 * Counts the refused requests for each budget and spending cap, sorted by the number of days with refused
 * requests, most first. Ignores the limit per minute, which only delays requests.
 */
export const refusals = (db: ReadDb, window: SpendingWindow): Refusals[] =>
  all(
    db,
    `SELECT refused_budget, refused_allowance, count(*) AS requests, count(DISTINCT at_ms / ${DAY_MS}) AS days
     FROM entry INDEXED BY entry_at
     WHERE epoch = :epoch AND at_ms >= :fromMs AND at_ms < :untilMs AND state = 'refused'
       AND refused_budget IS NOT NULL AND refused_budget <> 'minute'
     GROUP BY refused_budget, refused_allowance ORDER BY days DESC, requests DESC, refused_budget`,
    { ...window },
  ).map((row) => ({
    budget: budgetSchema.parse(text(row, 'refused_budget')),
    scope: allowanceScopeSchema.nullable().parse(textOrNull(row, 'refused_allowance')),
    requests: num(row, 'requests'),
    days: num(row, 'days'),
  }));

/**
 * Returns whether any request in the window, by this app or another device, was charged or may have been
 * charged.
 */
export const hasSpending = (db: ReadDb, window: SpendingWindow): boolean =>
  get(
    db,
    `SELECT 1 AS hit WHERE EXISTS (SELECT 1 FROM ${CHARGED})
       OR EXISTS (SELECT 1 FROM entry INDEXED BY entry_at WHERE epoch = :epoch AND state = 'other-device'
         AND at_ms >= :fromMs AND at_ms < :untilMs)`,
    { ...window },
  ) !== null;

/** Returns the time of the account's first ledger row; null if there is none. */
export function firstEntryMs(db: ReadDb, epoch: number): number | null {
  const row = get(db, 'SELECT at_ms FROM entry WHERE epoch = :epoch ORDER BY id LIMIT 1', { epoch });
  return row === null ? null : numOrNull(row, 'at_ms');
}
