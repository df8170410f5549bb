import type { PlanRules, PlanSkip } from '../../../shared/model/plan.ts';
import { planFactsOf } from '../database/queries/cache/plan-facts.ts';
import { listedCompanies } from '../database/queries/yours/lists.ts';
import { savedSearches } from '../database/queries/yours/saved-searches.ts';
import { readPriceHints } from '../library/price-hints.ts';
import { fitsOf } from '../market/fit-scores.ts';
import { newRows } from '../user-data/saved-searches.ts';
import { dueCompanies } from '../watch/due-refreshes.ts';
import {
  contactsCall,
  expectedContacts,
  profileCall,
  refreshCall,
  rulesOf,
  type ListedCompanyFacts,
  type RequestOrSkip,
} from './company-requests.ts';
import { findGap } from './missed-events.ts';
import { gapCalls, searchCalls } from './list-requests.ts';
import { readRules } from './plan-rules.ts';
import type { Material, PlanCall, PlanParts } from './plan-inputs.ts';

/**
 * Maximum number of list entries that a plan considers, newest first. `MAX_CANDIDATES` limits the rows of
 * saved searches in the same way.
 */
const LISTED_MAX = 1_000;
const MAX_CANDIDATES = 500;

/** Returns every request that may be worth its price, and the rejected requests with their reasons. */
export function gatherCalls(live: PlanParts): Material {
  const rules = readRules(live.files.yours);
  const nowMs = live.governor.serverNowMs();
  const everyone = followedBy(live, rules, nowMs);
  const allDue = dueCompanies(live.files, nowMs);
  const parts = atOnce(live, [...everyone.map(({ facts }) => facts), ...allDue]);
  const gap = findGap(parts);
  const calls: PlanCall[] = gapCalls(parts, gap, (records) => records <= rules.catchUpRecords);
  const skips: PlanSkip[] = [];
  const add = (found: RequestOrSkip): void => {
    if (found === null) return;
    if ('call' in found) calls.push(found.call);
    else skips.push(found.skip);
  };
  for (const followed of everyone) {
    if (followed.rules.length > 0) add(contactsCall(parts, followed, nowMs));
    add(profileCall(parts, followed, rules.fitFloor));
  }
  const requested = new Set(calls.map(({ companyId, kind }) => (kind === 'profile' ? companyId : null)));
  // `profileCall` has already proposed the profile of a watched company that was never fetched.
  for (const due of allDue) if (!requested.has(due.companyId)) add(refreshCall(parts, due));
  const searches = searchCalls(parts, gap);
  return {
    calls: [...calls, ...searches.calls],
    skips: [...skips, ...searches.skips],
    expected: everyone.flatMap((followed) => expectedContacts(parts, followed, nowMs)),
  };
}

/**
 * Reads the price data of all companies once, before the plan uses it. The data stays accurate, because no
 * response is stored while the plan is made.
 */
function atOnce(parts: PlanParts, companies: readonly { readonly companyId: string }[]): PlanParts {
  const ids = [...new Set(companies.map(({ companyId }) => companyId))];
  return {
    ...parts,
    hints: readPriceHints(parts.files.cache, ids),
    governor: { ...parts.governor, worst: parts.governor.prices() },
  };
}

/**
 * Returns the listed companies, and those from saved searches that the user has neither seen nor marked as
 * done.
 */
function followedBy({ files }: PlanParts, rules: PlanRules, nowMs: number): ListedCompanyFacts[] {
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
  return planFactsOf(files.cache, ids).map((facts) => ({
    facts,
    rules: rulesOf(rules, listed.get(facts.companyId) ?? []),
    fit: fits.get(facts.companyId)?.score ?? null,
  }));
}
