import {
  extendSpan,
  insertSpan,
  pruneSpans,
  receiverSpans,
  type Span,
} from '../database/queries/cache/signals.ts';
import type { ReadDb, WriteDb } from '../database/sql.ts';
import type { Clock, Dispose } from '../ports.ts';

/** Interval in ms at which the uptime is recorded. */
const BEAT_MS = 60_000;
/** A beat later than this, in ms, means that the computer slept or its clock changed. */
const ASLEEP_MS = 180_000;
const SPANS_KEPT = 200;
/** Interruptions shorter than this, in ms, count as a restart and not as a gap. */
const GAP_MS = 300_000;
/** Gaps older than this, in ms, are not offered for catching up. */
const GAP_AGE_MS = 60 * 86_400_000;
const GAPS_TOLD = 10;

export interface Gap {
  readonly fromMs: number;
  readonly toMs: number;
}

export interface UptimeLog {
  /**
   * Starts a listening period.
   * @returns its start, server time in ms
   */
  begin(): number;
  /** Start of the current listening period; null if the receiver is not listening. */
  sinceMs(): number | null;
  /** Detects whether the computer slept since the last beat. */
  look(): void;
  end: Dispose;
}

/** Records in server time when the receiver listened: the service does not resend events from a gap (spec §6.2). */
export function createUptimeLog(cache: WriteDb, clock: Clock, serverNowMs: () => number): UptimeLog {
  let span: { id: number; fromMs: number; lastMs: number } | null = null;
  let stop: Dispose = () => undefined;
  const open = (): number => {
    const nowMs = Math.round(serverNowMs());
    span = { id: insertSpan(cache, nowMs), fromMs: nowMs, lastMs: nowMs };
    pruneSpans(cache, SPANS_KEPT);
    return nowMs;
  };
  const look = (): void => {
    if (span === null) return;
    const nowMs = Math.round(serverNowMs());
    if (nowMs - span.lastMs > ASLEEP_MS) return void open();
    if (nowMs - span.lastMs < BEAT_MS) return;
    extendSpan(cache, span.id, nowMs);
    span.lastMs = nowMs;
  };
  const beat = (): void => {
    stop = clock.after(BEAT_MS, () => {
      look();
      beat();
    });
  };
  return {
    begin: () => {
      stop();
      const fromMs = open();
      beat();
      return fromMs;
    },
    sinceMs: () => span?.fromMs ?? null,
    look,
    end: () => {
      stop();
      look();
      if (span !== null) extendSpan(cache, span.id, Math.round(serverNowMs()));
      span = null;
    },
  };
}

/** The gaps between the listening periods, newest first. */
export function gapsOf(spans: readonly Span[], nowMs: number, isListening: boolean): Gap[] {
  const [newest] = spans;
  if (newest === undefined) return [];
  const since = isListening ? [] : [{ fromMs: newest.toMs, toMs: nowMs }];
  const between = spans
    .slice(1)
    .map((span, index) => ({ fromMs: span.toMs, toMs: spans[index]?.fromMs ?? span.toMs }));
  return [...since, ...between]
    .filter(({ fromMs, toMs }) => toMs - fromMs >= GAP_MS && nowMs - toMs < GAP_AGE_MS)
    .slice(0, GAPS_TOLD);
}

export const gapsIn = (cache: ReadDb, nowMs: number, isListening: boolean): Gap[] =>
  gapsOf(receiverSpans(cache, SPANS_KEPT), nowMs, isListening);
