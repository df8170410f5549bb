import { placeEntry, updateEntry, type OpenEntry } from '../database/queries/ledger/entries.ts';
import type { WriteDb } from '../database/sql.ts';
import { count, useDay } from './counters.ts';
import type { Span } from './policy/windows.ts';

/*
 * Ledger rows of requests with an unknown result, updated in the caller's transaction. They count as reserved
 * until more is known.
 */

const DAY_MS = 86_400_000;
/**
 * The service may process and charge an unanswered request this long after the client stopped waiting, ms.
 */
export const UNKNOWN_TAIL_MS = 60_000;
/**
 * Maximum duration of a running request after its reservation when the app crashes, including the tail, ms.
 */
const CRASH_TAIL_MS = 120_000;

/** Marks a request from an earlier run as unknown. */
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
 * An unknown request counts on the day of its reservation if that is plausible; otherwise the laptop's clock
 * was wrong and the last possible day is used.
 */
export const unknownSinceMs = ({ atMs, toMs }: Pick<OpenEntry, 'atMs' | 'toMs'>): number =>
  toMs === null || (atMs <= toMs && atMs >= toMs - 2 * DAY_MS) ? atMs : toMs;

/** Moves the request to `span`; it had ended by `endedMs`. Server time. */
export function place(db: WriteDb, entry: OpenEntry, span: Span, endedMs: number): void {
  placeEntry(db, { id: entry.id, ...span, completedMs: endedMs });
  count(db, entry, { fromMs: entry.fromMs, toMs: entry.toMs ?? entry.fromMs }, entry.reserved, 'unknown', -1);
  count(db, entry, span, entry.reserved, 'unknown');
  useDay(db, entry, unknownSinceMs(entry), entry.reserved, -1);
  useDay(db, entry, unknownSinceMs({ ...entry, ...span }), entry.reserved);
}

/** Resolves the request as charged in full or not charged. */
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
