import type { AllowanceScope, Budget, Cost } from '../../../shared/model/budget.ts';
import type { Counter } from '../database/queries/ledger/counters.ts';
import type { LaneUse } from '../database/queries/ledger/daily-use.ts';
import type { OpenEntry } from '../database/queries/ledger/entries.ts';
import type { ReadDb } from '../database/sql.ts';
import type { AccountFacts } from './account-facts.ts';
import { amountIn } from './policy/costs.ts';
import { countersNow, totalOf } from './counters.ts';
import type { Ledger } from './ledger.ts';
import type { MinuteWindow } from './minute-window.ts';
import { heldBackForOthers } from './other-devices.ts';
import { countsFor } from './policy/allowances.ts';
import type { BudgetState } from './policy/budget-state.ts';
import type { QuotaState } from './policy/quota-policy.ts';
import type { ServerClock } from './server-clock.ts';
import { COUNTED_BUDGETS, WINDOW_OF, windowEndMs, type CountedBudget } from './policy/windows.ts';

export interface QuotaParts {
  readonly db: ReadDb;
  readonly ledger: Ledger;
  readonly facts: AccountFacts;
  readonly minute: MinuteWindow;
  readonly serverClock: ServerClock;
}

/** Upper limit of `guardMs`. It applies while the server time is uncertain. */
const GUARD_MAX_MS = 30_000;
const DAY_MS = 86_400_000;

/** Within this time of a reset, in milliseconds, both windows are checked. */
export const guardMs = (serverClock: ServerClock): number => Math.min(serverClock.errorMs(), GUARD_MAX_MS);

/** Returns a snapshot of all budgets and the user's allowances, as input for `decide` and `price`. */
export function gatherState(parts: QuotaParts): QuotaState {
  const { db, ledger, facts, minute, serverClock } = parts;
  const nowMs = serverClock.nowMs();
  const guard = guardMs(serverClock);
  const account = ledger.account();
  const ending = countersNow(db, account, nowMs - guard);
  const upcoming = countersNow(db, account, nowMs + guard);
  const open = ledger.reserved();
  const uses = ledger.days(nowMs);
  const isChecked = (budget: CountedBudget): boolean => budget !== 'test-key' || account.testKey;
  const around = { reserved: open.map((entry) => entry.reserved), uses, nowMs, guard };
  const budgets = COUNTED_BUDGETS.filter(isChecked).map((budget) =>
    countedState(budget, facts, { ...around, ending: ending.get(budget), upcoming: upcoming.get(budget) }),
  );
  const minuteFigures = minute.figures();
  const atMs = (inMs: number): number => Math.ceil(nowMs + inMs);
  return {
    budgets: [minuteState(facts, minuteFigures, upcoming.get('day'), { nowMs, guard }), ...budgets],
    minuteFreesAtMs: minuteFigures.freesInMs.map(atMs),
    backgroundFreesAtMs: minuteFigures.backgroundFreesInMs.map(atMs),
    allowances: facts.allowances().map(({ scope, records }) => ({
      scope,
      records,
      used: usedOfAllowance(scope, uses, open),
    })),
    dayEndsAtMs: windowEndMs('day', nowMs),
  };
}

/** Returns today's records that count toward an allowance: settled, unknown and reserved. */
export function usedOfAllowance(
  scope: AllowanceScope,
  uses: readonly LaneUse[],
  open: readonly OpenEntry[],
): number {
  const ofDays = uses.filter(({ lane }) => lane !== 'others' && countsFor(scope, lane));
  const onTheWay = open.filter(({ lane }) => lane !== null && countsFor(scope, lane));
  return (
    ofDays.reduce((sum, { records }) => sum + records, 0) +
    onTheWay.reduce((sum, { reserved }) => sum + reserved.records, 0)
  );
}

function minuteState(
  facts: AccountFacts,
  { settled, inFlight, others }: ReturnType<MinuteWindow['figures']>,
  today: Counter | undefined,
  { nowMs, guard }: Pick<AroundNow, 'nowMs' | 'guard'>,
): BudgetState {
  const { value, source } = facts.limit('minute');
  const heldBack = heldBackForOthers(value, today);
  return {
    budget: 'minute',
    limit: value,
    limitSource: source,
    used: settled,
    reserved: inFlight,
    unknown: 0,
    others: facts.isReported('minute') ? others : null,
    heldBack,
    resetsAtMs: null,
    closedUntilMs: facts.closedUntilMs('minute', nowMs),
    atLeast: !facts.isReported('minute'),
    passesAtMs: heldBack > 0 ? windowEndMs('day', nowMs + guard) - guard : null,
    usedToday: null,
    daysLeft: null,
  };
}

interface AroundNow {
  readonly ending: Counter | undefined;
  readonly upcoming: Counter | undefined;
  readonly reserved: readonly Cost[];
  /** Usage on this UTC day, by lane. */
  readonly uses: readonly LaneUse[];
  readonly nowMs: number;
  readonly guard: number;
}

function countedState(
  budget: CountedBudget,
  facts: AccountFacts,
  { ending, upcoming, reserved, uses, nowMs, guard }: AroundNow,
): BudgetState {
  if (ending === undefined || upcoming === undefined) throw new Error(`no counter of ${budget}`);
  // Near a reset, use the window with the higher usage, so the request fits into either window.
  const endingDecides = ending.startMs !== upcoming.startMs && totalOf(ending) > totalOf(upcoming);
  const counter = endingDecides ? ending : upcoming;
  const resetsAtMs = windowEndMs(WINDOW_OF[budget], counter.startMs);
  const { value, source } = facts.limit(budget);
  const parts = partsOf(counter);
  const isReported = facts.isReported(reporterOf(budget));
  const held = reserved.reduce((sum, cost) => sum + amountIn(budget, cost), 0);
  return {
    budget,
    limit: value,
    limitSource: source,
    used: parts.used,
    reserved: held,
    unknown: parts.unknown,
    others: isReported || parts.others > 0 ? parts.others : null,
    heldBack: 0,
    resetsAtMs,
    closedUntilMs: facts.closedUntilMs(budget, nowMs),
    atLeast: !isReported,
    passesAtMs: endingDecides ? resetsAtMs + guard : null,
    ...(WINDOW_OF[budget] === 'day'
      ? { usedToday: null, daysLeft: null }
      : {
          usedToday: held + uses.reduce((sum, use) => sum + amountIn(budget, { ...use, companies: 0 }), 0),
          daysLeft: Math.max(1, Math.ceil((resetsAtMs - nowMs) / DAY_MS)),
        }),
  };
}

/**
 * Returns the reported budget that corresponds to `budget`. The service does not report `month-records`, so
 * `monthly_export` is used instead (spec §8).
 */
const reporterOf = (budget: CountedBudget): Budget => (budget === 'month-records' ? 'export' : budget);

/**
 * Splits a counter into parts that add up to its total. A downward correction reduces `others` first, then
 * `unknown`, then `used`.
 */
function partsOf({ spent, unknown, others, corrected }: Counter): {
  used: number;
  unknown: number;
  others: number;
} {
  const beyond = others + corrected;
  if (beyond >= 0) return { used: spent, unknown, others: beyond };
  const unknownLeft = Math.max(0, unknown + beyond);
  return {
    used: Math.max(0, spent + Math.min(0, unknown + beyond)),
    unknown: unknownLeft,
    others: 0,
  };
}
