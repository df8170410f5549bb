import type { AllowancePeriod, Budget, Cost } from '../../../shared/model/budget.ts';
import type { Counter } from '../database/queries/ledger/counters.ts';
import type { LaneUse, ScreenUse } from '../database/queries/ledger/daily-use.ts';
import type { OpenEntry } from '../database/queries/ledger/entries.ts';
import type { ReadDb } from '../database/sql.ts';
import type { AccountFacts } from './account/account-facts.ts';
import { readWindows } from './account/account-windows.ts';
import { amountIn } from './policy/costs.ts';
import { countersNow, epochOf, totalOf } from './counters.ts';
import { rollingOpensAtMs } from './rolling-day.ts';
import type { Ledger } from './ledger.ts';
import type { MinuteWindow } from './minute-window.ts';
import { countsFor, type AllowanceState } from './policy/allowances.ts';
import { leftOf, type BudgetState } from './policy/budget-state.ts';
import type { QuotaState } from './policy/quota-policy.ts';
import { laterOf, type ServerClock } from './server-clock.ts';
import {
  COUNTED_BUDGETS,
  WINDOW_OF,
  windowEndMs,
  windowStartMs,
  type CountedBudget,
  type Windows,
} from './policy/windows.ts';
import { DAY_MS, MINUTE_MS } from '../../../shared/durations.ts';

export interface QuotaParts {
  readonly db: ReadDb;
  readonly ledger: Ledger;
  readonly facts: AccountFacts;
  readonly minute: MinuteWindow;
  readonly serverClock: ServerClock;
}

/**
 * Upper limit for `guardMs`. Without it, an uncertain server time could make `guardMs` several hours long.
 */
const GUARD_MAX_MS = 30_000;

/**
 * Returns the guard time in ms. Within this time before or after a reset, a request must fit into the budgets
 * of both windows.
 */
export const guardMs = (serverClock: ServerClock): number => Math.min(serverClock.errorMs(), GUARD_MAX_MS);

/**
 * Returns a snapshot of all budgets and the user's spending caps, as input for `decide` and `price`. While
 * the server time is uncertain, there are several possible times, and a request must fit into the budgets at
 * each of them. Otherwise, a wrong date could reopen a budget.
 */
export function gatherState(parts: QuotaParts): QuotaState {
  const { serverClock } = parts;
  const nowMs = serverClock.nowMs();
  const others = serverClock.otherTimesMs();
  const earlierMs = serverClock.earlierTimeMs();
  const latestMs = Math.max(nowMs, ...others, earlierMs ?? -Infinity);
  const stateOf = (atMs: number): QuotaState => withoutLaterClosures(stateAt(parts, atMs), atMs, latestMs);
  const state = others
    .map((otherMs) => shifted(stateOf(otherMs), nowMs - otherMs))
    .reduce(stricter, stateOf(nowMs));
  return earlierMs === null ? state : withClosuresAt(parts, state, earlierMs);
}

/**
 * From one response to the next, the server time may move back slightly. If it moves back by no more than
 * this, both dates count as correct.
 */
const SET_BACK_MS = MINUTE_MS;

/**
 * Removes closures dated between `atMs` and `latestMs`. If `atMs` really is the current time, such a closure
 * is wrongly dated and would keep its budget closed for too long. The state for a later possible time keeps
 * the closure.
 */
function withoutLaterClosures(state: QuotaState, atMs: number, latestMs: number): QuotaState {
  const isLater = ({ closedAtMs }: BudgetState): boolean =>
    closedAtMs !== null && closedAtMs > atMs + SET_BACK_MS && closedAtMs <= latestMs;
  return {
    ...state,
    budgets: state.budgets.map((budget) =>
      isLater(budget) ? { ...budget, closedUntilMs: null, closedAtMs: null } : budget,
    ),
  };
}

/**
 * Adds the closures of an earlier run that still apply at `earlierMs`. That run may have ended with an
 * uncertain date; if the date was correct, the current time is `earlierMs`. Without these closures, a
 * different time estimate in this run could reopen a budget.
 */
function withClosuresAt(
  { facts, serverClock }: QuotaParts,
  state: QuotaState,
  earlierMs: number,
): QuotaState {
  const shift = shiftBy(serverClock.nowMs() - earlierMs);
  return {
    ...state,
    budgets: state.budgets.map((budget) => {
      const closedUntilMs = facts.closedUntilMs(budget.budget, earlierMs);
      const closedAtMs = facts.closedAtMs(budget.budget, earlierMs);
      return {
        ...budget,
        ...laterClosure(budget, { closedUntilMs: shift(closedUntilMs), closedAtMs: shift(closedAtMs) }),
      };
    }),
  };
}

