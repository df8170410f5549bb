import { MINUTE_MS } from '../../../../shared/durations.ts';

/** Maximum number of unauthenticated requests per minute. Further requests get status 429. */
const PER_MINUTE = 60;

export interface UnauthenticatedRateLimit {
  /** Counts a request. Returns false if the limit is already reached. */
  allows(): boolean;
}

/**
 * Creates a rate limit for requests without a valid key. Authenticated requests must not be counted, because
 * the service does not repeat a refused delivery of a webhook event (spec §6.2).
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
