import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BUDGETS, previewSchema, type Budget, type Cost } from '../../../../shared/model/budget.ts';
import { DOCUMENTED_LIMITS, amountIn } from '../../../../electron/core/quota/policy/costs.ts';
import { leftOf, type BudgetState } from '../../../../electron/core/quota/policy/budget-state.ts';
import {
  decide,
  price,
  type PolicyRequest,
  type QuotaState,
} from '../../../../electron/core/quota/policy/quota-policy.ts';

const NOW = Date.UTC(2026, 4, 14, 10);
const RESET = Date.UTC(2026, 4, 15);

function stateOf(
  changes: Partial<Record<Budget, Partial<BudgetState>>> = {},
  frees: number[] = [],
): QuotaState {
  return {
    minuteFreesAtMs: frees,
    backgroundFreesAtMs: [],
    allowances: [],
    dayEndsAtMs: RESET,
    monthEndsAtMs: Date.UTC(2026, 8, 1),
    budgets: BUDGETS.filter((budget) => budget !== 'test-key' || changes['test-key'] !== undefined).map(
      (budget) => ({
        budget,
        limit: DOCUMENTED_LIMITS[budget],
        limitSource: 'documented',
        used: 0,
        reserved: 0,
        unknown: 0,
        others: null,
        heldBack: 0,
        resetsAtMs: budget === 'minute' ? null : RESET,
        closedUntilMs: null,
        closedAtMs: null,
        atLeast: true,
        passesAtMs: null,
        usedToday: null,
        daysLeft: null,
        ...changes[budget],
      }),
    ),
  };
}
const list = (rows: number): Cost => ({ requests: 1, records: rows, pageTurns: 1, companies: 0 });
const detail: Cost = { requests: 1, records: 1, pageTurns: 0, companies: 1 };

const requested = (worst: Cost, rowsRequested: number | null): PolicyRequest => ({
  worst,
  rowsRequested,
  lane: 'interactive',
});

describe('decide', () => {
  it('allows a request while every budget covers the worst case', () => {
    expect(decide(stateOf(), requested(list(50), 50), NOW)).toEqual({ kind: 'go' });
  });

  it.each([
    ['day', { used: 300 }, list(1), ['read-library', 'read-inbox', 'wait']],
    ['month-requests', { used: 2_999, reserved: 1 }, list(1), ['read-library', 'read-inbox', 'wait']],
    ['month-records', { used: 3_000 }, detail, ['read-library', 'read-inbox', 'wait']],
    ['export', { used: 2_990, unknown: 10 }, detail, ['read-library', 'read-inbox', 'wait']],
    [
      'companies-day',
      { others: 100 },
      detail,
      ['fetch-known-companies', 'search', 'read-library', 'read-inbox', 'wait'],
    ],
    ['page-turns', { used: 200 }, list(1), ['fetch-companies', 'read-library', 'read-inbox', 'wait']],
    ['test-key', { used: 300 }, detail, ['read-library', 'read-inbox', 'wait']],
  ] as const)(
    'rejects a request if %s is used up, with the reset and the alternatives',
    (budget, change, cost, alternatives) => {
      expect(decide(stateOf({ [budget]: change }), requested(cost, null), NOW)).toEqual({
        kind: 'refuse',
        budget,
        resetsAtMs: RESET,
        alternatives,
        affordableRows: null,
        allowance: null,
      });
    },
  );

  it('names the first exceeded budget, and prefers rejecting to waiting', () => {
    const state = stateOf({
      minute: { used: 20 },
      'month-records': { used: 3_000 },
      'page-turns': { used: 200 },
    });
    expect(decide(state, requested(list(10), 10), NOW)).toMatchObject({
      kind: 'refuse',
      budget: 'month-records',
    });
  });

  it('offers as many rows as are left', () => {
    const state = stateOf({ 'month-records': { used: 2_988 }, export: { used: 2_993 } });
    expect(decide(state, requested(list(50), 50), NOW)).toMatchObject({
      budget: 'month-records',
      affordableRows: 7,
      alternatives: ['fetch-fewer-rows', 'read-library', 'read-inbox', 'wait'],
    });
    const noTurns = stateOf({ 'month-records': { used: 2_988 }, 'page-turns': { used: 200 } });
    expect(decide(noTurns, requested(list(50), 50), NOW)).toMatchObject({ affordableRows: null });
  });

  it('waits in a full minute until enough requests have left it', () => {
    const frees = Array.from({ length: 20 }, (_, place) => NOW + 1_000 * (place + 1));
    expect(decide(stateOf({ minute: { used: 20 } }, frees), requested(detail, null), NOW)).toEqual({
      kind: 'wait',
      why: 'minute',
      untilMs: NOW + 1_000,
    });
    expect(
      decide(stateOf({ minute: { used: 20, heldBack: 2 } }, frees), requested(detail, null), NOW),
    ).toEqual({
      kind: 'wait',
      why: 'minute',
      untilMs: NOW + 3_000,
    });
  });

  it('waits around a reset if only the ending window is short', () => {
    const state = stateOf({ day: { used: 300, passesAtMs: NOW + 900 } });
    expect(decide(state, requested(detail, null), NOW)).toEqual({
      kind: 'wait',
      why: 'reset',
      untilMs: NOW + 900,
    });
  });

  it.each([
    ['minute', list(1), 'wait'],
    ['day', detail, 'refuse'],
    ['month-requests', detail, 'refuse'],
    ['month-records', { requests: 1, records: 0, pageTurns: 0, companies: 0 }, 'refuse'],
    ['export', list(1), 'refuse'],
    ['export', { requests: 1, records: 0, pageTurns: 0, companies: 0 }, 'go'],
    ['page-turns', list(1), 'refuse'],
    ['page-turns', detail, 'go'],
    ['companies-day', detail, 'refuse'],
    ['companies-day', { ...detail, companies: 0 }, 'go'],
    ['companies-day', list(1), 'go'],
  ] as const)('applies a 429 of %s to its own kind of request only', (budget, cost, kind) => {
    const state = stateOf({ [budget]: { closedUntilMs: NOW + 5_000 } });
    expect(decide(state, requested(cost, null), NOW).kind).toBe(kind);
    expect(decide(state, requested(cost, null), NOW + 5_000).kind).toBe('go');
  });

  it('never allows a request that some budget does not cover', () => {
    const amount = fc.integer({ min: 0, max: 40 });
    const stateArb = fc.record({
      used: amount,
      reserved: amount,
      unknown: amount,
      others: fc.option(amount),
      limit: fc.integer({ min: 1, max: 60 }),
    });
    const costArb = fc.record({
      requests: fc.constant(1),
      records: amount,
      pageTurns: fc.integer({ min: 0, max: 1 }),
      companies: fc.integer({ min: 0, max: 1 }),
    });
    fc.assert(
      fc.property(
        fc.tuple(...BUDGETS.map(() => stateArb)),
        costArb,
        fc.option(fc.integer({ min: 1, max: 50 })),
        (states, cost, rows) => {
          const changes = Object.fromEntries(BUDGETS.map((budget, index) => [budget, states[index] ?? {}]));
          const state = stateOf(changes);
          const decision = decide(state, requested(cost, rows), NOW);
          const short = state.budgets
            .filter((one) => amountIn(one.budget, cost) > leftOf(one))
            .map(({ budget }) => budget);
          if (decision.kind === 'go') expect(short).toEqual([]);
          else if (decision.kind === 'wait') expect(short).toEqual(['minute']);
          else {
            expect(decision.budget).toBe(short.filter((budget) => budget !== 'minute')[0]);
            expect(decision.alternatives.length).toBeGreaterThan(0);
            if (decision.affordableRows !== null)
              expect(
                decide(
                  state,
                  requested({ ...cost, records: decision.affordableRows }, decision.affordableRows),
                  NOW,
                ).kind,
              ).not.toBe('refuse');
          }
          expect(
            previewSchema.safeParse(
              price(
                state,
                { worst: cost, certainty: 'up-to', rowsRequested: rows, learnedAtMs: new Map() },
                NOW,
              ),
            ).success,
          ).toBe(true);
        },
      ),
    );
  });
});

