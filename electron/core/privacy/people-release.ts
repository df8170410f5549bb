import type { Clock, Logger } from '../ports.ts';

/** So many companies' people are handed to the screens in any minute, whoever asks. */
export const RELEASED_A_MINUTE = 60;
const MINUTE_MS = 60_000;

export type Release =
  | { readonly allowed: true }
  /** `afterMs` from now the next company's people can be shown. */
  | { readonly allowed: false; readonly afterMs: number };

/** Counts whose people left the main process; a screen that was taken over gets no more than a person could read. */
export interface PeopleRelease {
  /** Asked each time before a company's people are handed out. A company that was handed out within the minute counts once. */
  ask(companyId: string): Release;
}

/** Time is monotonic: setting the laptop's clock opens nothing. */
export function createPeopleRelease({
  clock,
  log,
}: {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly log: Logger;
}): PeopleRelease {
  /** Newest last. */
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
        return { allowed: false, afterMs: Math.max(1, MINUTE_MS - (nowMs - oldestMs)) };
      }
      isPaced = false;
      releasedAtMs.delete(companyId);
      releasedAtMs.set(companyId, nowMs);
      return { allowed: true };
    },
  };
}
