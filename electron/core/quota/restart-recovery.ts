import type { ClockPair } from '../database/queries/ledger/account-state.ts';
import {
  newestCharged,
  newestTimed,
  unknownEntries,
  type OpenEntry,
} from '../database/queries/ledger/entries.ts';
import type { ReadDb } from '../database/sql.ts';
import type { QuotaParts } from './gather-state.ts';
import { UNKNOWN_TAIL_MS } from './unknown-calls.ts';
import { HOLD_MS } from './minute-window.ts';
import type { PreviousClock } from './server-clock.ts';

/** A row with a larger time error was written while server time was only a guess, ms. */
const TRUSTED_ERROR_MS = 3_600_000;

/** Call this after open reservations have been abandoned. */
export const timeBefore = (db: ReadDb, pair: ClockPair | null): PreviousClock => ({
  pair,
  notBeforeMs: laterOf(pair?.serverMs ?? null, newestTimed(db, TRUSTED_ERROR_MS)?.fromMs ?? null),
});

const laterOf = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.max(one, other);

/**
 * Restores the previous run's last minute after its open requests were abandoned. The elapsed time is
 * uncertain, so that minute restarts; the returned function frees the requests once server time is known.
 * `lastHeardMs`: newest server time of that run.
 */
export function moveToReportedRound(
  { db, facts, minute, serverClock }: QuotaParts,
  lastHeardMs: number | null,
): () => void {
  const sinceMs = (lastHeardMs ?? -Infinity) - HOLD_MS - UNKNOWN_TAIL_MS;
  // The last minute cannot hold more requests than the minute limit.
  const held = newestCharged(db, facts.limit('minute').value).filter(
    (entry) => !isTrusted(entry) || latestEndMs(entry) > sinceMs,
  );
  for (const { id, state, lane } of held)
    minute.restore(id, holdOf(state), lane !== null && lane !== 'interactive');
  return () => {
    const nowMs = serverClock.nowMs();
    for (const entry of held.splice(0))
      if (entry.completedMs !== null && isTrusted(entry))
        minute.shorten(entry.id, latestEndMs(entry) + HOLD_MS + serverClock.errorMs() - nowMs);
  };
}

/** Windows that ended longer ago no longer matter, ms. */
const LONGEST_MS = 32 * 86_400_000;

/**
 * Requests sent before the first response carry a laptop time that may be off by days. Once server time is
 * known, the returned function spreads those with an unknown result over the interval from `notBeforeMs` to
 * now. Only its first call has an effect.
 */
export function lostBeforeReceived(
  { db, ledger, serverClock }: QuotaParts,
  notBeforeMs: number | null,
): () => void {
  const done = new Set<'placed'>();
  return () => {
    if (done.has('placed')) return;
    done.add('placed');
    const nowMs = serverClock.nowMs();
    const errorMs = serverClock.errorMs();
    const fromMs = Math.min(Math.max(notBeforeMs ?? -Infinity, nowMs - LONGEST_MS), nowMs - errorMs);
    const newestTrusted = newestTimed(db, TRUSTED_ERROR_MS)?.id ?? 0;
    for (const entry of unknownEntries(db).filter(({ id }) => id > newestTrusted))
      ledger.place(entry, { fromMs, toMs: nowMs + errorMs + UNKNOWN_TAIL_MS }, nowMs);
  };
}

const isTrusted = ({ atMs, fromMs, toMs, completedMs }: OpenEntry): boolean =>
  completedMs === null
    ? atMs - fromMs < TRUSTED_ERROR_MS
    : (toMs ?? completedMs) - completedMs < TRUSTED_ERROR_MS;

/**
 * `toMs` includes the clock error and the tail of a lost response. The error may be large, for example after
 * sleep during the only timed request.
 */
const latestEndMs = ({ atMs, completedMs, toMs }: OpenEntry): number =>
  Math.max(completedMs ?? atMs, toMs ?? -Infinity);

const holdOf = (state: OpenEntry['state']): number => HOLD_MS + (state === 'unknown' ? UNKNOWN_TAIL_MS : 0);
