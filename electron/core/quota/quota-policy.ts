import type {
  Alternative,
  Budget,
  Certainty,
  Cost,
  Decision,
  Lane,
  Preview,
  PriceLine,
} from '../../../shared/model/budget.ts';
import { leftOf, type BudgetState } from './budget-state.ts';
import { amountIn } from './costs.ts';
import {
  allowanceLeft,
  allowancesFor,
  isBackground,
  isHeldFromBackground,
  isOverPace,
  type AllowanceState,
} from './pace.ts';

export interface QuotaState {
  /** In the order of BUDGETS; `test-key` only with a test key. */
  readonly budgets: readonly BudgetState[];
  /** When places in the rolling minute come free, ascending. */
  readonly minuteFreesAtMs: readonly number[];
  /** The same, of places that the background holds. */
  readonly backgroundFreesAtMs: readonly number[];
  /** The seller's own caps. */
  readonly allowances: readonly AllowanceState[];
  /** The end of this UTC day, when allowances and the background's share start afresh. */
  readonly dayEndsAtMs: number;
}

/** A call, as far as it is decided on. */
export interface Asked {
  readonly worst: Cost;
  /** Null where rows cannot be chosen. */
  readonly rowsAsked: number | null;
  readonly lane: Lane;
}

export interface Priced extends Omit<Asked, 'lane'> {
  readonly certainty: Certainty;
  /** When a calibration found out what such a call takes of a budget; without an entry that is assumed. */
  readonly learnedAtMs: ReadonlyMap<Budget, number>;
}

const MINUTE_MS = 60_000;

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
 * BUDGETS, then the seller's own allowances. A shortage that passes by itself shortly (the rolling minute, the
 * uncertainty around a reset) is a wait, and only when nothing else refuses; a call of the background also waits for its
 * share. Pure.
 */
export function decide(state: QuotaState, asked: Asked, nowMs: number): Decision {
  const { budgets } = state;
  const { worst } = asked;
  let wait: Extract<Decision, { kind: 'wait' }> | null = null;
  const waitUntil = (untilMs: number, why: 'minute' | 'reset' | 'pace'): void => {
    if (wait === null || untilMs > wait.untilMs) wait = { kind: 'wait', untilMs, why };
  };
  for (const budget of budgets) {
    const closed = isClosed(budget, worst, nowMs);
    if (!closed && !isShort(budget, worst)) continue;
    if (budget.budget === 'minute')
      waitUntil(minuteOpensAtMs(budget, state.minuteFreesAtMs, worst, nowMs), 'minute');
    else if (!closed && budget.passesAtMs !== null) waitUntil(budget.passesAtMs, 'reset');
    else return refusal(state, budget, asked, nowMs);
  }
  const spent = allowancesFor(state.allowances, asked.lane).find(
    (allowance) => worst.records > allowanceLeft(allowance),
  );
  if (spent !== undefined) return refusalByAllowance(state, spent, asked, nowMs);
  if (isBackground(asked.lane)) holdBackground(state, worst, nowMs, waitUntil);
  return wait ?? { kind: 'go' };
}

/** Of the rolling minute, what the background may take: 10 of 20 [R-8-1]. The rest is for whoever sits at the screen. */
const BACKGROUND_SHARE = 0.5;

function holdBackground(
  { budgets, backgroundFreesAtMs, dayEndsAtMs }: QuotaState,
  worst: Cost,
  nowMs: number,
  waitUntil: (untilMs: number, why: 'minute' | 'pace') => void,
): void {
  for (const budget of budgets)
    // Around a reset it is the window that ends which is looked at.
    if (isHeldFromBackground(budget, worst)) waitUntil(budget.passesAtMs ?? dayEndsAtMs, 'pace');
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
  // What is left to other devices is so for the day: a call that waits over midnight is looked at again there.
  return closedUntilMs > nowMs || minute.passesAtMs === null
    ? opensAtMs
    : Math.min(opensAtMs, Math.max(nowMs + 1, minute.passesAtMs));
}

type Refusal = Extract<Decision, { kind: 'refuse' }>;

function refusal(state: QuotaState, refused: BudgetState, asked: Asked, nowMs: number): Refusal {
  const closedUntilMs = isClosed(refused, asked.worst, nowMs) ? refused.closedUntilMs : null;
  const affordable = affordableRows(state, asked, nowMs);
  return {
    kind: 'refuse',
    budget: refused.budget,
    resetsAtMs: closedUntilMs ?? refused.resetsAtMs ?? nowMs + MINUTE_MS,
    alternatives: alternativesTo(refused.budget, affordable !== null),
    affordableRows: affordable,
    allowance: null,
  };
}

/** The seller's own cap: what it protects are the month's records. */
function refusalByAllowance(
  state: QuotaState,
  { scope }: AllowanceState,
  asked: Asked,
  nowMs: number,
): Refusal {
  const affordable = affordableRows(state, asked, nowMs);
  return {
    kind: 'refuse',
    budget: 'month-records',
    resetsAtMs: state.dayEndsAtMs,
    alternatives: alternativesTo('month-records', affordable !== null),
    affordableRows: affordable,
    allowance: scope,
  };
}

/** The largest `limit` that would pass every budget and allowance; null where fewer rows do not help. */
function affordableRows(
  { budgets, allowances }: QuotaState,
  { worst, rowsAsked, lane }: Asked,
  nowMs: number,
): number | null {
  if (rowsAsked === null) return null;
  const oneRow: Cost = { ...worst, records: Math.min(worst.records, 1) };
  const lasting = budgets.filter(({ budget }) => budget !== 'minute');
  if (lasting.some((state) => isClosed(state, oneRow, nowMs) || isShort(state, oneRow))) return null;
  const records = lasting.filter(({ budget }) => budget === 'month-records' || budget === 'export');
  const own = allowancesFor(allowances, lane).map(allowanceLeft);
  const rows = Math.min(rowsAsked, ...records.map(leftOf), ...own);
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
export function price(
  state: QuotaState,
  { worst, certainty, rowsAsked, learnedAtMs }: Priced,
  nowMs: number,
): Preview {
  const decision = decide(state, { worst, rowsAsked, lane: 'interactive' }, nowMs);
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
      learnedAtMs: learnedAtMs.get(budget.budget) ?? null,
      overPace: isOverPace(budget, worst),
    };
  });
  return { cost: worst, certainty, lines, binding, decision, instead: null };
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
