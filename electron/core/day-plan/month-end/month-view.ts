import { createHash } from 'node:crypto';
import { FREE, plus, totalCertainty } from '../../../../shared/add-costs.ts';
import { DAY_MS } from '../../../../shared/durations.ts';
import type { Budget, BudgetStatus, Cost, Lane, Preview } from '../../../../shared/model/budget.ts';
import { LIST_LIMIT_MAX } from '../../../../shared/model/limits.ts';
import type {
  ExpiringLimit,
  LeftAlone,
  MonthEnd,
  MonthKind,
  MonthKindName,
} from '../../../../shared/model/planning/month-end.ts';
import { MONTH_KINDS } from '../../../../shared/model/planning/plan-kinds.ts';
import type { PlanSkip } from '../../../../shared/model/plan.ts';
import { amountIn } from '../../quota/policy/costs.ts';
import type { MonthOutlook, UsualUse } from '../../service-api/month-limits.ts';
import { dayOfTime } from '../../search-coverage/calendar-days.ts';
import type { PlanCall } from '../plan-inputs.ts';
import { candidateOf } from '../propose-plan.ts';
import { fitsAlone } from './choose-month.ts';

/** A request of the plan, with the earliest time at which it may be sent. */
export interface MonthCall {
  readonly call: PlanCall;
  /** Start of a UTC day, in ms of server time. */
  readonly fromMs: number;
}

/** An approved request that has not been sent yet. */
export interface ApprovedRequest {
  /** Earliest server time, in ms, at which the request may be sent; in the past if it may be sent now. */
  readonly fromMs: number;
  readonly lane: Lane;
  readonly cost: Cost;
}

interface MonthFigures {
  readonly calls: readonly MonthCall[];
  readonly approved: readonly ApprovedRequest[];
  /** All requests that the plan could contain, including requests of excluded kinds. */
  readonly possible: readonly PlanCall[];
  readonly skips: readonly PlanSkip[];
  readonly without: readonly MonthKindName[];
  readonly kindOf: (call: PlanCall) => MonthKindName;
  /** The limits that the plan has to respect. */
  readonly outlook: MonthOutlook;
  readonly usual: UsualUse;
  /** Whether `usual` is known. If not, its costs are 0. */
  readonly hasPace: boolean;
  readonly budgets: readonly BudgetStatus[];
  readonly preview: Preview | null;
  readonly nowMs: number;
  readonly workingDays: number;
  readonly isHidden: boolean;
}

export function monthView(figures: MonthFigures): MonthEnd {
  const { calls, outlook, usual, preview, nowMs, workingDays, isHidden } = figures;
  const limits = expiring(figures);
  const expires = limits.find(({ budget }) => budget === 'month-records')?.expires ?? 0;
  const ownRecords = usual.own.records * ((outlook.resetsAtMs - nowMs) / DAY_MS);
  return {
    resetsAtMs: outlook.resetsAtMs,
    isShown: !isHidden && expires > 0,
    kinds: kindsOf(figures),
    id: planIdOf(calls),
    preview,
    days: recordsByDay(figures),
    approved: figures.approved.length,
    reserved: figures.approved.reduce((sum, { cost }) => sum + cost.records, 0),
    cap: dailyCap(outlook),
    limits,
    couldBuy: couldBuy(expires, figures),
    leftAlone: leftAlone(figures),
    hasPace: figures.hasPace,
    usualADay: Math.round(usual.all.records),
    ownADay: Math.round(ownRecords / Math.max(1, workingDays)),
  };
}

/** Returns the cost of the plan, plus the cost of requests that are already approved. */
const plannedCost = ({ approved, preview }: MonthFigures): Cost =>
  approved.reduce((sum, { cost }) => plus(sum, cost), preview?.cost ?? FREE);

const planIdOf = (calls: readonly MonthCall[]): string =>
  createHash('sha256')
    .update(JSON.stringify(calls.map(({ call, fromMs }) => [call.key, fromMs])))
    .digest('hex');

