import { FREE, plus } from '../../../../shared/add-costs.ts';
import { DAY_MS, MINUTE_MS } from '../../../../shared/durations.ts';
import type { Cost, Preview } from '../../../../shared/model/budget.ts';
import type { MonthEnd, MonthKindName } from '../../../../shared/model/planning/month-end.ts';
import { readFollowUpRules } from '../../user-data/follow-ups.ts';
import { dayOfTime } from '../../search-coverage/calendar-days.ts';
import type { MonthOutlook, UsualUse } from '../../service-api/month-limits.ts';
import type { PlanCall, PlanParts } from '../plan-inputs.ts';
import { readRules } from '../plan-rules.ts';
import { chooseMonth } from './choose-month.ts';
import { gatherMonthCalls, monthCandidateOf, monthKindOf } from './month-candidates.ts';
import { isMonthEnd, workingDaysLeft } from './month-days.ts';
import { monthView, type ApprovedRequest, type MonthCall } from './month-view.ts';
import { withoutOwnUse } from './own-use.ts';

/** Maximum number of requests in the plan for the rest of a month. */
const MONTH_PLAN_MAX = 300;

export interface PlannedMonth {
  readonly calls: readonly MonthCall[];
  /**
   * The time at which the month's limits end. A request sent later would use the records of the next month.
   */
  readonly untilMs: number;
  readonly view: MonthEnd;
}

interface MonthOptions {
  /** This computer's time, which determines the user's working days. */
  readonly ownMs: number;
  /** Keys of requests that an open run already contains. */
  readonly except: ReadonlySet<string>;
  readonly approved: readonly ApprovedRequest[];
  /** Kinds of requests that the user has excluded. */
  readonly without: readonly MonthKindName[];
  readonly isHidden: boolean;
}

/**
 * Plans the rest of the month. Sends nothing and writes nothing.
 * @returns null if the reset is more than five working days away
 */
export function proposeMonth(parts: PlanParts, options: MonthOptions): PlannedMonth | null {
  const { governor, files } = parts;
  const { ownMs, except, approved, without, isHidden } = options;
  const nowMs = governor.serverNowMs();
  const outlook = governor.monthOutlook();
  // The difference between the two clocks is rounded to minutes. Without rounding, a few seconds could move
  // the reset to another day.
  const offMs = Math.round((ownMs - nowMs) / MINUTE_MS) * MINUTE_MS;
  const times = { nowMs: ownMs, resetsAtMs: outlook.resetsAtMs + offMs };
  const rules = readFollowUpRules(files.yours);
  if (!isMonthEnd(times, rules)) return null;
  const pace = governor.usualUse();
  const usual = pace ?? NO_USE;
  const limits = spendable(outlook, usual, approved, nowMs);
  const { calls: all, skips } = gatherMonthCalls(parts, limits);
  const possible = all.filter(({ key }) => !except.has(key));
  const { fitFloor } = readRules(files.yours);
  const kindOf = (call: PlanCall): MonthKindName => monthKindOf(call, fitFloor);
  const allowed = possible.filter((call) => !without.includes(kindOf(call)));
  const byKey = new Map(allowed.map((call) => [call.key, call]));
  const { days } = chooseMonth(
    allowed.map((call) => monthCandidateOf(call, nowMs)),
    limits,
  );
  const todayMs = dayOfTime(nowMs) * DAY_MS;
  const calls = mostValuable(
    days.flatMap((day, index) =>
      day.flatMap(({ key }): MonthCall[] => {
        const call = byKey.get(key);
        return call === undefined ? [] : [{ call, fromMs: todayMs + index * DAY_MS }];
      }),
    ),
  );
  return {
    calls,
    untilMs: outlook.resetsAtMs,
    view: monthView({
      calls,
      approved,
      possible,
      skips,
      without,
      kindOf,
      outlook: limits,
      usual,
      hasPace: pace !== null,
      budgets: governor.status().budgets,
      preview: priceMonth(
        parts,
        calls.map(({ call }) => call),
      ),
      nowMs,
      workingDays: workingDaysLeft(times, rules),
      isHidden,
    }),
  };
}

/** Returns the `MONTH_PLAN_MAX` most valuable requests, in the given order. */
function mostValuable(calls: readonly MonthCall[]): readonly MonthCall[] {
  if (calls.length <= MONTH_PLAN_MAX) return calls;
  const best = new Set(calls.toSorted((a, b) => b.call.value - a.call.value).slice(0, MONTH_PLAN_MAX));
  return calls.filter((each) => best.has(each));
}

/**
 * Returns the amounts that are left for the plan after subtracting the approved requests and the requests
 * that the user usually makes.
 */
function spendable(
  outlook: MonthOutlook,
  { own }: UsualUse,
  approved: readonly ApprovedRequest[],
  nowMs: number,
): MonthOutlook {
  const today = dayOfTime(nowMs);
  const withApproved = {
    ...outlook,
    limits: outlook.limits.map((limit) => ({
      ...limit,
      approved: Array.from({ length: outlook.days }, (_, day) =>
        approved
          .filter(({ fromMs, lane }) => isOnDay(fromMs, day, today) && (limit.lane ?? lane) === lane)
          .reduce((sum, { cost }) => sum + cost[limit.unit], 0),
      ),
    })),
  };
  return withoutOwnUse(withApproved, whole(own, 1), whole(own, (outlook.resetsAtMs - nowMs) / DAY_MS));
}

const isOnDay = (fromMs: number, day: number, today: number): boolean =>
  Math.max(0, dayOfTime(fromMs) - today) === day;

/** Multiplies a cost by `times`, rounding up. */
const whole = ({ requests, records, pageTurns }: Cost, times: number): Cost => ({
  requests: Math.ceil(requests * times),
  records: Math.ceil(records * times),
  pageTurns: Math.ceil(pageTurns * times),
  companies: 0,
});

/**
 * The pace that is assumed while the usual pace is unknown. Everything that is left then counts as expiring.
 */
const NO_USE: UsualUse = { all: FREE, own: FREE };

const EACH_DAY: readonly string[] = ['minute', 'day', 'companies-day'];

/**
 * Returns the total price of requests on several days; null if there are none. Ignores the limits per minute
 * and per day, because the total of several days may exceed them. The requests of each day stay within these
 * limits.
 */
export function priceMonth({ governor }: PlanParts, calls: readonly PlanCall[]): Preview | null {
  if (calls.length === 0) return null;
  const preview = governor.previewAll(calls.map(({ governed }) => governed));
  const lines = preview.lines.filter(({ budget }) => !EACH_DAY.includes(budget));
  const [scarcest] = lines.toSorted(
    (a, b) => a.leftAfter / Math.max(1, a.left) - b.leftAfter / Math.max(1, b.left),
  );
  const binding = scarcest?.budget ?? 'month-records';
  const expectedRecords = calls.reduce((sum, { expected, cost }) => sum + (expected ?? cost.records), 0);
  return {
    ...preview,
    ...(expectedRecords < preview.cost.records ? { expectedRecords } : {}),
    cost: calls.reduce((sum, { cost }) => plus(sum, cost), FREE),
    binding,
    decision: { kind: 'go' },
    lines: lines.map((line) => ({ ...line, binds: line.budget === binding, overPace: false })),
  };
}
