/** Requests without the key that are told apart in a minute; more are turned away unseen [R-WH-17]. */
const PER_MINUTE = 60;
const MINUTE_MS = 60_000;

export interface UnauthenticatedCap {
  /** Counts one; false: there were as many within the last minute already. */
  allows(): boolean;
}

/** Whoever carries the key is never counted: a delivery that is turned away is not sent again [§6.2]. */
export function createUnauthenticatedCap(monotonicMs: () => number): UnauthenticatedCap {
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
