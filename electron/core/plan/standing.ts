import type { PlanRules } from '../../../shared/model/plan.ts';
import { planFact, putPlanFact, recordsByRule } from '../db/queries/plan.ts';
import type { WriteDb } from '../db/sql.ts';
import { DAY_MS, dayOfTime } from '../planner/days.ts';
import { decidePlan } from './decide.ts';
import { gatherCalls } from './gather.ts';
import { candidateOf } from './propose.ts';
import { readRules } from './rules.ts';
import type { PlanCall, PlanParts } from './subjects.ts';

/** Companies that a rule asks again in one go; the governor lets ten such calls through an hour [register no. 39]. */
const PROBES_AT_ONCE = 10;
const PREFETCH = 'contacts/*';

/**
 * The calls that the seller's rules make by themselves now, within what he set aside for each: contacts of windows that
 * close, the pages of a gap, companies that he may have revealed. Nothing where he set no rule, and none of `held`: what a run
 * holds is that run's to make.
 */
export function standingCalls(parts: PlanParts, held: ReadonlySet<string>): PlanCall[] {
  const rules = readRules(parts.files.yours);
  if (!asksAnything(rules)) return [];
  const { calls, expected } = gatherCalls(parts);
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
    contacts: rules.prefetchRecords - usedToday(parts, PREFETCH, nowMs),
    'catch-up': rules.catchUpRecords - usedToday(parts, 'catch-up/*', nowMs),
  });
}

const asksAnything = ({ lists, catchUpRecords }: PlanRules): boolean =>
  catchUpRecords > 0 || lists.some(({ prefetch, reveals }) => prefetch || reveals);

const usedToday = ({ files }: PlanParts, keys: string, nowMs: number): number =>
  recordsByRule(files.ledger, { sinceMs: dayOfTime(nowMs) * DAY_MS, keys });

/** Calls in their order, each kind as long as what was set aside for it lasts. */
function within(calls: readonly PlanCall[], left: { contacts: number; 'catch-up': number }): PlanCall[] {
  const rest = { ...left };
  let probes = 0;
  return calls.filter(({ kind, cost, why }) => {
    if (kind !== 'contacts' && kind !== 'catch-up') return false;
    if (why.why === 'revealed' && (probes += 1) > PROBES_AT_ONCE) return false;
    if (rest[kind] < cost.records) return false;
    rest[kind] -= cost.records;
    return true;
  });
}

/** A company that may have been revealed is asked at most once a day, whatever came of it. */
function isDue({ files }: PlanParts, { why, key }: PlanCall, nowMs: number): boolean {
  if (why.why !== 'revealed') return true;
  const atMs = planFact(files.ledger, key);
  return atMs === null || nowMs - atMs >= DAY_MS;
}

/** To be called when they were started. */
export function noteProbes(ledger: WriteDb, calls: readonly PlanCall[], nowMs: number): void {
  for (const { why, key } of calls) if (why.why === 'revealed') putPlanFact(ledger, key, nowMs);
}
