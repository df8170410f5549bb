import { describe, expect, it } from 'vitest';
import { BUDGETS, type Budget, type Cost, type Lane } from '../../../../shared/model/budget.ts';
import type { BudgetState } from '../../../../electron/core/quota/policy/budget-state.ts';
import { DOCUMENTED_LIMITS } from '../../../../electron/core/quota/policy/costs.ts';
import type { AllowanceState } from '../../../../electron/core/quota/policy/allowances.ts';
import { evenShare } from '../../../../electron/core/quota/policy/daily-share.ts';
import { roomOf } from '../../../../electron/core/quota/policy/remaining.ts';
import { decide, price, type QuotaState } from '../../../../electron/core/quota/policy/quota-policy.ts';

const NOW = Date.UTC(2026, 4, 14, 10);
const TOMORROW = Date.UTC(2026, 4, 15);
const JUNE = Date.UTC(2026, 5, 1);
const detail: Cost = { requests: 1, records: 1, pageTurns: 0, companies: 1 };
const list = (rows: number): Cost => ({ requests: 1, records: rows, pageTurns: 1, companies: 0 });
const isMonthly = (budget: Budget): boolean => !['minute', 'day', 'companies-day'].includes(budget);

function stateOf(
  changes: Partial<Record<Budget, Partial<BudgetState>>> = {},
  rest: Partial<QuotaState> = {},
): QuotaState {
  return {
    minuteFreesAtMs: [],
    backgroundFreesAtMs: [],
    allowances: [],
    dayEndsAtMs: TOMORROW,
    monthEndsAtMs: Date.UTC(2026, 8, 1),
    ...rest,
    budgets: BUDGETS.filter((budget) => budget !== 'test-key').map((budget) => ({
      budget,
      limit: DOCUMENTED_LIMITS[budget],
      limitSource: 'documented',
      used: 0,
      reserved: 0,
      unknown: 0,
      others: null,
      heldBack: 0,
      closedUntilMs: null,
      closedAtMs: null,
      atLeast: true,
      resetsAtMs: budget === 'minute' ? null : isMonthly(budget) ? JUNE : TOMORROW,
      passesAtMs: null,
      usedToday: isMonthly(budget) ? 0 : null,
      daysLeft: isMonthly(budget) ? 18 : null,
      ...changes[budget],
    })),
  };
}
const ask = (state: QuotaState, worst: Cost, lane: Lane, rowsRequested: number | null = null) =>
  decide(state, { worst, rowsRequested, lane }, NOW);

describe('remaining budget', () => {
  const aDay = (used: number, usedToday: number): number =>
    roomOf(stateOf({ 'month-records': { used, usedToday, daysLeft: 5 } }), NOW).recordsADay;

  it('spreads over later days only what a burst of use today has left', () => {
    expect(aDay(2_841, 2_841)).toBe(Math.floor(159 / 4));
    expect(aDay(0, 0)).toBe(600);
    expect(aDay(600, 600)).toBe(600);
    expect(aDay(1_000, 0)).toBe(400);
  });
});

describe('background requests', () => {
  it('leave the last fifth of the day’s requests and companies to the user', () => {
    for (const [budget, used] of [
      ['day', 240],
      ['companies-day', 80],
    ] as const) {
      expect(ask(stateOf({ [budget]: { used: used - 1 } }), detail, 'watchlist').kind).toBe('go');
      const state = stateOf({ [budget]: { used } });
      expect(ask(state, detail, 'watchlist')).toEqual({ kind: 'wait', untilMs: TOMORROW, why: 'pace' });
      expect(ask(state, detail, 'interactive').kind).toBe('go');
      expect(ask(state, detail, 'calibration').kind).toBe('go');
    }
  });

  it('stay within today’s even share of each monthly budget, which interactive requests may exceed with a notice', () => {
    const state = stateOf({ 'month-records': { used: 1_200, usedToday: 90 } });
    // The even share: 1,800 unused records plus the 90 records used today, divided by 18 days, are 105
    // records a day.
    expect(evenShare(state.budgets.find(({ budget }) => budget === 'month-records') as BudgetState)).toBe(
      105,
    );
    expect(ask(state, list(15), 'catch-up').kind).toBe('go');
    expect(ask(state, list(16), 'catch-up')).toEqual({ kind: 'wait', untilMs: TOMORROW, why: 'pace' });
    expect(ask(state, list(16), 'interactive').kind).toBe('go');
    const priced = { certainty: 'up-to', rowsRequested: 16, learnedAtMs: new Map() } as const;
    const overPace = (rows: number): Budget[] =>
      price(state, { ...priced, worst: list(rows) }, NOW)
        .lines.filter((line) => line.overPace)
        .map(({ budget }) => budget);
    expect(overPace(15)).toEqual([]);
    expect(overPace(16)).toEqual(['month-records']);
  });

  it('use at most half of the rolling minute', () => {
    const frees = Array.from({ length: 10 }, (_, place) => NOW + 1_000 * (place + 1));
    const state = stateOf({ minute: { used: 10 } }, { minuteFreesAtMs: frees, backgroundFreesAtMs: frees });
    expect(ask(state, detail, 'watchlist')).toEqual({ kind: 'wait', untilMs: NOW + 1_000, why: 'minute' });
    expect(ask(state, detail, 'interactive').kind).toBe('go');
  });
});

describe('spending cap', () => {
  const cap = (scope: AllowanceState['scope'], records: number, used: number): AllowanceState[] => [
    { scope, period: 'day', records, used },
  ];

  it.each([
    ['all', 'interactive', true],
    ['all', 'calibration', true],
    ['all', 'watchlist', true],
    ['background', 'interactive', false],
    ['background', 'calibration', false],
    ['background', 'catch-up', true],
    ['watchlist', 'watchlist', true],
    ['watchlist', 'catch-up', false],
    ['watchlist', 'interactive', false],
  ] as const)('for %s stops %s requests: %s', (scope, lane, stops) => {
    const state = stateOf({}, { allowances: cap(scope, 30, 30) });
    const decision = ask(state, detail, lane);
    expect(decision.kind).toBe(stops ? 'refuse' : 'go');
    if (decision.kind === 'refuse')
      expect(decision).toMatchObject({ allowance: scope, budget: 'month-records', resetsAtMs: TOMORROW });
  });

  it('offers as many rows as it has left', () => {
    const state = stateOf({}, { allowances: cap('all', 90, 78) });
    expect(ask(state, list(25), 'interactive', 25)).toMatchObject({ kind: 'refuse', affordableRows: 12 });
    expect(ask(state, list(12), 'interactive', 12).kind).toBe('go');
    expect(ask(stateOf({}, { allowances: cap('all', 90, 90) }), list(25), 'interactive', 25)).toMatchObject({
      affordableRows: null,
    });
  });

  it('does not hide a used-up budget of the service', () => {
    const state = stateOf({ 'month-records': { used: 3_000 } }, { allowances: cap('all', 90, 90) });
    expect(ask(state, detail, 'interactive')).toMatchObject({ budget: 'month-records', allowance: null });
  });
});
