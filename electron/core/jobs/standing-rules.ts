import type { PlanRules } from '../../../shared/model/plan.ts';
import { planFact, putPlanFact } from '../database/queries/ledger/plan-times.ts';
import { recordsByRule } from '../database/queries/ledger/jobs.ts';
import type { WriteDb } from '../database/sql.ts';
import { dayOfTime } from '../search-coverage/calendar-days.ts';
import { decidePlan } from '../day-plan/decide-plan.ts';
import { gatherCalls } from '../day-plan/gather-requests.ts';
import { candidateOf } from '../day-plan/propose-plan.ts';
import { readRules } from '../day-plan/plan-rules.ts';
import type { PlanCall, PlanParts } from '../day-plan/plan-inputs.ts';
import { OPEN_STATES } from './job-states.ts';
import { DAY_MS } from '../../../shared/durations.ts';

/**
 * Maximum number of companies that one evaluation of the rules checks for revealed contacts (spec §4.6). A
 * check may repeat a request that returned 404. The governor allows only ten repeated requests per hour
 * (`FREE_PROBES_AN_HOUR`).
 */
const PROBES_AT_ONCE = 10;
const PREFETCH = 'contacts/*';
/** A rule that fetches only matching contacts first fetches the profile, within the same allowance. */
const PROFILES = 'profile/*';

/**
 * Returns the requests that the user's rules make automatically within their allowances: contacts before the
 * contact window closes, pages in a gap and contacts that the user may have revealed in the service's
 * dashboard. If the rules fetch only matching contacts, also returns requests for the profiles that show
 * whether a contact matches. Excludes requests whose keys are in `held`, because an open run already contains
 * them.
 */
export function standingRuleRequests(parts: PlanParts, held: ReadonlySet<string>): PlanCall[] {
  const rules = readRules(parts.files.yours);
  if (!hasAnyRule(rules)) return [];
  const { calls, expected } = gatherCalls(parts, { onlyMatches: rules.onlyMatches });
  const nowMs = parts.governor.serverNowMs();
  const byRule = calls.filter((call) => call.byRule && !held.has(call.key) && isDue(parts, call, nowMs));
  const choice = decidePlan(
    byRule.map((call) => candidateOf(call, nowMs)),
    parts.governor.room(),
    { expected },
  );
  const byKey = new Map(byRule.map((call) => [call.key, call]));
  const go = choice.go.flatMap((key) => byKey.get(key) ?? []);
  return within(go, {
    contacts: rules.prefetchRecords - usedToday(parts, PREFETCH, nowMs) - usedToday(parts, PROFILES, nowMs),
    'catch-up': rules.catchUpRecords - usedToday(parts, 'catch-up/*', nowMs),
  });
}

const hasAnyRule = ({ lists, catchUpRecords }: PlanRules): boolean =>
  catchUpRecords > 0 || lists.some(({ prefetch, reveals }) => prefetch || reveals);

const usedToday = ({ files }: PlanParts, keys: string, nowMs: number): number =>
  recordsByRule(files.ledger, { sinceMs: dayOfTime(nowMs) * DAY_MS, keys, open: OPEN_STATES });

/**
 * Goes through the requests in the given order and returns those that fit into the remaining allowances.
 * `left` contains the number of records that remain for contacts and for catch-ups.
 */
function within(calls: readonly PlanCall[], left: { contacts: number; 'catch-up': number }): PlanCall[] {
  const rest = { ...left };
  let probes = 0;
  return calls.filter(({ kind, cost, why }) => {
    if (kind !== 'contacts' && kind !== 'profile' && kind !== 'catch-up') return false;
    if (why.why === 'revealed' && (probes += 1) > PROBES_AT_ONCE) return false;
    const allowance = kind === 'catch-up' ? 'catch-up' : 'contacts';
    if (rest[allowance] < cost.records) return false;
    rest[allowance] -= cost.records;
    return true;
  });
}

/**
 * Returns whether a request may be made now. A company is checked for revealed contacts at most once a day.
 */
function isDue({ files }: PlanParts, { why, key }: PlanCall, nowMs: number): boolean {
  if (why.why !== 'revealed') return true;
  const atMs = planFact(files.ledger, key);
  return atMs === null || nowMs - atMs >= DAY_MS;
}

/** Records the time of each check for revealed contacts. Must be called when the checks start. */
export function noteProbes(ledger: WriteDb, calls: readonly PlanCall[], nowMs: number): void {
  for (const { why, key } of calls) if (why.why === 'revealed') putPlanFact(ledger, key, nowMs);
}
