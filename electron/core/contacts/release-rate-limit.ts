import { createHash } from 'node:crypto';
import type { Clock, Logger } from '../ports.ts';
import { MINUTE_MS } from '../../../shared/durations.ts';

/** Maximum number of companies whose contacts are released to the renderer per minute. */
export const RELEASED_A_MINUTE = 60;
/**
 * Searches release no more contacts once the contacts of this many companies have been released within a
 * minute. The rest, up to `RELEASED_A_MINUTE`, is reserved for companies that the user opens.
 */
export const RELEASED_BEFORE_SEARCH_PAUSES = 50;
/** Maximum number of different texts per minute that are compared with contacts. */
export const TEXTS_A_MINUTE = 60;

type ReleaseDecision =
  | { readonly allowed: true }
  /** Time in ms until another company or text is allowed. */
  | { readonly allowed: false; readonly afterMs: number };

/**
 * Limits how fast contacts leave the main process, so a compromised renderer cannot collect contacts
 * faster than a user could read them.
 */
export interface ReleaseRateLimit {
  /**
   * Must be called before the contacts of a company are released. A company whose contacts were already
   * released within the last minute is not counted again.
   */
  ask(companyId: string): ReleaseDecision;
  /** Returns the companies whose contacts were released within the last minute. */
  released(): ReadonlySet<string>;
  /**
   * Call before a search reveals that a contact of this company matches. Returns false if the match must not
   * be revealed. Counts toward the limit in the same way as `ask`.
   */
  releaseMatch(companyId: string): boolean;
  /**
   * Call before comparing a text with contacts. Comparisons are limited because even a result without a match
   * reveals something: that no contact contains the text. A text that was already compared within the last
   * minute is not counted again.
   */
  compareText(text: string): ReleaseDecision;
  /** Returns the time in ms until a search can release another company; 0 if it can do so now. */
  searchPauseMs(): number;
}

/** Uses the monotonic clock, so changing the system time does not bypass the limit. */
export function createReleaseRateLimit({
  clock,
  log,
}: {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly log: Logger;
}): ReleaseRateLimit {
  const nowMs = (): number => clock.monotonicMs();
  const released = createRecent(nowMs);
  const texts = createRecent(nowMs);
  const logOnce = { people: false, search: false };
  const logPaced = (what: keyof typeof logOnce, isPaced: boolean): void => {
    if (isPaced && !logOnce[what]) log.warn(`${what}-paced`, { companies: released.keys().length });
    logOnce[what] = isPaced;
  };
  const ask = (companyId: string): ReleaseDecision => {
    const waitMs = released.has(companyId) ? 0 : released.waitMs(RELEASED_A_MINUTE);
    logPaced('people', waitMs > 0);
    if (waitMs > 0) return { allowed: false, afterMs: waitMs };
    released.add(companyId);
    return { allowed: true };
  };
  const searchPauseMs = (): number => {
    const waitMs = released.waitMs(RELEASED_BEFORE_SEARCH_PAUSES);
    logPaced('search', waitMs > 0);
    return waitMs;
  };
  return {
    ask,
    released: () => new Set(released.keys()),
    releaseMatch: (companyId) => (released.has(companyId) || searchPauseMs() === 0) && ask(companyId).allowed,
    compareText: (text) => {
      // The text may be a contact's name, so only its hash stays in memory.
      const hash = createHash('sha256').update(text).digest('base64');
      const waitMs = texts.has(hash) ? 0 : texts.waitMs(TEXTS_A_MINUTE);
      if (waitMs > 0) return { allowed: false, afterMs: waitMs };
      texts.add(hash);
      return { allowed: true };
    },
    searchPauseMs,
  };
}

/** The keys that were added within the last minute. */
interface Recent {
  keys(): readonly string[];
  has(key: string): boolean;
  /** Adds a key, or renews its time. */
  add(key: string): void;
  /**
   * Returns the time in whole ms until there are fewer than `limit` recent keys; 0 if this is already the
   * case.
   */
  waitMs(limit: number): number;
}

function createRecent(nowMs: () => number): Recent {
  /** Times by key, newest last. */
  const addedAtMs = new Map<string, number>();
  const expire = (): void => {
    const oldestMs = nowMs() - MINUTE_MS;
    for (const [key, atMs] of addedAtMs) {
      if (atMs > oldestMs) break;
      addedAtMs.delete(key);
    }
  };
  return {
    keys: () => {
      expire();
      return [...addedAtMs.keys()];
    },
    has: (key) => {
      expire();
      return addedAtMs.has(key);
    },
    add: (key) => {
      addedAtMs.delete(key);
      addedAtMs.set(key, nowMs());
    },
    waitMs: (limit) => {
      expire();
      const surplus = addedAtMs.size - limit;
      if (surplus < 0) return 0;
      const atMs = [...addedAtMs.values()][surplus] ?? nowMs();
      return Math.max(1, Math.ceil(MINUTE_MS - (nowMs() - atMs)));
    },
  };
}
