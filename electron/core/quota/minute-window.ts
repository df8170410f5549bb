import type { Clock } from '../ports.ts';
import type { PlantedDefect } from './planted-defect.ts';

/** The rolling minute, by the monotonic clock: neither sleep nor a changed laptop clock reopens it [R-8-18]. */
export interface MinuteWindow {
  /** `background`: of a lane in which nobody waits. */
  hold(id: number, background: boolean): void;
  /** The call ended; `tailMs` longer where the service may still be working on it. */
  complete(id: number, tailMs?: number): void;
  release(id: number): void;
  /** Calls of earlier runs of the app that may still count, until `freeInMs` from now. */
  restore(id: number, freeInMs: number, background: boolean): void;
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
  /** The same, of the calls of the background only. */
  readonly backgroundFreesInMs: readonly number[];
}

/** This device's calls that may count now, those under way included. */
export const heldIn = (minute: MinuteWindow): number => {
  const { settled, inFlight } = minute.figures();
  return settled + inFlight;
};

/**
 * A call counts until a minute after its completion, and a second for rounding: the service counts it at some moment
 * between the two ends of the call, and a limiter that counts by the time of sending earns 429s.
 */
export const HOLD_MS = 61_000;

export function createMinuteWindow(clock: Clock, plantedDefect?: PlantedDefect): MinuteWindow {
  const bySendTime = plantedDefect === 'send-time-minute' || plantedDefect === 'fixed-window-minute';
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
      freesAt.set(id, bySendTime ? freesAtOfSent(clock.monotonicMs(), plantedDefect) : null);
      if (isBackground) background.add(id);
    },
    complete: (id, tailMs = 0) => {
      if (!bySendTime) freesAt.set(id, clock.monotonicMs() + HOLD_MS + tailMs);
    },
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

/** The planted defects: free again a minute after the sending, or at the next full minute. */
const freesAtOfSent = (nowMs: number, plantedDefect: PlantedDefect | undefined): number =>
  plantedDefect === 'fixed-window-minute'
    ? (Math.floor(nowMs / 60_000) + 1) * 60_000
    : nowMs + HOLD_MS - 1_000;