const shiftBy =
  (byMs: number) =>
  (atMs: number | null): number | null =>
    atMs === null ? null : atMs + byMs;

/** Moves the times of all budgets by `byMs`. */
const shifted = (state: QuotaState, byMs: number): QuotaState => {
  const shift = shiftBy(byMs);
  return {
    ...state,
    budgets: state.budgets.map((budget) => ({
      ...budget,
      resetsAtMs: shift(budget.resetsAtMs),
      closedUntilMs: shift(budget.closedUntilMs),
      closedAtMs: shift(budget.closedAtMs),
      passesAtMs: shift(budget.passesAtMs),
    })),
  };
};

type Closure = Pick<BudgetState, 'closedUntilMs' | 'closedAtMs'>;

/** Combines the closures of a budget at two possible times into one that ends at the later time. */
const laterClosure = (one: Closure, other: Closure): Closure => ({
  closedUntilMs: laterOf(one.closedUntilMs, other.closedUntilMs),
  closedAtMs: laterOf(one.closedAtMs, other.closedAtMs),
});

/**
 * Combines the states at two possible times into the stricter one. A budget is closed if it is closed in
 * either state; if it is closed in both or in neither, the state with less left applies. Closures end at the
 * later of the two times. For each spending cap, the higher usage applies.
 */
function stricter(state: QuotaState, other: QuotaState): QuotaState {
  const isOpen = ({ closedUntilMs }: BudgetState): boolean => closedUntilMs === null;
  return {
    ...state,
    budgets: state.budgets.map((budget) => {
      const rival = other.budgets.find(({ budget: name }) => name === budget.budget);
      if (rival === undefined) return budget;
      const isRivalStricter =
        isOpen(budget) === isOpen(rival) ? leftOf(rival) < leftOf(budget) : isOpen(budget);
      return { ...(isRivalStricter ? rival : budget), ...laterClosure(budget, rival) };
    }),
    allowances: state.allowances.map((cap, index) => ({
      ...cap,
      used: Math.max(cap.used, other.allowances[index]?.used ?? 0),
    })),
  };
}

function stateAt(parts: QuotaParts, nowMs: number): QuotaState {
  const { db, ledger, facts, minute, serverClock } = parts;
  const guard = guardMs(serverClock);
  const account = ledger.account();
  const ending = countersNow(db, account, nowMs - guard);
  const upcoming = countersNow(db, account, nowMs + guard);
  const open = ledger.reserved();
  const uses = ledger.days(nowMs);
  const isChecked = (budget: CountedBudget): boolean => budget !== 'test-key' || account.testKey;
  const windows = readWindows(db);
  const around = { windows, reserved: open.map((entry) => entry.reserved), uses, nowMs, guard };
  const budgets = withOthersOfTestKey(
    COUNTED_BUDGETS.filter(isChecked).map((budget) =>
      countedState(budget, parts, { ...around, ending: ending.get(budget), upcoming: upcoming.get(budget) }),
    ),
  );
  const minuteFigures = minute.figures();
  const atMs = (inMs: number): number => Math.ceil(nowMs + inMs);
  return {
    budgets: [minuteState(facts, minuteFigures, upcoming.get('day'), { windows, nowMs, guard }), ...budgets],
    minuteFreesAtMs: minuteFigures.freesInMs.map(atMs),
    backgroundFreesAtMs: minuteFigures.backgroundFreesInMs.map(atMs),
    allowances: allowanceStates(parts, nowMs),
    dayEndsAtMs: windowEndMs('day', nowMs),
    monthEndsAtMs: windowEndMs('month', nowMs),
  };
}

/**
 * Counts this month's requests by other devices toward the test key too, because these devices may use the
 * same key and the service does not report which key a request used. If these requests would exceed the test
 * key's limit, they cannot all have used this key, so none of them is counted.
 */
function withOthersOfTestKey(states: readonly BudgetState[]): BudgetState[] {
  const ofAccount = states.find(({ budget }) => budget === 'month-requests')?.others ?? 0;
  return states.map((state) => {
    if (state.budget !== 'test-key' || state.others !== null) return state;
    const isPossible = state.used + state.reserved + state.unknown + ofAccount <= state.limit;
    return isPossible && ofAccount > 0 ? { ...state, others: ofAccount } : state;
  });
}

/** Returns the state of each spending cap. Does not read the usage if the user has set no caps. */
function allowanceStates(parts: QuotaParts, nowMs: number): AllowanceState[] {
  const caps = parts.facts.allowances();
  if (caps.length === 0) return [];
  const use = monthUse(parts, nowMs);
  return caps.map((cap) => ({ ...cap, used: usedOf(use, cap) }));
}

