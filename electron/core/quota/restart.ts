import type { ClockPair } from '../db/queries/ledger-facts.ts';
import { newestCharged, newestTimedMs, type OpenEntry } from '../db/queries/ledger.ts';
import type { ReadDb } from '../db/sql.ts';
import type { QuotaParts } from './gather-state.ts';
import { UNKNOWN_TAIL_MS } from './ledger.ts';
import { HOLD_MS } from './minute-window.ts';
import type { Before } from './server-clock.ts';

/** A row whose time may be off by more was written while the service's time was only a guess, ms. */
const TRUSTED_ERROR_MS = 3_600_000;

/** Once no row says "reserved" any more. */
export const timeBefore = (db: ReadDb, pair: ClockPair | null): Before => ({
  pair,
  notBeforeMs: laterOf(pair?.serverMs ?? null, newestTimedMs(db, TRUSTED_ERROR_MS)),
});

const laterOf = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.max(one, other);

/**
 * Takes over what the last run left once its open calls were abandoned: its last minute goes on counting. How
 * long ago that was only the laptop's clock tells, which may have been changed since, so that minute starts anew; returns
 * what lets those calls go as soon as the service's own time is known. `lastHeardMs`: the newest server time of that run.
 */
export function takeOver(
  { db, facts, minute, serverClock }: QuotaParts,
  lastHeardMs: number | null,
): () => void {
  const sinceMs = (lastHeardMs ?? -Infinity) - HOLD_MS - UNKNOWN_TAIL_MS;
  // More than a minute's worth of calls cannot have been made in its last minute.
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

const isTrusted = ({ atMs, fromMs, toMs, completedMs }: OpenEntry): boolean =>
  completedMs === null
    ? atMs - fromMs < TRUSTED_ERROR_MS
    : (toMs ?? completedMs) - completedMs < TRUSTED_ERROR_MS;

/**
 * `toMs` holds how far off the clock was at that end, and the tail of a lost answer. It was off by half of a sleep, say, that
 * fell into the only call by which the service's time was known.
 */
const latestEndMs = ({ atMs, completedMs, toMs }: OpenEntry): number =>
  Math.max(completedMs ?? atMs, toMs ?? -Infinity);

const holdOf = (state: OpenEntry['state']): number => HOLD_MS + (state === 'unknown' ? UNKNOWN_TAIL_MS : 0);
