import type {
  Alternative,
  Budget,
  Certainty,
  Cost,
  Decision,
  Lane,
  Preview,
  PriceLine,
  Screen,
} from '../../../../shared/model/budget.ts';
import { leftOf, type BudgetState } from './budget-state.ts';
import { amountIn } from './costs.ts';
import { allowanceLeft, allowancesFor, isBackground, type AllowanceState } from './allowances.ts';
import { isOverPace, isReservedForToday } from './daily-share.ts';
import { MINUTE_MS } from '../../../../shared/durations.ts';

export interface QuotaState {
  /** The budgets in the order of BUDGETS. `test-key` is included only while a test key is in use. */
  readonly budgets: readonly BudgetState[];
  /** The times at which the requests in the rolling minute stop counting, in ascending order. */
  readonly minuteFreesAtMs: readonly number[];
  /** Like `minuteFreesAtMs`, but only for background requests. */
  readonly backgroundFreesAtMs: readonly number[];
  readonly allowances: readonly AllowanceState[];
  /**
   * End of the current UTC day. Daily spending caps and the daily limits on background requests are reset
   * then.
   */
  readonly dayEndsAtMs: number;
  /** End of this UTC month, when monthly spending caps are reset. */
  readonly monthEndsAtMs: number;
}

export interface PolicyRequest {
  readonly worst: Cost;
  /** Number of rows requested; null if the endpoint cannot limit its rows. */
  readonly rowsRequested: number | null;
  readonly lane: Lane;
  /** The screen on which the user made the request, if known. */
  readonly screen?: Screen;
  /**
   * Whether this is a `/stats` request by the user. Such a request is not blocked by a budget that a 429
   * closed several minutes ago, because the response can reopen the budget.
   */
  readonly isReading?: boolean;
  /**
   * Whether the request checks a key other than the current one. The budgets of that key are unknown, so only
   * the rolling minute limits the request.
   */
  readonly isKeyCheck?: boolean;
}

interface Priced extends Omit<PolicyRequest, 'lane'> {
  readonly certainty: Certainty;
  /**
   * For each budget whose cost was learned, the time of the calibration. For the other budgets, the cost is
   * assumed.
   */
  readonly learnedAtMs: ReadonlyMap<Budget, number>;
}

/**
 * After a 429 for one of these budgets, only requests that use the budget are blocked. After a 429 for any
 * other budget, all requests are blocked.
 */
const NARROW: ReadonlySet<Budget> = new Set(['export', 'page-turns', 'companies-day']);
const closes = (budget: Budget, cost: Cost): boolean => !NARROW.has(budget) || amountIn(budget, cost) > 0;

const isClosed = (state: BudgetState, cost: Cost, nowMs: number): boolean =>
  state.closedUntilMs !== null && state.closedUntilMs > nowMs && closes(state.budget, cost);

/**
 * A `/stats` response may be out of date by this much. For this long after a 429, it may not yet include the
 * usage that caused the 429.
 */
export const STATS_LAG_MS = 300_000;

/** Returns whether a `/stats` response can reopen the budget. */
const mayCorrect = ({ budget, closedUntilMs, closedAtMs }: BudgetState, nowMs: number): boolean =>
  budget !== 'minute' &&
  closedAtMs !== null &&
  (closedUntilMs ?? 0) > nowMs &&
  closedAtMs <= nowMs - STATS_LAG_MS;

const isShort = (state: BudgetState, cost: Cost): boolean => {
  const amount = amountIn(state.budget, cost);
  return amount > 0 && amount > leftOf(state);
};

/**
 * Decides whether a request may be sent now. A refusal contains the first exceeded budget in the order of
 * BUDGETS or, if no budget is exceeded, the first exceeded spending cap. A request waits if only the rolling
 * minute, the uncertainty around a reset, or a limit on background requests blocks it. Pure.
 */
export function decide(state: QuotaState, request: PolicyRequest, nowMs: number): Decision {
  const { budgets } = state;
  const { worst } = request;
  let wait: Extract<Decision, { kind: 'wait' }> | null = null;
  const waitUntil = (untilMs: number, why: 'minute' | 'reset' | 'pace'): void => {
    if (wait === null || untilMs > wait.untilMs) wait = { kind: 'wait', untilMs, why };
  };
  for (const budget of budgets) {
    if (request.isReading && mayCorrect(budget, nowMs)) continue;
    if (request.isKeyCheck && budget.budget !== 'minute') continue;
    const closed = isClosed(budget, worst, nowMs);
    if (!closed && !isShort(budget, worst)) continue;
    if (budget.budget === 'minute')
      waitUntil(minuteOpensAtMs(budget, state.minuteFreesAtMs, worst, nowMs), 'minute');
    else if (!closed && budget.passesAtMs !== null) waitUntil(budget.passesAtMs, 'reset');
    else return refusal(state, budget, request, nowMs);
  }
  if (request.isKeyCheck) return wait ?? { kind: 'go' };
  const spent = allowancesFor(state.allowances, request).find(
    (allowance) => worst.records > allowanceLeft(allowance),
  );
  if (spent !== undefined) return refusalByAllowance(state, spent, request, nowMs);
  if (isBackground(request.lane)) holdBackground(state, worst, nowMs, waitUntil);
  return wait ?? { kind: 'go' };
}

