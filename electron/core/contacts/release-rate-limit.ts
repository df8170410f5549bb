import type { Clock, Logger } from '../ports.ts';

/** Maximum number of companies whose contacts are released to the renderer per minute. */
export const RELEASED_A_MINUTE = 60;
const MINUTE_MS = 60_000;

export type ReleaseDecision =
  | { readonly allowed: true }
  /** Time in ms until the contacts of another company can be shown. */
  | { readonly allowed: false; readonly afterMs: number };

/**
 * Limits how fast contacts leave the main process, so that a compromised renderer cannot collect more of them
 * than a user could read.
 */
export interface ReleaseRateLimit {
  /**
   * Call before releasing the contacts of a company. A company that was already released within the last
   * minute is not counted again.
   */
  ask(companyId: string): ReleaseDecision;
}

/** Uses the monotonic clock, so changing the system time does not bypass the limit. */
export function createReleaseRateLimit({
  clock,
  log,
}: {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly log: Logger;
}): ReleaseRateLimit {
  /** Companies released within the last minute, newest last. */
  const releasedAtMs = new Map<string, number>();
  let isPaced = false;
  return {
    ask: (companyId) => {
      const nowMs = clock.monotonicMs();
      for (const [id, atMs] of releasedAtMs) {
        if (nowMs - atMs < MINUTE_MS) break;
        releasedAtMs.delete(id);
      }
      if (releasedAtMs.size >= RELEASED_A_MINUTE && !releasedAtMs.has(companyId)) {
        const [oldestMs = nowMs] = releasedAtMs.values();
        if (!isPaced) log.warn('people-paced', { companies: releasedAtMs.size });
        isPaced = true;
        return { allowed: false, afterMs: Math.max(1, Math.ceil(MINUTE_MS - (nowMs - oldestMs))) };
      }
      isPaced = false;
      releasedAtMs.delete(companyId);
      releasedAtMs.set(companyId, nowMs);
      return { allowed: true };
    },
  };
}
