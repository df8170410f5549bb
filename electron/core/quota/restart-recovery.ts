import type { ClockPair } from '../database/queries/ledger/account-state.ts';
import {
  newestAnswered,
  newestCharged,
  newestTimed,
  unknownEntries,
  type OpenEntry,
} from '../database/queries/ledger/entries.ts';
import type { ReadDb } from '../database/sql.ts';
import type { QuotaParts } from './gather-state.ts';
import { UNKNOWN_TAIL_MS } from './unknown-calls.ts';
import { HOLD_MS } from './minute-window.ts';
import { laterOf, type PreviousClock } from './server-clock.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/durations.ts';

/**
 * If the time error in a ledger row is larger than this, the row was written when the server time was only a
 * guess.
 */
const TRUSTED_ERROR_MS = HOUR_MS;

/**
 * Returns what earlier runs stored about the server time. Call it after `Ledger.markReservedUnknown`, which
 * updates the requests that were in progress when the app crashed.
 */
export const timeBefore = (db: ReadDb, pair: ClockPair | null): PreviousClock => ({
  pair,
  uncertain: uncertainTime(db),
  notBeforeMs: laterOf(pair?.serverMs ?? null, newestTimed(db, TRUSTED_ERROR_MS)?.fromMs ?? null),
});

/**
 * If the date of the most recent dated response was uncertain, returns the time of that response; otherwise
 * null. A ledger row stores two margins: how much earlier and how much later the response may have arrived.
 * If they differ, the date was uncertain, and the larger margin extends to the other possible times. Ignores
 * requests that were answered before their run received its first date, because their times are accurate only
 * to within a day.
 */
function uncertainTime(db: ReadDb): ClockPair | null {
  const answered = newestAnswered(db, DAY_MS);
  if (answered === null || answered.beforeMs === answered.afterMs) return null;
  return { serverMs: answered.completedMs, wallMs: answered.completedWallMs };
}

/**
 * Restores the requests from the last minute of the previous run. It is uncertain how long ago that run
 * ended, so these requests count in the rolling minute for another full minute.
 * @param lastResponseMs the latest server time saved by the previous run
 * @returns a function to call once the server time is known; it shortens this full minute to the time that is
 * really left
 */
export function restoreMinuteWindow(
  { db, facts, minute, serverClock }: QuotaParts,
  lastResponseMs: number | null,
): () => void {
  const sinceMs = (lastResponseMs ?? -Infinity) - HOLD_MS - UNKNOWN_TAIL_MS;
  // Reading as many rows as the per-minute limit is enough, because the previous run cannot have sent more
  // requests in its last minute.
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

/** Usage older than this cannot belong to a current window. */
const LONGEST_MS = 32 * DAY_MS;

/**
 * Prepares to correct the times of requests that were sent before the first response of a run. Their stored
 * times come from the computer's clock, which may be wrong by days.
 * @returns a function that moves the requests with an unknown result to the period from `notBeforeMs` to the
 * present. Call it after each response that had a date. While the server time is not certain, the period
 * extends only from the earliest to the latest possible time, because a request in a very long period counts
 * only in the windows at its ends (`Windows.startsIn`). Once the time is certain, further calls have no
 * effect.
 */
export function createUnknownTimeCorrection(
  { db, ledger, serverClock }: QuotaParts,
  notBeforeMs: number | null,
): (isCertain: boolean) => void {
  let isDone = false;
  let placed: readonly number[] | null = null;
  return (isCertain) => {
    if (isDone) return;
    isDone = isCertain;
    const isFirst = placed === null;
    const nowMs = serverClock.nowMs();
    const errorMs = serverClock.errorMs();
    const times = [nowMs, ...serverClock.otherTimesMs()];
    const earliestMs = Math.min(...times) - errorMs;
    const sinceMs = isCertain ? Math.max(notBeforeMs ?? -Infinity, nowMs - LONGEST_MS) : earliestMs;
    const span = {
      fromMs: Math.min(sinceMs, earliestMs),
      toMs: Math.max(...times) + errorMs + UNKNOWN_TAIL_MS,
    };
    const newestTrusted = newestTimed(db, TRUSTED_ERROR_MS)?.id ?? 0;
    const isUntimed = ({ id }: OpenEntry): boolean => placed?.includes(id) ?? id > newestTrusted;
    const entries = unknownEntries(db).filter((entry) => isUntimed(entry) && !(isFirst && isNearDate(entry)));
    placed = entries.map(({ id }) => id);
    for (const entry of entries) ledger.place(entry, span, nowMs);
  };
}

/**
 * Returns whether the time at which the request ended is known to within a day. For this, the run that sent
 * the request must have received a response with a date, even if the date was uncertain.
 */
const isNearDate = ({ fromMs, toMs, completedMs }: OpenEntry): boolean =>
  completedMs !== null && (completedMs - fromMs < DAY_MS || (toMs ?? completedMs) - completedMs < DAY_MS);

const isTrusted = ({ atMs, fromMs, toMs, completedMs }: OpenEntry): boolean =>
  completedMs === null
    ? atMs - fromMs < TRUSTED_ERROR_MS
    : (toMs ?? completedMs) - completedMs < TRUSTED_ERROR_MS;

/**
 * Returns the latest time at which the request may have ended. `toMs` already includes the clock error and,
 * if the response was lost, `UNKNOWN_TAIL_MS`.
 */
const latestEndMs = ({ atMs, completedMs, toMs }: OpenEntry): number =>
  Math.max(completedMs ?? atMs, toMs ?? -Infinity);

const holdOf = (state: OpenEntry['state']): number => HOLD_MS + (state === 'unknown' ? UNKNOWN_TAIL_MS : 0);
