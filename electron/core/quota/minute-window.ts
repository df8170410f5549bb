import type { Clock } from '../ports.ts';

/**
 * The rolling minute, measured by the monotonic clock so neither sleep nor a changed laptop clock frees it
 * early.
 */
export interface MinuteWindow {
  /** `background`: the request's lane is not interactive. */
  hold(id: number, background: boolean): void;
  /** Ends the request. `tailMs` extends its hold while the service may still be processing it. */
  complete(id: number, tailMs?: number): void;
  release(id: number): void;
  /** Holds a place for a request of an earlier run until `freeInMs` from now. */
  restore(id: number, freeInMs: number, background: boolean): void;
  /** Frees a restored request earlier once server time is known. */
  shorten(id: number, freeInMs: number): void;
  /** Sets the number of other devices' requests in the service's minute, replacing the previous figure. */
  holdOthers(count: number): void;
  figures(): MinuteFigures;
}
export interface MinuteFigures {
  /** Ended requests that still count. */
  readonly settled: number;
  readonly inFlight: number;
  readonly others: number;
  /**
   * When held places become free, ms from now, ascending. A request in flight frees its place in a minute at
   * the earliest.
   */
  readonly freesInMs: readonly number[];
  /** The same for background requests only. */
  readonly backgroundFreesInMs: readonly number[];
}

/** This device's requests that may count now, including those in flight. */
export const countedInMinute = (minute: MinuteWindow): number => {
  const { settled, inFlight } = minute.figures();
  return settled + inFlight;
};

/**
 * A request counts until a minute after its completion, plus a second for rounding. The service may count it
 * at any moment until it completes, so counting by send time would cause 429s.
 */
export const HOLD_MS = 61_000;

export function createMinuteWindow(clock: Clock): MinuteWindow {
  const freesAt = new Map<number, number | null>();
  const background = new Set<number>();
  let others = { count: 0, freesAtMs: 0 };

  const prune = (nowMs: number): void => {
    for (const [id, atMs] of freesAt) if (atMs !== null && atMs <= nowMs) freesAt.delete(id);
    for (const id of background) if (!freesAt.has(id)) background.delete(id);
    if (others.freesAtMs <= nowMs) others = { count: 0, freesAtMs: 0 };
  };
  return {
    hold: (id, isBackground) => {
      freesAt.set(id, null);
      if (isBackground) background.add(id);
    },
    complete: (id, tailMs = 0) => void freesAt.set(id, clock.monotonicMs() + HOLD_MS + tailMs),
    release: (id) => void freesAt.delete(id),
    restore: (id, freeInMs, isBackground) => {
      freesAt.set(id, clock.monotonicMs() + freeInMs);
      if (isBackground) background.add(id);
    },
    shorten: (id, freeInMs) => {
      const atMs = freesAt.get(id) ?? null;
      if (atMs !== null) freesAt.set(id, Math.min(atMs, clock.monotonicMs() + freeInMs));
    },
    holdOthers: (count) => {
      others = { count, freesAtMs: clock.monotonicMs() + HOLD_MS };
    },
    figures: () => {
      const nowMs = clock.monotonicMs();
      prune(nowMs);
      const times = [...freesAt.values()];
      const inFlight = times.filter((atMs) => atMs === null).length;
      const ends = [
        ...times.map((atMs) => atMs ?? nowMs + HOLD_MS),
        ...Array.from({ length: others.count }, () => others.freesAtMs),
      ];
      const inMs = (atMs: number | null): number => (atMs ?? nowMs + HOLD_MS) - nowMs;
      return {
        backgroundFreesInMs: [...background].map((id) => inMs(freesAt.get(id) ?? null)).sort((a, b) => a - b),
        settled: times.length - inFlight,
        inFlight,
        others: others.count,
        freesInMs: ends.map((atMs) => atMs - nowMs).sort((a, b) => a - b),
      };
    },
  };
}