/**
 * The share of the rolling minute that background requests may use: 10 of 20 requests. The rest is kept for
 * the user.
 */
const BACKGROUND_SHARE = 0.5;

function holdBackground(
  { budgets, backgroundFreesAtMs, dayEndsAtMs }: QuotaState,
  worst: Cost,
  nowMs: number,
  waitUntil: (untilMs: number, why: 'minute' | 'pace') => void,
): void {
  for (const budget of budgets)
    // Near a reset, `passesAtMs` is the time by which the previous window has certainly ended.
    if (isReservedForToday(budget, worst)) waitUntil(budget.passesAtMs ?? dayEndsAtMs, 'pace');
  const minute = budgets.find(({ budget }) => budget === 'minute');
  const most = Math.max(1, Math.floor((minute?.limit ?? 1) * BACKGROUND_SHARE));
  const held = backgroundFreesAtMs.length;
  if (held >= most) waitUntil(backgroundFreesAtMs[held - most] ?? nowMs + 1, 'minute');
}

function minuteOpensAtMs(
  minute: BudgetState,
  freesAtMs: readonly number[],
  worst: Cost,
  nowMs: number,
): number {
  const closedUntilMs = isClosed(minute, worst, nowMs) ? (minute.closedUntilMs ?? 0) : 0;
  if (!isShort(minute, worst)) return closedUntilMs;
  const held = minute.used + minute.reserved + minute.unknown + (minute.others ?? 0);
  const mustFree = held + minute.heldBack + worst.requests - minute.limit;
  const opensAtMs = Math.max(closedUntilMs, freesAtMs[mustFree - 1] ?? nowMs + MINUTE_MS);
  // The request waits until the end of the day at most, because the amount held back for other devices may
  // change then.
  return closedUntilMs > nowMs || minute.passesAtMs === null
    ? opensAtMs
    : Math.min(opensAtMs, Math.max(nowMs + 1, minute.passesAtMs));
}

type Refusal = Extract<Decision, { kind: 'refuse' }>;

function refusal(state: QuotaState, refused: BudgetState, request: PolicyRequest, nowMs: number): Refusal {
  const closedUntilMs = isClosed(refused, request.worst, nowMs) ? refused.closedUntilMs : null;
  const affordable = affordableRows(state, request, nowMs);
  return {
    kind: 'refuse',
    budget: refused.budget,
    resetsAtMs: closedUntilMs ?? refused.resetsAtMs ?? nowMs + MINUTE_MS,
    alternatives: alternativesTo(refused.budget, affordable !== null),
    affordableRows: affordable,
    allowance: null,
  };
}

/**
 * Refuses a request that would exceed a spending cap. Every refusal must name a budget. This refusal names
 * `month-records`, the budget that the spending caps protect.
 */
function refusalByAllowance(
  state: QuotaState,
  { scope, period }: AllowanceState,
  request: PolicyRequest,
  nowMs: number,
): Refusal {
  const affordable = affordableRows(state, request, nowMs);
  return {
    kind: 'refuse',
    budget: 'month-records',
    resetsAtMs: period === 'day' ? state.dayEndsAtMs : state.monthEndsAtMs,
    alternatives: alternativesTo('month-records', affordable !== null),
    affordableRows: affordable,
    allowance: scope,
  };
}

/**
 * Returns the largest number of rows that fits within the spending caps and the budgets, except the budget
 * per minute. Returns null if all requested rows fit, or if not even one does.
 */
function affordableRows(
  { budgets, allowances }: QuotaState,
  { worst, rowsRequested, ...source }: PolicyRequest,
  nowMs: number,
): number | null {
  if (rowsRequested === null) return null;
  const oneRow: Cost = { ...worst, records: Math.min(worst.records, 1) };
  const lasting = budgets.filter(({ budget }) => budget !== 'minute');
  if (lasting.some((state) => isClosed(state, oneRow, nowMs) || isShort(state, oneRow))) return null;
  const records = lasting.filter(({ budget }) => budget === 'month-records' || budget === 'export');
  const own = allowancesFor(allowances, source).map(allowanceLeft);
  const rows = Math.min(rowsRequested, ...records.map(leftOf), ...own);
  return rows > 0 && rows < rowsRequested ? rows : null;
}

