import type { Preview } from '../../../shared/model/budget.ts';
import { PLAN_MAX, type PlanItem, type PlanProposal, type PlanSkip } from '../../../shared/model/plan.ts';
import { dayOfTime } from '../../../electron/core/search-coverage/calendar-days.ts';
import { decidePlan, type Candidate, type LeftOutReason } from './decide-plan.ts';
import { gatherCalls } from './gather-requests.ts';
import { examplesOf, groupSkips } from './group-skips.ts';
import { DAYS_AHEAD } from './available-budget.ts';
import { skippedCall, type PlanCall, type PlanParts } from './plan-inputs.ts';

/** Today's plan as proposed to the user, and the requests that correspond to its items. */
export interface PlanWithRequests {
  readonly calls: readonly PlanCall[];
  readonly proposal: PlanProposal;
}

interface ProposeOptions {
  /** Keys of requests that an open run already contains. */
  readonly except: ReadonlySet<string>;
}

/** Gathers possible requests and chooses today's plan. Sends nothing and writes nothing. */
export function proposePlan(parts: PlanParts, { except }: ProposeOptions): PlanWithRequests {
  const { calls: all, skips, expected } = gatherCalls(parts);
  const calls = all.filter(({ key }) => !except.has(key));
  const nowMs = parts.governor.serverNowMs();
  const room = parts.governor.room();
  const choice = decidePlan(
    calls.map((call) => candidateOf(call, nowMs)),
    room,
    { expected },
  );
  const byKey = new Map(calls.map((call) => [call.key, call]));
  const go = choice.go.slice(0, PLAN_MAX).flatMap((key) => byKey.get(key) ?? []);
  const left = [...choice.left].flatMap(([key, why]) => {
    const call = byKey.get(key);
    return call === undefined ? [] : [leftOut(call, why, Math.max(room.today.records, room.recordsADay))];
  });
  const skipped = groupSkips([...left, ...skips]);
  return {
    calls: go,
    proposal: {
      items: go.map(itemOf),
      skips: examplesOf(skipped, PLAN_MAX),
      skipped: left.length + skips.length,
      skipReasons: skipped.map((group) => ({ why: group.why, count: group.skips.length })),
      preview: pricePlan(parts, go),
      recordsToday: Math.min(1_000_000_000, room.today.records),
    },
  };
}

/**
 * Returns the combined price of requests that run one after another in the background; null if there are no
 * requests. Ignores the per-minute limit, because that limit only delays background requests.
 */
export function pricePlan({ governor }: PlanParts, calls: readonly PlanCall[]): Preview | null {
  if (calls.length === 0) return null;
  const preview = governor.previewAll(calls.map(({ governed }) => governed));
  const { decision, lines, binding } = preview;
  const isMinute = decision.kind === 'wait' && decision.why === 'minute';
  const speaks = binding === 'minute' ? 'month-records' : binding;
  const expectedRecords = calls.reduce((sum, { expected, cost }) => sum + (expected ?? cost.records), 0);
  return {
    ...preview,
    ...(expectedRecords < preview.cost.records ? { expectedRecords } : {}),
    binding: speaks,
    decision: isMinute ? { kind: 'go' } : decision,
    lines: lines
      .filter(({ budget }) => budget !== 'minute')
      .map((line) => ({ ...line, binds: line.budget === speaks })),
  };
}

export const candidateOf = (call: PlanCall, nowMs: number): Candidate => ({
  key: call.key,
  lane: call.lane,
  cost: call.cost,
  value: call.value,
  lastDay: call.untilMs === null ? DAYS_AHEAD - 1 : Math.max(0, dayOfTime(call.untilMs) - dayOfTime(nowMs)),
});

export const itemOf = (call: PlanCall): PlanItem => ({
  key: call.key,
  kind: call.kind,
  lane: call.lane,
  companyId: call.companyId,
  companyName: call.companyName,
  searchId: call.searchId,
  searchName: call.searchName,
  cost: call.cost,
  certainty: call.certainty,
  ...(call.expected === null || call.expected >= call.cost.records ? {} : { expected: call.expected }),
  value: Math.round(call.value * 100) / 100,
  why: call.why,
  saves: call.saves,
});

function leftOut(call: PlanCall, why: LeftOutReason, share: number): PlanSkip {
  if (why === 'later') return skippedCall(call, { why, untilMs: call.untilMs });
  return skippedCall(call, why === 'too-large' ? { why, share } : { why });
}