const MONTHLY = ['month-records', 'month-requests', 'page-turns', 'export', 'test-key'] as const;

function expiring(figures: MonthFigures): ExpiringLimit[] {
  const { budgets, usual, outlook, nowMs } = figures;
  const planned = plannedCost(figures);
  const days = (outlook.resetsAtMs - nowMs) / DAY_MS;
  const limits = MONTHLY.flatMap((budget): ExpiringLimit[] => {
    const status = budgets.find((each) => each.budget === budget);
    if (status === undefined) return [];
    const { left } = status;
    const used = Math.min(left, Math.round(amountIn(budget, usual.all) * days));
    const expires = left - used;
    return [
      {
        budget,
        left,
        usual: used,
        expires,
        withPlan: Math.max(0, expires - amountIn(budget, planned)),
        isLimiting: false,
      },
    ];
  });
  // Uses `left` instead of `expires`, because the plan may use more than would expire. The plan leaves room
  // only for the user's own requests.
  const shareLeft = ({ budget, left }: ExpiringLimit): number =>
    (left - amountIn(budget, planned)) / Math.max(1, left);
  const [scarcest] = limits.toSorted((a, b) => shareLeft(a) - shareLeft(b));
  const isFull = notPlanned(figures).length > 0;
  return limits.map((limit) => ({ ...limit, isLimiting: isFull && limit === scarcest }));
}

/**
 * Returns the kinds of requests. Kinds with a higher value per record come first, and excluded kinds come
 * last.
 */
function kindsOf({ calls, possible, without, kindOf }: MonthFigures): MonthKind[] {
  const planned = calls.map(({ call }) => call);
  return MONTH_KINDS.flatMap((kind) => {
    const isChosen = !without.includes(kind);
    const ofKind = (isChosen ? planned : possible).filter((call) => kindOf(call) === kind);
    if (ofKind.length === 0) return [];
    const cost = ofKind.reduce((sum, call) => plus(sum, call.cost), FREE);
    const value = ofKind.reduce((sum, call) => sum + call.value, 0);
    return [{ view: kindView(kind, isChosen, ofKind), worth: value / Math.max(1, cost.records) }];
  })
    .toSorted((a, b) => Number(b.view.isChosen) - Number(a.view.isChosen) || b.worth - a.worth)
    .map(({ view }) => view);
}

function kindView(kind: MonthKindName, isChosen: boolean, calls: readonly PlanCall[]): MonthKind {
  const matches = calls.flatMap((call) =>
    call.matches === null ? [] : [call.matches.strong + call.matches.weak],
  );
  const cost = calls.reduce((sum, call) => plus(sum, call.cost), FREE);
  const expected = calls.reduce((sum, call) => sum + (call.expected ?? call.cost.records), 0);
  const isMatched = kind === 'contacts' && matches.length === calls.length;
  return {
    kind,
    isChosen,
    requests: calls.length,
    cost,
    ...(expected > 0 && expected < cost.records ? { expectedRecords: expected } : {}),
    certainty: totalCertainty(calls),
    ...(isMatched ? { matches: matches.reduce((sum, each) => sum + each, 0) } : {}),
  };
}

/** Returns the records of each day, including the records of approved requests. */
function recordsByDay({ calls, approved, outlook, nowMs }: MonthFigures): MonthEnd['days'] {
  const today = dayOfTime(nowMs);
  const all = [...approved, ...calls.map(({ call, fromMs }) => ({ cost: call.cost, fromMs }))];
  return Array.from({ length: outlook.days }, (_, day) => ({
    startMs: (today + day) * DAY_MS,
    records: all
      .filter(({ fromMs }) => Math.max(today, dayOfTime(fromMs)) === today + day)
      .reduce((sum, { cost }) => sum + cost.records, 0),
  }));
}

