import type { PlanRules, PlanSkip } from '../../../shared/model/plan.ts';
import { listedCompanies, planFactsOf } from '../db/queries/plan-facts.ts';
import { savedSearches } from '../db/queries/saved-searches.ts';
import { readPriceHints } from '../library/price-hints.ts';
import { fitsOf } from '../market/fits.ts';
import { freshRows } from '../words/saved-searches.ts';
import { dueCompanies } from '../watch/due.ts';
import {
  contactsCall,
  expectedContacts,
  profileCall,
  refreshCall,
  rulesOf,
  type Followed,
  type Found,
} from './company-calls.ts';
import { findGap } from './gap.ts';
import { gapCalls, searchCalls } from './list-calls.ts';
import { readRules } from './rules.ts';
import type { Material, PlanCall, PlanParts } from './subjects.ts';

/** Companies that are looked at: those put on a list last, and those that came up last. */
const LISTED_MAX = 1_000;
const CAME_UP_MAX = 500;

/** Every call that might be worth its price now, and those that are not, with the reason. Reads only; nothing is sent. */
export function gatherCalls(live: PlanParts): Material {
  const rules = readRules(live.files.yours);
  const nowMs = live.governor.serverNowMs();
  const everyone = followedBy(live, rules, nowMs);
  const allDue = dueCompanies(live.files, nowMs);
  const parts = atOnce(live, [...everyone.map(({ facts }) => facts), ...allDue]);
  const gap = findGap(parts);
  const calls: PlanCall[] = gapCalls(parts, gap, (records) => records <= rules.catchUpRecords);
  const skips: PlanSkip[] = [];
  const add = (found: Found): void => {
    if (found === null) return;
    if ('call' in found) calls.push(found.call);
    else skips.push(found.skip);
  };
  for (const followed of everyone) {
    if (followed.rules.length > 0) add(contactsCall(parts, followed, nowMs));
    add(profileCall(parts, followed, rules.fitFloor));
  }
  const asked = new Set(calls.map(({ companyId, kind }) => (kind === 'profile' ? companyId : null)));
  // A profile that was never fetched is asked for once.
  for (const due of allDue) if (!asked.has(due.companyId)) add(refreshCall(parts, due));
  const searches = searchCalls(parts, gap);
  return {
    calls: [...calls, ...searches.calls],
    skips: [...skips, ...searches.skips],
    expected: everyone.flatMap((followed) => expectedContacts(parts, followed, nowMs)),
  };
}

/** What prices depend on is read once for all of these companies: nothing is stored between the first of them and the last. */
function atOnce(parts: PlanParts, companies: readonly { readonly companyId: string }[]): PlanParts {
  const ids = [...new Set(companies.map(({ companyId }) => companyId))];
  return {
    ...parts,
    hints: readPriceHints(parts.files.cache, ids),
    governor: { ...parts.governor, worst: parts.governor.prices() },
  };
}

/** Companies on lists, then those that saved searches brought and the seller has neither seen nor put away. */
function followedBy({ files }: PlanParts, rules: PlanRules, nowMs: number): Followed[] {
  const listed = new Map<string, number[]>();
  for (const { companyId, listId } of listedCompanies(files.yours, LISTED_MAX))
    listed.set(companyId, [...(listed.get(companyId) ?? []), listId]);
  const cameUp = new Set(
    savedSearches(files.yours)
      .flatMap((search) => freshRows(files, search, nowMs))
      .map(({ companyId }) => companyId)
      .slice(0, CAME_UP_MAX),
  );
  const ids = [...new Set([...listed.keys(), ...cameUp])];
  const fits = fitsOf(files, ids);
  return planFactsOf(files.cache, ids).map((facts) => ({
    facts,
    rules: rulesOf(rules, listed.get(facts.companyId) ?? []),
    fit: fits.get(facts.companyId)?.score ?? null,
  }));
}
