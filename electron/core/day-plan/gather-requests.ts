import type { PlanRules, PlanSkip, PlanSkipWhy } from '../../../shared/model/plan.ts';
import type { TriageMark } from '../../../shared/model/triage.ts';
import { readPanelWaits } from '../database/queries/cache/panels/panel-waits.ts';
import { planFactsOf } from '../database/queries/cache/plan-facts.ts';
import { listedCompanies } from '../database/queries/yours/lists.ts';
import { savedSearches } from '../database/queries/yours/saved-searches.ts';
import { readPriceHints } from '../library/price-hints.ts';
import { readBuyerRoles } from '../market/buyer-roles.ts';
import { fitsOf } from '../market/fit-scores.ts';
import { certainlyOurs } from '../user-data/ours/ours-marks.ts';
import { newRows } from '../user-data/saved-searches.ts';
import { doneOrSnoozedMarks } from '../user-data/triage.ts';
import { dueCompanies } from '../watch/due-refreshes.ts';
import {
  contactsAfterProfile,
  contactsCall,
  expectedContacts,
  profileCall,
  refreshCall,
  rulesOf,
  type ListedCompanyFacts,
  type RequestOrSkip,
} from './company-requests.ts';
import { findGap } from './find-gap.ts';
import { gapCalls, searchCalls } from './list-requests.ts';
import { matchingFrom, matchingIgnored, type MatchingOf } from './matching.ts';
import { readRules } from './plan-rules.ts';
import type { Candidate } from './decide-plan.ts';
import { skippedCall, type Material, type PlanCall, type PlanParts } from './plan-inputs.ts';

/**
 * Maximum number of list entries that a plan considers, newest first. A plan considers at most
 * `MAX_CANDIDATES` unseen rows of saved searches.
 */
const LISTED_MAX = 1_000;
const MAX_CANDIDATES = 500;

interface GatherOptions {
  /**
   * Whether contacts are fetched only for companies with a contact that matches the buyer roles. Has no
   * effect if no roles are set.
   */
  readonly onlyMatches: boolean;
  /**
   * Minimum fit at which the plan proposes the profile of a new company. By default, the minimum in the
   * user's rules.
   */
  readonly fitFloor?: number;
  /**
   * Minimum fit at which the plan proposes contacts of an unlisted company. If omitted, no such contacts are
   * proposed.
   */
  readonly contactsFloor?: number;
  /** First day to request, by saved search id. Without an entry, all days of the search are requested. */
  readonly searchesSince?: ReadonlyMap<string, number>;
}

/**
 * Returns all requests that may be worth their price. Also returns the rejected requests with their reasons,
 * such as requests about companies that are done, snoozed or among the user's own companies.
 */
