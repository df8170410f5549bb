import type { Clock } from '../ports.ts';

/** One of the planted defects that the tests must catch. Tests only. */
export type PlantedDefect = 'fixed-window-minute' | 'reserve-after-send';

/** The rolling minute, by the monotonic clock: neither sleep nor a changed laptop clock reopens it [R-8-18]. */
export interface MinuteWindow {
  hold(id: number): void;
  /** The call ended; `tailMs` longer where the service may still be working on it. */
  complete(id: number, tailMs?: number): void;
  release(id: number): void;
  /** Calls of earlier runs of the app that may still count, until `freeInMs` from now. */
  restore(id: number, freeInMs: number): void;
  /** Lets a restored call go earlier, now that the service's time is known. */
  shorten(id: number, freeInMs: number): void;
  /** Calls of other devices in the service's minute; replaces the last such figure. */
  holdOthers(count: number): void;
  figures(): MinuteFigures;
}
export interface MinuteFigures {
  /** Ended calls that still count. */
  readonly settled: number;
  readonly inFlight: number;
  readonly others: number;
  /** When held places come free, ms from now, ascending. A call in flight frees its place a minute from now at best. */
  readonly freesInMs: readonly number[];
}

/**
 * A call counts until a minute after its completion, and a second for rounding: the service counts it at some moment
 * between the two ends of the call, and a limiter that counts by the time of sending earns 429s.
 */
export const HOLD_MS = 61_000;

export function createMinuteWindow(clock: Clock, plantedDefect?: PlantedDefect): MinuteWindow {
  const bySendTime = plantedDefect === 'fixed-window-minute';
  const freesAt = new Map<number, number | null>();
  let others = { count: 0, freesAtMs: 0 };

  const prune = (nowMs: number): void => {
    for (const [id, atMs] of freesAt) if (atMs !== null && atMs <= nowMs) freesAt.delete(id);
    if (others.freesAtMs <= nowMs) others = { count: 0, freesAtMs: 0 };
  };
  return {
    hold: (id) => void freesAt.set(id, bySendTime ? clock.monotonicMs() + HOLD_MS - 1_000 : null),
    complete: (id, tailMs = 0) => {
      if (!bySendTime) freesAt.set(id, clock.monotonicMs() + HOLD_MS + tailMs);
    },
    release: (id) => void freesAt.delete(id),
    restore: (id, freeInMs) => void freesAt.set(id, clock.monotonicMs() + freeInMs),
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
      return {
        settled: times.length - inFlight,
        inFlight,
        others: others.count,
        freesInMs: ends.map((atMs) => atMs - nowMs).sort((a, b) => a - b),
      };
    },
  };
}
