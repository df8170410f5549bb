import type { ClockPair } from '../db/queries/ledger-facts.ts';
import { newestCharged, newestTimed, unknownEntries, type OpenEntry } from '../db/queries/ledger.ts';
import type { ReadDb } from '../db/sql.ts';
import type { QuotaParts } from './gather-state.ts';
import { UNKNOWN_TAIL_MS } from './lost-calls.ts';
import { HOLD_MS } from './minute-window.ts';
import type { Before } from './server-clock.ts';

/** A row whose time may be off by more was written while the service's time was only a guess, ms. */
const TRUSTED_ERROR_MS = 3_600_000;

/** Once no row says "reserved" any more. */
export const timeBefore = (db: ReadDb, pair: ClockPair | null): Before => ({
  pair,
  notBeforeMs: laterOf(pair?.serverMs ?? null, newestTimed(db, TRUSTED_ERROR_MS)?.fromMs ?? null),
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

/** Windows that ended longer ago than this decide nothing any more, ms. */
const LONGEST_MS = 32 * 86_400_000;

/**
 * What a run sent before it heard the service stands where the laptop's clock put it, which may have been off by days. Nobody
 * knows when it was, save that it was after whatever was heard last, `notBeforeMs`, and before now: once the service's time is
 * known, such calls of unknown outcome count in all of that stretch. Returns what does so, the first time it is called.
 */
export function lostBeforeHeard(
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
 * `toMs` holds how far off the clock was at that end, and the tail of a lost answer. It was off by half of a sleep, say, that
 * fell into the only call by which the service's time was known.
 */
const latestEndMs = ({ atMs, completedMs, toMs }: OpenEntry): number =>
  Math.max(completedMs ?? atMs, toMs ?? -Infinity);

const holdOf = (state: OpenEntry['state']): number => HOLD_MS + (state === 'unknown' ? UNKNOWN_TAIL_MS : 0);
