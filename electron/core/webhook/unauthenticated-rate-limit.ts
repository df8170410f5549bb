/** Unauthenticated requests per minute that are checked; further ones are refused unchecked. */
const PER_MINUTE = 60;
const MINUTE_MS = 60_000;

export interface UnauthenticatedRateLimit {
  /** Counts one request; false if the last minute already reached the limit. */
  allows(): boolean;
}

/** Authenticated deliveries are never counted: the service does not resend a refused delivery (spec §6.2). */
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
