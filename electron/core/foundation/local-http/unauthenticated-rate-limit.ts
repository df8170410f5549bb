import { MINUTE_MS } from '../../../../shared/durations.ts';

/** Maximum number of unauthenticated requests per minute. Further requests get status 429. */
const PER_MINUTE = 60;

export interface UnauthenticatedRateLimit {
  /** Counts a request. Returns false if the limit is already reached. */
  allows(): boolean;
}

/**
 * Creates a rate limit for requests without a valid key. Requests with a valid key must not be counted: if
 * one were refused, its webhook event would be lost, because the service does not repeat deliveries (spec
 * §6.2).
 */
export function createUnauthenticatedRateLimit(monotonicMs: () => number): UnauthenticatedRateLimit {
  const times: number[] = [];
  return {
    allows: () => {
      const nowMs = monotonicMs();
      while (times.length > 0 && nowMs - (times[0] ?? nowMs) >= MINUTE_MS) times.shift();
      if (times.length >= PER_MINUTE) return false;
      times.push(nowMs);
      return true;
    },
  };
}
