import {
  ALLOWANCE_SCOPES,
  type AllowancePeriod,
  type AllowanceScope,
  type BudgetStatus,
  type Cost,
  type Decision,
  type Lane,
  type LastReceipt,
  type QueueEntry,
} from '../../../shared/model/budget.ts';
import type { SeenLimit } from '../database/queries/ledger/account-state.ts';
import type { LaneUse } from '../database/queries/ledger/daily-use.ts';
import { leftOf, type BudgetState } from './policy/budget-state.ts';
import { amountIn } from './policy/costs.ts';
import { isReading } from './admission.ts';
import type { GovernorContext, Session } from './governor-context.ts';
import { gatherState, monthUse, usedOf } from './gather-state.ts';
import type { Governor, LedgerQuery } from '../service-api/governor-port.ts';
import { HOLD_MS } from './minute-window.ts';
import { isBackground } from './policy/allowances.ts';
import { receiptBinding } from './run-exchange.ts';
import { bindingFor, decide, type QuotaState } from './policy/quota-policy.ts';
import { monthOutlookOf } from './policy/month-outlook.ts';
import { roomOf } from './policy/remaining.ts';
import { usualUseOf } from './policy/usual-use.ts';
import { windowStartMs } from './policy/windows.ts';
import { DAY_MS } from '../../../shared/durations.ts';
import { FREE } from '../../../shared/add-costs.ts';

const ONE_REQUEST: Cost = { ...FREE, requests: 1 };
/**
 * Minimum number of days in the history, not counting today. The history always includes the whole current
 * month.
 */
const HISTORY_DAYS = 30;
const QUEUE_SHOWN = 50;

const WHOLE_LEDGER: LedgerQuery = { period: 'all', screen: null, result: 'all' };

type Views = Pick<
  Governor,
  'status' | 'ledger' | 'history' | 'allowances' | 'room' | 'monthOutlook' | 'usualUse' | 'learned'
>;

export function createQuotaViews(context: GovernorContext): Views {
  const { parts, session, queue } = context;
  const { serverClock, ledger, facts } = parts;
  return {
    status: () => {
      const state = gatherState(parts);
      const nowMs = serverClock.nowMs();
      return {
        budgets: state.budgets.map((budget) => statusOf(budget, facts.differingLimits(budget.budget, nowMs))),
        binding: standingBinding(state, nowMs),
        confirmedAtMs: session.confirmedAtMs,
        serverNowMs: nowMs,
        clockSkewMs: serverClock.skewMs(),
        inFlight: queue.size(),
        queue: queueEntries(context, state),
        lastReceipt: lastReceipt(session, state),
      };
    },
    ledger: (offset, limit, { period, ...filter } = WHOLE_LEDGER) => {
      const sinceMs =
        period === 'all' ? null : windowStartMs(period === 'today' ? 'day' : 'month', serverClock.nowMs());
      return ledger.page({ offset, limit }, { sinceMs, ...filter });
    },
    history: () => {
      const nowMs = serverClock.nowMs();
      const todayMs = windowStartMs('day', nowMs);
      const fromMs = historyFromMs(nowMs);
      const uses = ledger.days(fromMs);
      const length = Math.round((todayMs - fromMs) / DAY_MS) + 1;
      return Array.from({ length }, (_, day) => dayUse(fromMs + day * DAY_MS, uses));
    },
    allowances: () => {
      const capOf = (scope: AllowanceScope, period: AllowancePeriod): number | null =>
        facts.allowances().find((cap) => cap.scope === scope && cap.period === period)?.records ?? null;
      const use = monthUse(parts, parts.serverClock.nowMs());
      return ALLOWANCE_SCOPES.map((scope) => ({
        scope,
        recordsADay: capOf(scope, 'day'),
        used: usedOf(use, { scope, period: 'day' }),
        recordsAMonth: capOf(scope, 'month'),
        usedThisMonth: usedOf(use, { scope, period: 'month' }),
      }));
    },
    room: () => roomOf(gatherState(parts), serverClock.nowMs()),
    monthOutlook: () => monthOutlookOf(gatherState(parts), serverClock.nowMs()),
    usualUse: () => {
      const nowMs = serverClock.nowMs();
      return usualUseOf(ledger.days(historyFromMs(nowMs)), nowMs);
    },
    learned: () => [...facts.learnedCosts()],
  };
}

/** Start of the first day that the Quota screen shows. */
const historyFromMs = (nowMs: number): number =>
  Math.min(windowStartMs('day', nowMs) - HISTORY_DAYS * DAY_MS, windowStartMs('month', nowMs));

/**
 * Returns the latest receipt with the amount that is left now, so the receipt agrees with the budgets shown
 * beside it.
 */
