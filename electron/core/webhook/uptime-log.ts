import {
  extendSpan,
  insertSpan,
  pruneSpans,
  receiverSpans,
  type Span,
} from '../database/queries/cache/signals.ts';
import type { ReadDb, WriteDb } from '../database/sql.ts';
import type { Clock, Dispose } from '../ports.ts';
import { DAY_MS, MINUTE_MS } from '../../../shared/durations.ts';

/** Interval at which the uptime is recorded, in milliseconds. */
const BEAT_MS = MINUTE_MS;
/**
 * If more than this many milliseconds have passed since the uptime was last recorded, the computer was asleep
 * or its clock was changed.
 */
const ASLEEP_MS = 180_000;
const MAX_SPANS = 1_000;
/** Minimum length of a gap in milliseconds. A shorter interruption is assumed to be a restart of the app. */
const GAP_MS = 300_000;
/** Gaps that ended more than this many milliseconds ago are not returned. */
const GAP_AGE_MS = 60 * DAY_MS;
const MAX_GAPS = 10;

/** A period, in server time, during which webhook events may have been missed. */
export interface Gap {
  readonly fromMs: number;
  readonly toMs: number;
}

interface UptimeLog {
  /** Records the start of a listening period and returns its server time. */
  begin(): number;
  /** Returns the start of the current listening period; null if the receiver is not listening. */
  sinceMs(): number | null;
  /** Records that the receiver is still listening. Begins a new period if the computer was asleep. */
  check(): void;
  end: Dispose;
}

/**
 * Records when the receiver was listening, in server time. The service does not repeat deliveries (spec
 * §6.2). If it sent events between two listening periods, the app must therefore fetch their rounds. `onBeat`
 * is called once a minute while the receiver listens.
 */
export function createUptimeLog(
  cache: WriteDb,
  clock: Clock,
  serverNowMs: () => number,
  onBeat: () => void,
): UptimeLog {
  let span: { id: number; fromMs: number; lastMs: number } | null = null;
  let stop: Dispose = () => undefined;
  const open = (): number => {
    const nowMs = Math.round(serverNowMs());
    span = { id: insertSpan(cache, nowMs), fromMs: nowMs, lastMs: nowMs };
    pruneSpans(cache, MAX_SPANS);
    return nowMs;
  };
  const check = (): void => {
    if (span === null) return;
    const nowMs = Math.round(serverNowMs());
    if (nowMs - span.lastMs > ASLEEP_MS) return void open();
    if (nowMs - span.lastMs < BEAT_MS) return;
    extendSpan(cache, span.id, nowMs);
    span.lastMs = nowMs;
  };
  const beat = (): void => {
    stop = clock.after(BEAT_MS, () => {
      check();
      onBeat();
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
    check,
    end: () => {
      stop();
      check();
      if (span !== null) extendSpan(cache, span.id, Math.round(serverNowMs()));
      span = null;
    },
  };
}

/**
 * Returns the gaps between listening periods, newest first. If the receiver is not listening, the newest gap
 * lasts until now. Omits gaps that are too short or too old. `spans` must be sorted newest first.
 */
export function gapsOf(spans: readonly Span[], nowMs: number, isListening: boolean): Gap[] {
  const [newest] = spans;
  if (newest === undefined) return [];
  const since = isListening ? [] : [{ fromMs: newest.toMs, toMs: nowMs }];
  const between = spans
    .slice(1)
    .map((span, index) => ({ fromMs: span.toMs, toMs: spans[index]?.fromMs ?? span.toMs }));
  return [...since, ...between]
    .filter(({ fromMs, toMs }) => toMs - fromMs >= GAP_MS && nowMs - toMs < GAP_AGE_MS)
    .slice(0, MAX_GAPS);
}

/**
 * Returns the interruptions of at least `leastMs` between listening periods, newest first. If `sinceMs` is
 * given, ignores the time before it. Events that were missed during an interruption are not delivered later.
 */
export function interruptionsIn(
  cache: ReadDb,
  { sinceMs, leastMs }: { readonly sinceMs: number | null; readonly leastMs: number },
): Gap[] {
  const spans = receiverSpans(cache, MAX_SPANS);
  return spans
    .slice(1)
    .map((span, index) => ({
      fromMs: Math.max(span.toMs, sinceMs ?? -Infinity),
      toMs: spans[index]?.fromMs ?? span.toMs,
    }))
    .filter(({ fromMs, toMs }) => toMs - fromMs >= leastMs);
}

export const gapsIn = (cache: ReadDb, nowMs: number, isListening: boolean): Gap[] =>
  gapsOf(receiverSpans(cache, MAX_SPANS), nowMs, isListening);
