import type {
  Alternative,
  Budget,
  Certainty,
  Cost,
  Decision,
  Lane,
  Preview,
  PriceLine,
} from '../../../../shared/model/budget.ts';
import { leftOf, type BudgetState } from './budget-state.ts';
import { amountIn } from './costs.ts';
import {
  allowanceLeft,
  allowancesFor,
  isBackground,
  isReservedForToday,
  isOverPace,
  type AllowanceState,
} from './allowances.ts';

export interface QuotaState {
  /** In the order of BUDGETS; `test-key` only with a test key. */
  readonly budgets: readonly BudgetState[];
  /** When places in the rolling minute become free, ascending. */
  readonly minuteFreesAtMs: readonly number[];
  /** The same for places held by background requests. */
  readonly backgroundFreesAtMs: readonly number[];
  /** The user's spending caps. */
  readonly allowances: readonly AllowanceState[];
  /** End of this UTC day, when allowances and the background share reset. */
  readonly dayEndsAtMs: number;
}

/** The facts about a request that a decision needs. */
export interface PolicyRequest {
  readonly worst: Cost;
  /** Null if the number of rows cannot be chosen. */
  readonly rowsAsked: number | null;
  readonly lane: Lane;
}

export interface Priced extends Omit<PolicyRequest, 'lane'> {
  readonly certainty: Certainty;
  /** When the cost per budget was learned by calibration; budgets without an entry use the assumed cost. */
  readonly learnedAtMs: ReadonlyMap<Budget, number>;
}

const MINUTE_MS = 60_000;

/** A 429 for one of these stops only the requests that use that budget; any other 429 stops all requests. */
const NARROW: ReadonlySet<Budget> = new Set(['export', 'page-turns', 'companies-day']);
const closes = (budget: Budget, cost: Cost): boolean => !NARROW.has(budget) || amountIn(budget, cost) > 0;

const isClosed = (state: BudgetState, cost: Cost, nowMs: number): boolean =>
  state.closedUntilMs !== null && state.closedUntilMs > nowMs && closes(state.budget, cost);

const isShort = (state: BudgetState, cost: Cost): boolean => {
  const amount = amountIn(state.budget, cost);
  return amount > 0 && amount > leftOf(state);
};

/**
 * Decides whether a request may be sent now. A refusal names the first exceeded budget in the order of
 * BUDGETS, then the user's allowances; a temporary shortage (the rolling minute, the time around a reset, the
 * background share) is a wait. Pure.
 */
export function decide(state: QuotaState, asked: PolicyRequest, nowMs: number): Decision {
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

/** Share of the rolling minute for background requests: 10 of 20. The rest is for the user at the screen. */
const BACKGROUND_SHARE = 0.5;

function holdBackground(
  { budgets, backgroundFreesAtMs, dayEndsAtMs }: QuotaState,
  worst: Cost,
  nowMs: number,
  waitUntil: (untilMs: number, why: 'minute' | 'pace') => void,
): void {
  for (const budget of budgets)
    // Around a reset, the window that is about to end decides.
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
  // Places are held back for other devices only for the day, so a request that waits past midnight is decided
  // again.
  return closedUntilMs > nowMs || minute.passesAtMs === null
    ? opensAtMs
    : Math.min(opensAtMs, Math.max(nowMs + 1, minute.passesAtMs));
}

type Refusal = Extract<Decision, { kind: 'refuse' }>;

function refusal(state: QuotaState, refused: BudgetState, asked: PolicyRequest, nowMs: number): Refusal {
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

/** The user's own cap protects the month's records. */
function refusalByAllowance(
  state: QuotaState,
  { scope }: AllowanceState,
  asked: PolicyRequest,
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

/** The largest `limit` that fits every budget and allowance; null if fewer rows do not help. */
function affordableRows(
  { budgets, allowances }: QuotaState,
  { worst, rowsAsked, lane }: PolicyRequest,
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

/** Actions that still work while a budget is used up, the most useful first. */
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

/** Price of a request now: its cost per budget, the remainder, and the limiting budget. Pure. */
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
      // Requests, page turns and companies are known before a request; only its rows are not.
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

/** A daily budget can be the limiting budget only below this share of its limit. */
const DAILY_BINDS_BELOW = 0.25;

/**
 * The limiting budget: one that blocks the request now, otherwise the one that repeating the request would
 * use up first. Ties go to the smaller share left, then to records. Daily budgets count only when little is
 * left, and the minute only while it blocks. Pure.
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