export function gatherCalls(
  live: PlanParts,
  { onlyMatches, fitFloor, contactsFloor, searchesSince }: GatherOptions,
): Material {
  const rules = readRules(live.files.yours);
  const nowMs = live.governor.serverNowMs();
  const everyone = followedBy(live, rules, nowMs, { onlyMatches, contactsFloor });
  const allDue = dueCompanies(live.files, nowMs);
  const ids = [
    ...new Set([...everyone.map(({ facts }) => facts), ...allDue].map(({ companyId }) => companyId)),
  ];
  const parts = atOnce(live, ids, nowMs);
  const marks = doneOrSnoozedMarks(live.files, ids, nowMs);
  const ours = certainlyOurs(live.files, ids);
  const gap = findGap(parts);
  const calls: PlanCall[] = gapCalls(parts, gap, (records) => records <= rules.catchUpRecords);
  const skips: PlanSkip[] = [];
  const expected: Candidate[] = [];
  const profiles = new Set<string | null>();
  /**
   * Adds a request to the plan or to the skipped requests. Returns the request if the plan now contains it,
   * otherwise null.
   */
  const add = (found: RequestOrSkip): PlanCall | null => {
    if (found === null) return null;
    if ('skip' in found) {
      skips.push(found.skip);
      return null;
    }
    const { call } = found;
    if (call.kind === 'profile') profiles.add(call.companyId);
    const own = call.companyId === null ? undefined : ours.get(call.companyId);
    if (own !== undefined) {
      skips.push(skippedCall(call, { why: 'ours', kind: own.kind }));
      return null;
    }
    const mark = call.companyId === null ? undefined : marks.get(call.companyId);
    if (mark === undefined) calls.push(call);
    else skips.push(skippedCall(call, skipWhyOf(mark)));
    return mark === undefined ? call : null;
  };
  for (const followed of everyone) {
    const contacts = contactsCall(parts, followed, nowMs);
    const isOffered = followed.rules.length > 0 || (isGoodFit(followed, contactsFloor) && isCall(contacts));
    const added = isOffered ? add(contacts) : null;
    if (added?.kind === 'profile') expected.push(contactsAfterProfile(parts, followed, added, nowMs));
    if (!profiles.has(followed.facts.companyId))
      add(profileCall(parts, followed, fitFloor ?? rules.fitFloor));
    if (!ours.has(followed.facts.companyId)) expected.push(...expectedContacts(parts, followed, nowMs));
  }
  // For a watched company that was never fetched, `profileCall` has already proposed the same request.
  for (const due of allDue) if (!profiles.has(due.companyId)) add(refreshCall(parts, due));
  const searches = searchCalls(parts, gap, searchesSince);
  return {
    calls: [...calls, ...searches.calls],
    skips: [...skips, ...searches.skips],
    expected,
  };
}

const isGoodFit = ({ fit }: ListedCompanyFacts, floor: number | undefined): boolean =>
  floor !== undefined && fit !== null && fit >= floor;
const isCall = (found: RequestOrSkip): boolean => found !== null && 'call' in found;

const skipWhyOf = (mark: TriageMark): PlanSkipWhy =>
  mark.state === 'done' ? { why: 'done' } : { why: 'snoozed', untilMs: mark.untilMs };

/**
 * Returns a copy of `parts` whose server time, price hints and panel waits have been read once for the whole
 * plan. These values stay current, because no response is stored while the plan is made.
 */
function atOnce(parts: PlanParts, ids: readonly string[], nowMs: number): PlanParts {
  return {
    ...parts,
    hints: readPriceHints(parts.files.cache, ids),
    panelWaits: readPanelWaits(parts.files.cache, ids),
    governor: { ...parts.governor, worst: parts.governor.prices(), serverNowMs: () => nowMs },
  };
}

/**
 * Returns the facts about companies on lists, and about companies that occur in the unseen rows of saved
 * searches (`newRows`).
 */
function followedBy(
  parts: PlanParts,
  rules: PlanRules,
  nowMs: number,
  { onlyMatches, contactsFloor }: Pick<GatherOptions, 'onlyMatches' | 'contactsFloor'>,
): ListedCompanyFacts[] {
  const { files } = parts;
  const listed = new Map<string, number[]>();
  for (const { companyId, listId } of listedCompanies(files.yours, LISTED_MAX))
    listed.set(companyId, [...(listed.get(companyId) ?? []), listId]);
  const candidates = new Set(
    savedSearches(files.yours)
      .flatMap((search) => newRows(files, search, nowMs))
      .map(({ companyId }) => companyId)
      .slice(0, MAX_CANDIDATES),
  );
  const ids = [...new Set([...listed.keys(), ...candidates])];
  const fits = fitsOf(files, ids);
  const wanted = contactsFloor === undefined ? [...listed.keys()] : ids;
  const matchingOf = onlyMatches ? readMatching(parts, wanted) : matchingIgnored;
  return planFactsOf(files.cache, ids).map((facts) => ({
    facts,
    rules: rulesOf(rules, listed.get(facts.companyId) ?? []),
    fit: fits.get(facts.companyId)?.score ?? null,
    matching: matchingOf(facts, nowMs),
  }));
}

function readMatching({ files, countMatches }: PlanParts, ids: readonly string[]): MatchingOf {
  const roles = readBuyerRoles(files.yours);
  return roles === null ? matchingIgnored : matchingFrom(countMatches(ids, roles));
}
