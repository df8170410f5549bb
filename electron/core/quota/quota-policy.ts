import type {
  Alternative,
  Budget,
  BudgetStatus,
  Certainty,
  Cost,
  Decision,
  Preview,
  PriceLine,
} from '../../../shared/model/budget.ts';
import { amountIn } from './costs.ts';

/** One budget at one moment, in its unit; times are server time, Unix ms. */
export interface BudgetState {
  readonly budget: Budget;
  readonly limit: number;
  readonly limitSource: BudgetStatus['limitSource'];
  readonly used: number;
  readonly reserved: number;
  readonly unknown: number;
  /** Null where the service did not report this counter. */
  readonly others: number | null;
  /** Left for other devices on the account. */
  readonly heldBack: number;
  /** Null for the rolling minute. */
  readonly resetsAtMs: number | null;
  readonly closedUntilMs: number | null;
  readonly atLeast: boolean;
  /**
   * Set near a reset, while the window that ends is the fuller one and the clock cannot tell on which side a call would
   * fall: when that has passed.
   */
  readonly passesAtMs: number | null;
}

export interface QuotaState {
  /** In the order of BUDGETS; `test-key` only with a test key. */
  readonly budgets: readonly BudgetState[];
  /** When places in the rolling minute come free, ascending. */
  readonly minuteFreesAtMs: readonly number[];
}

export interface Priced {
  readonly worst: Cost;
  readonly certainty: Certainty;
  readonly rowsAsked: number | null;
}

const MINUTE_MS = 60_000;

/** What is left for this device; never below 0. */
export const leftOf = ({ limit, used, reserved, unknown, others, heldBack }: BudgetState): number =>
  Math.max(0, limit - used - reserved - unknown - (others ?? 0) - heldBack);

/** A 429 of these stops only the calls that take from them; any other stops all calls [R-8-16]. */
const NARROW: ReadonlySet<Budget> = new Set(['export', 'page-turns', 'companies-day']);
const closes = (budget: Budget, cost: Cost): boolean => !NARROW.has(budget) || amountIn(budget, cost) > 0;

const isClosed = (state: BudgetState, cost: Cost, nowMs: number): boolean =>
  state.closedUntilMs !== null && state.closedUntilMs > nowMs && closes(state.budget, cost);

const isShort = (state: BudgetState, cost: Cost): boolean => {
  const amount = amountIn(state.budget, cost);
  return amount > 0 && amount > leftOf(state);
};

/**
 * Whether a call may be made now. Every budget is checked; a refusal names the first one exceeded, in the order of
 * BUDGETS. A shortage that passes by itself shortly (the rolling minute, the uncertainty around a reset) is a wait, and
 * only when nothing else refuses. Pure.
 */
export function decide(
  { budgets, minuteFreesAtMs }: QuotaState,
  worst: Cost,
  rowsAsked: number | null,
  nowMs: number,
): Decision {
  let untilMs = 0;
  for (const state of budgets) {
    const closed = isClosed(state, worst, nowMs);
    if (!closed && !isShort(state, worst)) continue;
    if (state.budget === 'minute')
      untilMs = Math.max(untilMs, minuteOpensAtMs(state, minuteFreesAtMs, worst, nowMs));
    else if (!closed && state.passesAtMs !== null) untilMs = Math.max(untilMs, state.passesAtMs);
    else return refusal(budgets, state, worst, rowsAsked, nowMs);
  }
  return untilMs > 0 ? { kind: 'wait', untilMs } : { kind: 'go' };
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
  return Math.max(closedUntilMs, freesAtMs[mustFree - 1] ?? nowMs + MINUTE_MS);
}

function refusal(
  budgets: readonly BudgetState[],
  refused: BudgetState,
  worst: Cost,
  rowsAsked: number | null,
  nowMs: number,
): Extract<Decision, { kind: 'refuse' }> {
  const closedUntilMs = isClosed(refused, worst, nowMs) ? refused.closedUntilMs : null;
  const affordable = affordableRows(budgets, worst, rowsAsked, nowMs);
  return {
    kind: 'refuse',
    budget: refused.budget,
    resetsAtMs: closedUntilMs ?? refused.resetsAtMs ?? nowMs + MINUTE_MS,
    alternatives: alternativesTo(refused.budget, affordable !== null),
    affordableRows: affordable,
  };
}

/** The largest `limit` that would pass every budget; null where fewer rows do not help. */
function affordableRows(
  budgets: readonly BudgetState[],
  worst: Cost,
  rowsAsked: number | null,
  nowMs: number,
): number | null {
  if (rowsAsked === null) return null;
  const oneRow: Cost = { ...worst, records: Math.min(worst.records, 1) };
  const lasting = budgets.filter(({ budget }) => budget !== 'minute');
  if (lasting.some((state) => isClosed(state, oneRow, nowMs) || isShort(state, oneRow))) return null;
  const records = lasting.filter(({ budget }) => budget === 'month-records' || budget === 'export');
  const rows = Math.min(rowsAsked, ...records.map(leftOf));
  return rows > 0 && rows < rowsAsked ? rows : null;
}

/** What still works while a budget is used up [R-8-16], the most useful first. */
export function alternativesTo(budget: Budget, fewerRows: boolean): Alternative[] {
  switch (budget) {
    case 'minute':
      return ['wait', 'read-library', 'read-inbox'];
    case 'day':
    case 'month-requests':
    case 'test-key':
      return ['read-library', 'read-inbox', 'wait'];
    case 'month-records':
    case 'export':
      return [...(fewerRows ? (['fetch-fewer-rows'] as const) : []), 'read-library', 'read-inbox', 'wait'];
    case 'page-turns':
      return ['fetch-companies', 'read-library', 'read-inbox', 'wait'];
    case 'companies-day':
      return ['fetch-known-companies', 'search', 'read-library', 'read-inbox', 'wait'];
  }
}

/** A call's price now: what it takes from each budget, what would be left, and which budget binds. Pure. */
export function price(state: QuotaState, { worst, certainty, rowsAsked }: Priced, nowMs: number): Preview {
  const decision = decide(state, worst, rowsAsked, nowMs);
  const binding = bindingFor(state, worst, decision).budget;
  const lines = state.budgets.map((budget): PriceLine => {
    const cost = amountIn(budget.budget, worst);
    const left = leftOf(budget);
    return {
      budget: budget.budget,
      cost,
      // Requests, page turns and companies are known before a call; only its rows are not.
      certainty: budget.budget === 'month-records' || budget.budget === 'export' ? certainty : 'exact',
      left,
      leftAfter: left - cost,
      limit: budget.limit,
      resetsAtMs: budget.resetsAtMs,
      binds: budget.budget === binding,
    };
  });
  return { cost: worst, certainty, lines, binding, decision };
}

/** A budget that comes back within a day binds once less than this share of it is left. */
const DAILY_BINDS_BELOW = 0.25;

/**
 * The budget to plan with: the one that would run out first if a call of this cost were repeated; between equals the one
 * with the smaller share left, then records, the account's scarce good. What refuses or holds up the call now binds
 * before all. A daily budget binds only when little of it is left, the minute only while it holds a call up: both come
 * back by themselves. Pure.
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
