import { createRateLimit, type RateLimit } from '../foundation/rate-limit.ts';
import type { Clock } from '../ports.ts';

export const REQUESTS_A_MINUTE = 120;
export const REQUESTS_AT_ONCE = 4;

export interface ClientLimits {
  /**
   * Counts a request. Returns a function that must be called when the request has ended, or null if the request
   * must be refused.
   */
  enter(clientId: string): (() => void) | null;
  /**
   * Returns whether this is the client's first refused request within a minute. Further refusals within the
   * minute are not logged.
   */
  isFirstRefusal(clientId: string): boolean;
}

/** Limits how often each client may send requests, so no client can slow down the app. */
export function createClientLimits(clock: Pick<Clock, 'monotonicMs'>): ClientLimits {
  const rates = new Map<string, RateLimit>();
  const refusals = new Map<string, RateLimit>();
  const running = new Map<string, number>();
  const limitOf = (limits: Map<string, RateLimit>, id: string, perMinute: number): RateLimit => {
    const limit = limits.get(id) ?? createRateLimit(perMinute, clock);
    limits.set(id, limit);
    return limit;
  };
  return {
    enter: (id) => {
      const now = running.get(id) ?? 0;
      if (now >= REQUESTS_AT_ONCE || !limitOf(rates, id, REQUESTS_A_MINUTE).take()) return null;
      running.set(id, now + 1);
      return () => void running.set(id, (running.get(id) ?? 1) - 1);
    },
    isFirstRefusal: (id) => limitOf(refusals, id, 1).take(),
  };
}