/**
 * The data from which the usage of each spending cap is computed. It covers the records of this UTC month,
 * including open requests.
 */
interface MonthUse {
  readonly sinceMs: Readonly<Record<AllowancePeriod, number>>;
  readonly lanes: readonly LaneUse[];
  readonly screens: readonly ScreenUse[];
  readonly open: readonly OpenEntry[];
}

/**
 * Reads the usage of the month that contains `nowMs`. Callers read it once and pass it to `usedOf` for each
 * cap.
 */
export function monthUse({ ledger }: Pick<QuotaParts, 'ledger'>, nowMs: number): MonthUse {
  const monthMs = windowStartMs('month', nowMs);
  return {
    sinceMs: { day: windowStartMs('day', nowMs), month: monthMs },
    lanes: ledger.days(monthMs),
    screens: ledger.screens(monthMs),
    open: ledger.reserved(),
  };
}

/**
 * Returns the records of this UTC day or month that count toward a spending cap: settled, unknown and
 * reserved ones.
 */
export function usedOf(
  { sinceMs, lanes, screens, open }: MonthUse,
  { scope, period }: Pick<AllowanceState, 'scope' | 'period'>,
): number {
  const counted = scope.startsWith('screen-')
    ? screens.filter(({ screen }) => countsFor(scope, { lane: 'interactive', screen }))
    : lanes.filter(({ lane }) => lane !== 'others' && countsFor(scope, { lane }));
  const settled = counted.filter(({ dayMs }) => dayMs >= sinceMs[period]);
  const onTheWay = open.filter(({ lane, screen }) => lane !== null && countsFor(scope, { lane, screen }));
  return (
    settled.reduce((sum, { records }) => sum + records, 0) +
    onTheWay.reduce((sum, { reserved }) => sum + reserved.records, 0)
  );
}

/** The share of the rolling minute that is held back for other devices: 2 of 20 requests. */
const HELD_BACK_SHARE = 0.1;

/**
 * Returns how many requests in the rolling minute are held back for other devices on the same account. The
 * number is 0 unless other devices were active today, according to the service.
 */
function heldBackForOthers(minuteLimit: number, today: Counter | undefined): number {
  const wereOthersActive = today !== undefined && today.others + today.corrected > 0;
  return wereOthersActive && minuteLimit > 1 ? Math.ceil(minuteLimit * HELD_BACK_SHARE) : 0;
}

function minuteState(
  facts: AccountFacts,
  { settled, inFlight, others }: ReturnType<MinuteWindow['figures']>,
  today: Counter | undefined,
  { windows, nowMs, guard }: Pick<AroundNow, 'windows' | 'nowMs' | 'guard'>,
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
    closedAtMs: facts.closedAtMs('minute', nowMs),
    atLeast: !facts.isReported('minute'),
    passesAtMs: heldBack > 0 ? windows.endMs('day', nowMs + guard) - guard : null,
    usedToday: null,
    daysLeft: null,
  };
}

interface AroundNow {
  readonly windows: Windows;
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
  { db, facts, ledger }: Pick<QuotaParts, 'db' | 'facts' | 'ledger'>,
  { windows, ending, upcoming, reserved, uses, nowMs, guard }: AroundNow,
): BudgetState {
  if (ending === undefined || upcoming === undefined) throw new Error(`no counter of ${budget}`);
  // Near a reset, the service may count the request in either window. A request that fits into the window
  // with the higher usage fits into both.
  const isRolling = windows.isRolling(budget);
  const endingDecides =
    !isRolling && ending.startMs !== upcoming.startMs && totalOf(ending) > totalOf(upcoming);
  const counter = endingDecides || isRolling ? ending : upcoming;
  const { value, source } = facts.limit(budget);
  const resetsAtMs = isRolling
    ? rollingOpensAtMs(db, epochOf(budget, ledger.account()), budget, { atMs: nowMs - guard, limit: value }) +
      guard
    : windows.endMs(budget, counter.startMs);
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
    closedAtMs: facts.closedAtMs(budget, nowMs),
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
 * Returns the budget under which the service reports the usage of `budget`. The service does not report
 * `month-records`; its `monthly_export` is used instead (spec §8).
 */
const reporterOf = (budget: CountedBudget): Budget => (budget === 'month-records' ? 'export' : budget);

/**
 * Splits a counter into parts whose sum is its total. A negative correction is subtracted from `others`
 * first, then from `unknown`, then from `used`.
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
