import { placeEntry, updateEntry, type OpenEntry } from '../database/queries/ledger/entries.ts';
import type { WriteDb } from '../database/sql.ts';
import { count, useDay } from './counters.ts';
import type { Span } from './policy/windows.ts';
import { DAY_MS, MINUTE_MS } from '../../../shared/durations.ts';

/*
 * Updates the ledger rows of requests with an unknown result, in the caller's transaction. The reserved cost
 * counts until `/stats` shows whether the request was charged. `run-exchange.ts` decides which errors leave
 * the result unknown, and `reconcile.ts` decides how an unknown result is settled.
 */

/**
 * Time during which the service may still process and charge a request after the client has stopped waiting
 * for the response.
 */
export const UNKNOWN_TAIL_MS = MINUTE_MS;
/**
 * The time, in ms, after its reservation during which a request may still be charged if the app crashes.
 * Includes `UNKNOWN_TAIL_MS`.
 */
const CRASH_TAIL_MS = 120_000;

/** Marks a reserved request as unknown because the app was closed or crashed before the response arrived. */
export function abandon(db: WriteDb, entry: OpenEntry): OpenEntry {
  const toMs = entry.atMs + (entry.atMs - entry.fromMs) + CRASH_TAIL_MS;
  const abandoned: OpenEntry = { ...entry, state: 'unknown', toMs };
  updateEntry(db, {
    id: entry.id,
    state: 'unknown',
    cost: null,
    status: null,
    durationMs: null,
    fromMs: entry.fromMs,
    toMs,
    completedMs: null,
    detail: 'abandoned',
  });
  count(db, entry, { fromMs: entry.fromMs, toMs }, entry.reserved, 'unknown');
  useDay(db, entry, unknownSinceMs(abandoned), entry.reserved);
  return abandoned;
}

/**
 * Returns the time that determines on which day a request with an unknown result counts. Normally, this is
 * the time of its reservation. If the reservation is after the end of the request's span or more than two
 * days before it, the computer's clock was wrong, and the end of the span is used instead.
 */
export const unknownSinceMs = ({ atMs, toMs }: Pick<OpenEntry, 'atMs' | 'toMs'>): number =>
  toMs === null || (atMs <= toMs && atMs >= toMs - 2 * DAY_MS) ? atMs : toMs;

/**
 * Sets `span` as the period in which the service may have charged a request, and `endedMs` as the request's
 * time of completion. All times are server time.
 */
export function place(db: WriteDb, entry: OpenEntry, span: Span, endedMs: number): void {
  placeEntry(db, { id: entry.id, ...span, completedMs: endedMs });
  count(db, entry, { fromMs: entry.fromMs, toMs: entry.toMs ?? entry.fromMs }, entry.reserved, 'unknown', -1);
  count(db, entry, span, entry.reserved, 'unknown');
  useDay(db, entry, unknownSinceMs(entry), entry.reserved, -1);
  useDay(db, entry, unknownSinceMs({ ...entry, ...span }), entry.reserved);
}

/** Settles a request with an unknown result, either as charged in full or as not charged. */
export function resolve(db: WriteDb, entry: OpenEntry, charged: boolean): void {
  const span = { fromMs: entry.fromMs, toMs: entry.toMs ?? entry.fromMs };
  updateEntry(db, {
    id: entry.id,
    state: charged ? 'spent' : 'released',
    cost: charged ? entry.reserved : null,
    status: entry.status,
    durationMs: entry.durationMs,
    ...span,
    completedMs: entry.completedMs,
    detail: 'resolved by stats',
  });
  count(db, entry, span, entry.reserved, 'unknown', -1);
  if (charged) count(db, entry, span, entry.reserved, 'spent');
  else useDay(db, entry, unknownSinceMs(entry), entry.reserved, -1);
}
