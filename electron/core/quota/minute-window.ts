import type { Clock, Dispose } from '../ports.ts';

/**
 * Counts the requests in the rolling minute. Uses the monotonic clock. With the wall clock, a request could
 * stop counting too early if the computer's clock is changed.
 */
export interface MinuteWindow {
  /**
   * Starts counting a request that has just been reserved. `background` is true unless the request's lane is
   * interactive.
   */
  hold(id: number, background: boolean): void;
  /**
   * Marks the request as completed. It continues to count for `HOLD_MS`, plus `tailMs` if the service may
   * still be processing it.
   */
  complete(id: number, tailMs?: number): void;
  release(id: number): void;
  /** Adds a request from an earlier run, which counts for another `freeInMs` milliseconds. */
  restore(id: number, freeInMs: number, background: boolean): void;
  /** Stops counting a request after at most `freeInMs` milliseconds. */
  shorten(id: number, freeInMs: number): void;
  /** Sets the number of requests by other devices in the current minute, replacing the previous number. */
  holdOthers(count: number): void;
  figures(): MinuteFigures;
}
interface MinuteFigures {
  /** Number of completed requests that are still counted. */
  readonly settled: number;
  readonly inFlight: number;
  readonly others: number;
  /**
   * The times in ms until each counted request stops counting, in ascending order. For a request in flight,
   * this is the earliest possible time.
   */
  readonly freesInMs: readonly number[];
  /** Like `freesInMs`, but only for background requests. */
  readonly backgroundFreesInMs: readonly number[];
}

/** Returns the number of requests by this device in the rolling minute, including those in flight. */
export const countedInMinute = (minute: MinuteWindow): number => {
  const { settled, inFlight } = minute.figures();
  return settled + inFlight;
};

/**
 * How long a completed request still counts: a minute, plus a second for rounding. The service may count a
 * request at any moment until it is completed. If the minute began when the request was sent, it could end
 * too early and cause a 429.
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

/**
 * Interval, in ms, at which `announceWhileEmptying` checks the window. A shorter interval would cause too
 * much work, because the screens reload their prices after each announcement.
 */
const LOOK_EVERY_MS = 3_000;

interface EmptyingWindow {
  /** Starts checking the window if it contains requests. Call this after every published change. */
  schedule(): void;
  dispose(): void;
}

/**
 * Calls `announce` each time requests stop counting, until the window is empty. Without these calls, the
 * screens would continue to show requests that the governor no longer counts.
 */
export function announceWhileEmptying(
  clock: Clock,
  minute: Pick<MinuteWindow, 'figures'>,
  announce: () => void,
): EmptyingWindow {
  let cancel: Dispose = () => undefined;
  const counted = (): number => minute.figures().freesInMs.length;
  const look = (before: number): void => {
    if (before === 0) return;
    cancel = clock.after(LOOK_EVERY_MS, () => {
      const now = counted();
      if (now < before) announce();
      look(now);
    });
  };
  const schedule = (): void => {
    cancel();
    look(counted());
  };
  return { schedule, dispose: () => cancel() };
}