describe('price', () => {
  const priceOf = (state: QuotaState, worst: Cost) =>
    price(state, { worst, certainty: 'up-to', rowsRequested: null, learnedAtMs: new Map() }, NOW);

  it('lists what a request costs and leaves for each budget, and for the test key only with a test key', () => {
    const preview = priceOf(stateOf({ 'month-records': { used: 100, unknown: 5 } }), list(25));
    expect(preview.lines.map(({ budget }) => budget)).toEqual(
      BUDGETS.filter((budget) => budget !== 'test-key'),
    );
    expect(preview.lines.find(({ budget }) => budget === 'month-records')).toEqual({
      budget: 'month-records',
      cost: 25,
      certainty: 'up-to',
      left: 2_895,
      leftAfter: 2_870,
      limit: 3_000,
      resetsAtMs: RESET,
      binds: true,
      learnedAtMs: null,
      overPace: false,
    });
    expect(priceOf(stateOf({ 'test-key': {} }), detail).lines).toHaveLength(8);
  });

  it.each([
    ['records at 50 rows', stateOf(), list(50), 'month-records'],
    ['page turns below 15 rows', stateOf(), list(5), 'page-turns'],
    ['records, if as many requests are left', stateOf(), detail, 'month-records'],
    [
      'not companies per day while a quarter is left',
      stateOf({ 'companies-day': { used: 74 } }),
      detail,
      'month-records',
    ],
    [
      'companies per day once fewer are left',
      stateOf({ 'companies-day': { used: 75 } }),
      detail,
      'companies-day',
    ],
    [
      'requests per day once few are left, for a request without records',
      stateOf({ day: { used: 280 } }),
      { requests: 1, records: 0, pageTurns: 0, companies: 0 },
      'day',
    ],
    [
      'the budget that rejects the request',
      stateOf({ 'month-requests': { used: 3_000 } }),
      detail,
      'month-requests',
    ],
    ['the minute if it delays the request', stateOf({ minute: { used: 20 } }, [NOW + 9]), detail, 'minute'],
    ['not the minute while it has room', stateOf({ minute: { used: 19 } }), detail, 'month-records'],
  ] as const)('names the limiting budget: %s', (_name, state, cost, budget) => {
    const preview = priceOf(state, cost);
    expect(preview.binding).toBe(budget);
    expect(preview.lines.filter(({ binds }) => binds).map((line) => line.budget)).toEqual([budget]);
  });
});
