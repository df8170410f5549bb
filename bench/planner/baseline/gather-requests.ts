import type { PlanRules, PlanSkip, PlanSkipWhy } from '../../../shared/model/plan.ts';
import type { TriageMark } from '../../../shared/model/triage.ts';
import { planFactsOf } from '../../../electron/core/database/queries/cache/plan-facts.ts';
import { listedCompanies } from '../../../electron/core/database/queries/yours/lists.ts';
import { savedSearches } from '../../../electron/core/database/queries/yours/saved-searches.ts';
import { readPriceHints } from '../../../electron/core/library/price-hints.ts';
import { fitsOf } from '../../../electron/core/market/fit-scores.ts';
import { newRows } from '../../../electron/core/user-data/saved-searches.ts';
import { doneOrSnoozedMarks } from '../../../electron/core/user-data/triage.ts';
import { dueCompanies } from '../../../electron/core/watch/due-refreshes.ts';
import {
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
import { readRules } from './plan-rules.ts';
import { skippedCall, type Material, type PlanCall, type PlanParts } from './plan-inputs.ts';

/**
 * Maximum number of list entries that a plan considers, newest first. `MAX_CANDIDATES` is the maximum number
 * of unseen rows of saved searches.
 */
const LISTED_MAX = 1_000;
const MAX_CANDIDATES = 500;

/**
 * Returns every request that may be worth its price, and the rejected requests with their reasons. Requests
 * about companies that the user marked as done or snoozed are rejected.
 */
export function gatherCalls(live: PlanParts): Material {
  const rules = readRules(live.files.yours);
  const nowMs = live.governor.serverNowMs();
  const everyone = followedBy(live, rules, nowMs);
  const allDue = dueCompanies(live.files, nowMs);
  const ids = [
    ...new Set([...everyone.map(({ facts }) => facts), ...allDue].map(({ companyId }) => companyId)),
  ];
  const parts = atOnce(live, ids, nowMs);
  const marks = doneOrSnoozedMarks(live.files, ids, nowMs);
  const gap = findGap(parts);
  const calls: PlanCall[] = gapCalls(parts, gap, (records) => records <= rules.catchUpRecords);
  const skips: PlanSkip[] = [];
  const profiles = new Set<string | null>();
  const add = (found: RequestOrSkip): void => {
    if (found === null) return;
    if ('skip' in found) return void skips.push(found.skip);
    const { call } = found;
    if (call.kind === 'profile') profiles.add(call.companyId);
    const mark = call.companyId === null ? undefined : marks.get(call.companyId);
    if (mark === undefined) calls.push(call);
    else skips.push(skippedCall(call, skipWhyOf(mark)));
  };
  for (const followed of everyone) {
    if (followed.rules.length > 0) add(contactsCall(parts, followed, nowMs));
    add(profileCall(parts, followed, rules.fitFloor));
  }
  // If a watched company was never fetched, `profileCall` has already proposed the same request.
  for (const due of allDue) if (!profiles.has(due.companyId)) add(refreshCall(parts, due));
  const searches = searchCalls(parts, gap);
  return {
    calls: [...calls, ...searches.calls],
    skips: [...skips, ...searches.skips],
    expected: everyone.flatMap((followed) => expectedContacts(parts, followed, nowMs)),
  };
}

const skipWhyOf = (mark: TriageMark): PlanSkipWhy =>
  mark.state === 'done' ? { why: 'done' } : { why: 'snoozed', untilMs: mark.untilMs };

/**
 * Reads the price data of all companies and the server time once, before the plan uses them. They cannot
 * become outdated, because no response is stored while the plan is made. Reading the time for each company
 * would take a third of the time needed to make the plan.
 */
function atOnce(parts: PlanParts, ids: readonly string[], nowMs: number): PlanParts {
  return {
    ...parts,
    hints: readPriceHints(parts.files.cache, ids),
    governor: { ...parts.governor, worst: parts.governor.prices(), serverNowMs: () => nowMs },
  };
}

/** Returns the listed companies and the companies in the unseen rows of saved searches (`newRows`). */
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
