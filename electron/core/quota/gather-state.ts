import type { AllowanceScope, Budget, Cost } from '../../../shared/model/budget.ts';
import type { Counter } from '../db/queries/ledger-counters.ts';
import type { LaneUse } from '../db/queries/ledger-days.ts';
import type { OpenEntry } from '../db/queries/ledger.ts';
import type { ReadDb } from '../db/sql.ts';
import type { AccountFacts } from './account-facts.ts';
import { amountIn } from './costs.ts';
import { countersNow, totalOf } from './counters.ts';
import type { Ledger } from './ledger.ts';
import type { PlantedDefect } from './planted-defect.ts';
import type { MinuteWindow } from './minute-window.ts';
import { countsFor } from './pace.ts';
import type { BudgetState } from './budget-state.ts';
import type { QuotaState } from './quota-policy.ts';
import type { ServerClock } from './server-clock.ts';
import { COUNTED_BUDGETS, WINDOW_OF, windowEndMs, type CountedBudget } from './windows.ts';

export interface QuotaParts {
  readonly db: ReadDb;
  readonly ledger: Ledger;
  readonly facts: AccountFacts;
  readonly minute: MinuteWindow;
  readonly serverClock: ServerClock;
  readonly plantedDefect?: PlantedDefect | undefined;
}

/** Near a reset both windows are checked; an unconfirmed clock is not waited for longer than this, ms. */
const GUARD_MAX_MS = 30_000;
const DAY_MS = 86_400_000;
/** Of the rolling minute, left to other devices once one was active today: 2 of 20 [R-8-1]. */
const HELD_BACK_SHARE = 0.1;

/** Half the stretch around a reset in which a call may fall on either side, ms. */
export const guardMs = (serverClock: ServerClock): number => Math.min(serverClock.errorMs(), GUARD_MAX_MS);

/** Reads what the policy decides on: one snapshot of all budgets and of the seller's own allowances. */
export function gatherState(parts: QuotaParts): QuotaState {
  const { db, ledger, facts, minute, serverClock, plantedDefect } = parts;
  const nowMs = serverClock.nowMs();
  const guard = guardMs(serverClock);
  const account = ledger.account();
  const ending = countersNow(db, account, nowMs - guard);
  const coming = countersNow(db, account, nowMs + guard);
  const open = ledger.reserved();
  const uses = ledger.days(nowMs);
  const isChecked = (budget: CountedBudget): boolean =>
    budget === 'page-turns' ? plantedDefect !== 'forgotten-budget' : budget !== 'test-key' || account.testKey;
  const around = { reserved: open.map((entry) => entry.reserved), uses, nowMs, guard };
  const budgets = COUNTED_BUDGETS.filter(isChecked).map((budget) =>
    countedState(budget, facts, { ...around, ending: ending.get(budget), coming: coming.get(budget) }),
  );
  const today = coming.get('day');
  const othersToday = today !== undefined && today.others + today.corrected > 0;
  const minuteFigures = minute.figures();
  const atMs = (inMs: number): number => Math.ceil(nowMs + inMs);
  return {
    budgets: [minuteState(facts, minuteFigures, othersToday, { nowMs, guard }), ...budgets],
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

/** Records of today that count for an allowance: settled, lost and on the way. */
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
  othersToday: boolean,
  { nowMs, guard }: Pick<AroundNow, 'nowMs' | 'guard'>,
): BudgetState {
  const { value, source } = facts.limit('minute');
  const heldBack = othersToday && value > 1 ? Math.ceil(value * HELD_BACK_SHARE) : 0;
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
  readonly coming: Counter | undefined;
  readonly reserved: readonly Cost[];
  /** Of this UTC day. */
  readonly uses: readonly LaneUse[];
  readonly nowMs: number;
  readonly guard: number;
}

function countedState(
  budget: CountedBudget,
  facts: AccountFacts,
  { ending, coming, reserved, uses, nowMs, guard }: AroundNow,
): BudgetState {
  if (ending === undefined || coming === undefined) throw new Error(`no counter of ${budget}`);
  // Around a reset the fuller window decides, so that the call fits wherever it falls.
  const endingDecides = ending.startMs !== coming.startMs && totalOf(ending) > totalOf(coming);
  const counter = endingDecides ? ending : coming;
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

/** The service reports no records; `monthly_export` stands for them [§8, R-8-7]. */
const reporterOf = (budget: CountedBudget): Budget => (budget === 'month-records' ? 'export' : budget);

/** What is shown adds up to what counts: a downward correction is taken from others, then unknown, then used. */
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
