import type { StoredMatches } from '../contacts/match-counts.ts';
import type { PlanFacts } from '../database/queries/cache/plan-facts.ts';
import { DAY_MS } from '../../../shared/durations.ts';

/**
 * How a company's contacts match the buyer roles, as far as this is known.
 *
 * - `ignored`: no buyer roles are set, or the user's rules fetch contacts regardless of matches.
 * - `locked`: contacts are locked, so their titles cannot be read.
 * - `unknown`: no titles are stored, or only titles from before the newest round. A profile costs one record
 *   and shows the current titles (spec §4.3).
 * - `known`: current titles are stored, so the number of matching contacts is known.
 */
export type CompanyMatching =
  | { readonly state: 'ignored' | 'locked' }
  | { readonly state: 'unknown'; readonly counts: StoredMatches | null }
  | { readonly state: 'known'; readonly counts: StoredMatches };

export type MatchingOf = (facts: PlanFacts, nowMs: number) => CompanyMatching;

export const matchingIgnored: MatchingOf = () => ({ state: 'ignored' });

/** @param counts the stored matches by company id; null while contacts are locked */
export const matchingFrom =
  (counts: ReadonlyMap<string, StoredMatches> | null): MatchingOf =>
  (facts, nowMs) => {
    if (counts === null) return { state: 'locked' };
    const stored = counts.get(facts.companyId) ?? null;
    const isCurrent = stored !== null && !isOlderThanRound(facts);
    if (!isCurrent && mayFetchProfile(facts, nowMs)) return { state: 'unknown', counts: stored };
    return { state: 'known', counts: stored ?? NOBODY };
  };

const NOBODY: StoredMatches = { strong: 0, weak: 0, none: 0, unknown: 0, stored: 0 };

/**
 * Returns whether the stored titles are older than the newest round. Companies hire after a round, so the
 * service may now list different people.
 */
function isOlderThanRound({ contacts, announcedOn }: PlanFacts): boolean {
  const raisedMs = announcedOn === null ? Number.NaN : Date.parse(`${announcedOn}T00:00:00Z`);
  return raisedMs > Math.max(contacts?.namesAtMs ?? 0, contacts?.fetchedAtMs ?? 0);
}

/**
 * If a profile contained no current titles, it is not fetched again for a day, because the reason for the
 * missing titles may still apply: contacts were locked, or all contacts are blocked.
 */
const mayFetchProfile = ({ profileAtMs }: PlanFacts, nowMs: number): boolean =>
  profileAtMs === null || nowMs - profileAtMs >= DAY_MS;

/** Returns the match counts if titles are stored but none of them matches; otherwise null. */
export function noMatchIn(matching: CompanyMatching): StoredMatches | null {
  if (matching.state !== 'known' && matching.state !== 'unknown') return null;
  const { counts } = matching;
  return counts !== null && counts.strong + counts.weak === 0 ? counts : null;
}
