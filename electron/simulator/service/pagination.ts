import { MINUTE_MS } from '../data/calendar.ts';
import { mixSeed } from '../data/random.ts';
import type { Profile } from '../profile/profile-options.ts';
import { createRowWriter } from './rows.ts';

/** Only the first 500 records of a query are reachable (spec §8). */
export const REACHABLE = 500;
const DRIFT = 4;

interface PageFacts {
  /** `limit` and `offset`, or `page` and `per_page`. */
  readonly position: Readonly<Record<string, number>>;
  /** Total number of matching rows on all pages; null if the service does not report it. */
  readonly found: number | null;
  readonly hasMore: boolean;
  /**
   * Seed for the profile's deviations from the specification. Each page has its own seed, so the deviations
   * differ from page to page.
   */
  readonly salt: string;
}

/** Returns the pagination object (spec §2.11), with any deviations that the profile specifies. */
export function describePage(profile: Profile, nowMs: number, facts: PageFacts): Record<string, unknown> {
  const { found } = facts;
  const total =
    found === null
      ? undefined
      : {
          true: found,
          'capped-at-500': Math.min(found, REACHABLE),
          drifting: Math.max(0, found + driftAt(nowMs)),
        }[profile.total];
  const hasMore = { right: facts.hasMore, always: true, never: false }[profile.hasMore];
  return createRowWriter(profile).finish(
    { ...facts.position, ...(total === undefined ? {} : { total }), has_more: hasMore },
    'pagination',
    facts.salt,
  );
}

const driftAt = (nowMs: number): number =>
  (mixSeed('total', Math.floor(nowMs / MINUTE_MS)) % (2 * DRIFT + 1)) - DRIFT;
