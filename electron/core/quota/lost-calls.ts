import { placeEntry, updateEntry, type OpenEntry } from '../db/queries/ledger.ts';
import type { WriteDb } from '../db/sql.ts';
import { count, useDay } from './counters.ts';
import type { Span } from './windows.ts';

/* Rows of calls of which nobody heard, each in the caller's transaction: they count as reserved until more is known. */

const DAY_MS = 86_400_000;
/** A call without an answer may be worked on, and charged, this much later than we gave up, ms. */
export const UNKNOWN_TAIL_MS = 60_000;
/** The most that a call under way can have lasted after its reservation when the app died, its tail included, ms. */
const CRASH_TAIL_MS = 120_000;

/** No process waits for it any more. */
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
  useDay(db, entry, lostAtMs(abandoned), entry.reserved);
  return abandoned;
}

/** A lost call belongs to the day of its reservation, if that can be: else it was by a wrong clock, and may be of the last one. */
export const lostAtMs = ({ atMs, toMs }: Pick<OpenEntry, 'atMs' | 'toMs'>): number =>
  toMs === null || (atMs <= toMs && atMs >= toMs - 2 * DAY_MS) ? atMs : toMs;

/** It was made in `span`, and had ended by `endedMs` at the latest; server time. */
export function place(db: WriteDb, entry: OpenEntry, span: Span, endedMs: number): void {
  placeEntry(db, { id: entry.id, ...span, completedMs: endedMs });
  count(db, entry, { fromMs: entry.fromMs, toMs: entry.toMs ?? entry.fromMs }, entry.reserved, 'unknown', -1);
  count(db, entry, span, entry.reserved, 'unknown');
  useDay(db, entry, lostAtMs(entry), entry.reserved, -1);
  useDay(db, entry, lostAtMs({ ...entry, ...span }), entry.reserved);
}

/** It was charged as reserved, or it was not. */
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
  else useDay(db, entry, lostAtMs(entry), entry.reserved, -1);
}
