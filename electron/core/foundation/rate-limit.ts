import type { Clock } from '../ports.ts';
import { MINUTE_MS } from '../../../shared/durations.ts';

/**
 * Limits how often an action may happen within a minute. Uses the monotonic clock, so changing the system
 * time does not bypass the limit.
 */
export interface RateLimit {
  /** Counts one occurrence. Returns false, and counts nothing, if the limit is reached. */
  take(): boolean;
}

export function createRateLimit(perMinute: number, clock: Pick<Clock, 'monotonicMs'>): RateLimit {
  /** Times of the occurrences within the last minute, oldest first. */
  let takenAtMs: readonly number[] = [];
  return {
    take: () => {
      const nowMs = clock.monotonicMs();
      takenAtMs = takenAtMs.filter((atMs) => nowMs - atMs < MINUTE_MS);
      if (takenAtMs.length >= perMinute) return false;
      takenAtMs = [...takenAtMs, nowMs];
      return true;
    },
  };
}
