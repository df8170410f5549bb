import { extendSpan, insertSpan, pruneSpans, receiverSpans, type Span } from '../db/queries/signals.ts';
import type { ReadDb, WriteDb } from '../db/sql.ts';
import type { Clock, Dispose } from '../ports.ts';

/** How often it is written down that the receiver listens, ms. */
const BEAT_MS = 60_000;
/** A beat that comes this late, ms: the laptop slept, or time was moved. */
const ASLEEP_MS = 180_000;
const SPANS_KEPT = 200;
/** A shorter pause is a restart, ms. */
const GAP_MS = 300_000;
/** An older gap is nothing that anybody would catch up on, ms. */
const GAP_AGE_MS = 60 * 86_400_000;
const GAPS_TOLD = 10;

export interface Gap {
  readonly fromMs: number;
  readonly toMs: number;
}

export interface Alive {
  /** From now on the receiver listens; since when, server time. */
  begin(): number;
  /** Since when it has listened without a break; null: it does not. */
  sinceMs(): number | null;
  /** Notices whether it slept meanwhile. */
  look(): void;
  end: Dispose;
}

/** Writes down when the receiver listened, by server time: nothing that was sent meanwhile is sent again [§6.2]. */
export function createAlive(cache: WriteDb, clock: Clock, serverNowMs: () => number): Alive {
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

/** When the receiver did not listen between its first and its present time, newest first. Pure. */
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