/** Returns the actions that are still possible while a budget is used up, most useful first. */
export function alternativesTo(budget: Budget, affordablePage: boolean): Alternative[] {
  switch (budget) {
    case 'minute':
      return ['wait', 'read-library', 'read-inbox'];
    case 'day':
    case 'month-requests':
    case 'test-key':
      return ['read-library', 'read-inbox', 'wait'];
    case 'month-records':
    case 'export':
      return [
        ...(affordablePage ? (['fetch-fewer-rows'] as const) : []),
        'read-library',
        'read-inbox',
        'wait',
      ];
    case 'page-turns':
      return ['fetch-companies', 'read-library', 'read-inbox', 'wait'];
    case 'companies-day':
      return ['fetch-known-companies', 'search', 'read-library', 'read-inbox', 'wait'];
  }
}

/**
 * Returns the price of a request: its cost in each budget, the amount left, and the limiting budget. Pure.
 */
export function price(
  state: QuotaState,
  { certainty, learnedAtMs, ...request }: Priced,
  nowMs: number,
): Preview {
  const { worst } = request;
  const decision = decide(state, { ...request, lane: 'interactive' }, nowMs);
  const binding = bindingFor(state, worst, decision).budget;
  const lines = state.budgets.map((budget): PriceLine => {
    const cost = amountIn(budget.budget, worst);
    const left = leftOf(budget);
    return {
      budget: budget.budget,
      cost,
      // The costs of a request are known in advance. The only exception is the number of records, which
      // depends on the number of rows returned.
      certainty: budget.budget === 'month-records' || budget.budget === 'export' ? certainty : 'exact',
      left,
      leftAfter: left - cost,
      limit: budget.limit,
      resetsAtMs: budget.resetsAtMs,
      binds: budget.budget === binding,
      learnedAtMs: learnedAtMs.get(budget.budget) ?? null,
      overPace: isOverPace(budget, worst),
    };
  });
  return { cost: worst, certainty, lines, binding, decision, instead: null };
}

/** A daily budget can be the limiting budget only if the request would leave less than this share of it. */
const DAILY_BINDS_BELOW = 0.25;

/**
 * Returns the limiting budget. This is the budget that blocks the request now or, if no budget blocks it, the
 * budget that would be used up first if the request were repeated. In a tie, the budget with the smaller
 * share left; if the shares are equal too, `month-records`. A daily budget is considered only if little of it
 * is left, and the minute only while it blocks the request. Pure.
 */
export function bindingFor(state: QuotaState, cost: Cost, decision: Decision): BudgetState {
  const blocking = decision.kind === 'refuse' ? decision.budget : decision.kind === 'wait' ? 'minute' : null;
  const blocked = state.budgets.find(({ budget }) => budget === blocking);
  if (blocked !== undefined && (blocking !== 'minute' || isBlocking(blocked, cost))) return blocked;
  const lasting = state.budgets.filter((candidate) => isPlannedWith(candidate, cost));
  const touched = lasting.filter(({ budget }) => amountIn(budget, cost) > 0);
  const candidates = touched.length > 0 ? touched : lasting;
  const rank = (candidate: BudgetState): number =>
    touched.length > 0
      ? Math.floor(leftOf(candidate) / amountIn(candidate.budget, cost))
      : shareLeft(candidate);
  const [first, ...others] = candidates;
  if (first === undefined) throw new Error('a quota state without budgets');
  return others.reduce((least, candidate) => {
    const difference = rank(candidate) - rank(least) || shareLeft(candidate) - shareLeft(least);
    return difference < 0 || (difference === 0 && candidate.budget === 'month-records') ? candidate : least;
  }, first);
}

function isPlannedWith(candidate: BudgetState, cost: Cost): boolean {
  if (candidate.budget === 'minute') return false;
  if (candidate.budget !== 'day' && candidate.budget !== 'companies-day') return true;
  const leftAfter = leftOf(candidate) - amountIn(candidate.budget, cost);
  return leftAfter < candidate.limit * DAILY_BINDS_BELOW;
}

const isBlocking = (state: BudgetState, cost: Cost): boolean =>
  state.closedUntilMs !== null || isShort(state, cost);

const shareLeft = (state: BudgetState): number => (state.limit > 0 ? leftOf(state) / state.limit : 0);