/** Returns the lowest spending cap for a day; null if there is none. */
function dailyCap({ limits }: MonthOutlook): number | null {
  const caps = limits.flatMap(({ unit, lane, aDay, total, paced }) =>
    unit === 'records' && lane === null && paced === null && total === Infinity
      ? [aDay.at(-1) ?? Infinity]
      : [],
  );
  const least = Math.min(...caps);
  return Number.isFinite(least) ? least : null;
}

/**
 * Returns what this number of records could buy until the reset, within the daily limits of the remaining
 * days.
 */
function couldBuy(records: number, figures: MonthFigures): MonthEnd['couldBuy'] {
  const { possible } = figures;
  const [requests, companies] = [mostUntilReset('day', figures), mostUntilReset('companies-day', figures)];
  const most = Math.min(requests, companies);
  const contacts = possible.filter(({ kind }) => kind === 'contacts');
  const rounds = Math.min(records, requests * LIST_LIMIT_MAX);
  const average = contacts.reduce((sum, { cost }) => sum + cost.records, 0) / contacts.length;
  return {
    profiles: Math.min(records, most),
    companies: contacts.length === 0 ? null : Math.min(Math.floor(records / Math.max(1, average)), most),
    rounds,
    roundRequests: Math.ceil(rounds / LIST_LIMIT_MAX),
    profilesLimit: records <= most ? null : requests <= companies ? 'day' : 'companies-day',
  };
}

/** Returns how much a daily limit allows in total from now until the reset. */
function mostUntilReset(budget: Budget, { budgets, outlook }: MonthFigures): number {
  const status = budgets.find((each) => each.budget === budget);
  return status === undefined ? Infinity : status.left + (outlook.days - 1) * status.limit;
}

/**
 * Returns the requests that are not planned because the limits leave no room for them. Omits kinds that the
 * user excluded.
 */
function notPlanned({ calls, possible, without, kindOf }: MonthFigures): PlanCall[] {
  const planned = new Set(calls.map(({ call }) => call.key));
  return possible.filter((call) => !planned.has(call.key) && !without.includes(kindOf(call)));
}

/** The skip reasons that the screen shows. Other reasons, such as stored data, are self-evident. */
const MENTIONED = ['no-match', 'people-locked'] as const;

function leftAlone(figures: MonthFigures): LeftAlone[] {
  const { skips, kindOf, outlook, nowMs } = figures;
  const rest = notPlanned(figures);
  const [large, poor] = [false, true].map((isFit) =>
    rest.filter((call) => fitsAlone(candidateOf(call, nowMs), outlook) === isFit),
  );
  const ofCalls = (why: LeftAlone['why'], of: readonly PlanCall[] = []): LeftAlone[] =>
    MONTH_KINDS.flatMap((kind) => {
      const each = of.filter((call) => kindOf(call) === kind);
      const records = each.reduce((sum, { cost }) => sum + cost.records, 0);
      return each.length === 0 ? [] : [{ why, kind, requests: each.length, records }];
    });
  const ofSkips = MENTIONED.flatMap((why) =>
    MONTH_KINDS.flatMap((kind): LeftAlone[] => {
      const each = skips.filter((skip) => skip.kind === kind && skip.why.why === why);
      return each.length === 0 ? [] : [{ why, kind, requests: each.length, records: recordsOf(each) }];
    }),
  );
  return [...ofSkips, ...ofCalls('not-worth', poor), ...ofCalls('too-large', large)];
}

/**
 * Returns how many records the skipped requests would cost; null if unknown. A profile costs one record (spec
 * §4.3).
 */
function recordsOf(skips: readonly PlanSkip[]): number | null {
  const each = skips.map(({ kind, why }) =>
    why.why === 'no-match' ? why.stored : kind === 'profile' ? 1 : null,
  );
  return each.reduce<number | null>((sum, one) => (sum === null || one === null ? null : sum + one), 0);
}