function lastReceipt({ lastSettled, burst }: Session, state: QuotaState): LastReceipt | null {
  if (lastSettled === null || burst === null) return null;
  const { outcome, cost, reserved } = lastSettled;
  return {
    ...lastSettled,
    binding: receiptBinding(state, outcome === 'spent' ? cost : reserved),
    burst: burst.sum,
  };
}

function dayUse(startMs: number, uses: readonly LaneUse[]): ReturnType<Governor['history']>[number] {
  const ofDay = uses.filter(({ dayMs }) => dayMs === startMs);
  const sum = (isCounted: (use: LaneUse) => boolean): number =>
    ofDay.filter(isCounted).reduce((total, { records }) => total + records, 0);
  return {
    startMs,
    own: sum(({ lane }) => lane !== 'others'),
    background: sum(({ lane }) => lane !== 'others' && isBackground(lane)),
    others: sum(({ lane }) => lane === 'others'),
  };
}

/**
 * Returns the running requests, followed by the waiting ones. For each waiting request, estimates when it
 * will be sent if all earlier requests are sent and charged in full.
 */
function queueEntries({ parts, session, admission, queue }: GovernorContext, now: QuotaState): QueueEntry[] {
  const nowMs = parts.serverClock.nowMs();
  const entry = (id: number, rest: Pick<QueueEntry, 'cost' | 'state' | 'waitsFor' | 'startsAtMs'>) => {
    const handle = session.calls.get(id);
    if (handle === undefined) return [];
    const { endpoint, canonical, companyId } = handle.call;
    const { screen, reason, lane } = handle.context;
    return [{ id, endpoint, call: canonical, companyId, companyName: null, screen, reason, lane, ...rest }];
  };
  const underWay = queue.underWay().flatMap(({ id }) => {
    const cost = session.calls.get(id)?.call.worst ?? FREE;
    return entry(id, { cost, state: 'under-way', waitsFor: null, startsAtMs: null });
  });
  let state = now;
  const waiting = queue.waiting().flatMap(({ id, lane }) => {
    const call = session.calls.get(id)?.call;
    if (call === undefined) return [];
    const worst = admission.worst(call);
    const request = { worst, rowsRequested: call.rowsRequested, lane, isReading: isReading(call, lane) };
    const decision = decide(state, request, nowMs);
    const startsAtMs = startsAt(decision, nowMs);
    const waitsFor = reasonOf(decision, state, lane);
    state = withPending(state, worst, startsAtMs);
    return entry(id, { cost: worst, state: 'waiting', waitsFor, startsAtMs });
  });
  return [...underWay, ...waiting].slice(0, QUEUE_SHOWN);
}

const startsAt = (decision: Decision, nowMs: number): number =>
  decision.kind === 'go' ? nowMs : decision.kind === 'wait' ? decision.untilMs : decision.resetsAtMs;

function reasonOf(decision: Decision, { budgets }: QuotaState, lane: Lane): QueueEntry['waitsFor'] {
  if (decision.kind === 'go') return 'turn';
  if (decision.kind === 'refuse') return 'reset';
  const minute = budgets.find(({ budget }) => budget === 'minute');
  const isShare =
    decision.why === 'minute' && isBackground(lane) && minute !== undefined && leftOf(minute) > 0;
  return isShare ? 'share' : decision.why;
}

/** Returns the state that the budgets would have if a waiting request had already been sent. */
const withPending = (state: QuotaState, worst: Cost, startsAtMs: number): QuotaState => ({
  ...state,
  budgets: state.budgets.map((budget) => ({
    ...budget,
    reserved: budget.reserved + amountIn(budget.budget, worst),
  })),
  minuteFreesAtMs: [...state.minuteFreesAtMs, startsAtMs + HOLD_MS].sort((a, b) => a - b),
});

const statusOf = (state: BudgetState, differing: readonly SeenLimit[]): BudgetStatus => {
  const { budget, limit, limitSource, used, reserved, unknown, others } = state;
  const { resetsAtMs, closedUntilMs, atLeast } = state;
  return {
    budget,
    limit,
    limitSource,
    ...(differing.length > 0 && {
      differingLimits: differing.map(({ source, value }) => ({ source, limit: value })),
    }),
    used,
    reserved,
    unknown,
    others,
    resetsAtMs,
    closedUntilMs,
    atLeast,
    left: leftOf(state),
  };
};

/**
 * Returns the budget that limits requests in general. If a budget blocks every request, returns that budget;
 * otherwise, returns the budget with the smallest share left.
 */
function standingBinding(state: QuotaState, nowMs: number): BudgetStatus['budget'] {
  const request = { worst: ONE_REQUEST, rowsRequested: null, lane: 'interactive' } as const;
  const decision = decide(state, request, nowMs);
  return bindingFor(state, decision.kind === 'go' ? FREE : ONE_REQUEST, decision).budget;
}
