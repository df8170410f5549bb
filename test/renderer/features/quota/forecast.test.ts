import { describe, expect, test } from 'vitest';
import type { BudgetStatus, DayUse } from '../../../../shared/model/budget.ts';
import {
  burnDown,
  capToOffer,
  sustainablePace,
  forecastOf,
} from '../../../../renderer/features/quota/forecast.ts';
import { forecastText } from '../../../../renderer/features/quota/forecast-text.ts';
import {
  firstToRunOut,
  leastLeft,
  isAheadOfPace,
  mattersNow,
  paceOf,
} from '../../../../renderer/features/quota/pace.ts';

const DAY = 86_400_000;
const UTC = { timeZone: 'UTC' };
const NOW = Date.UTC(2026, 4, 14, 12);
const RESET = Date.UTC(2026, 5, 1);
const use = (day: number, own: number, others = 0): DayUse => ({
  startMs: Date.UTC(2026, 4, day),
  own,
  background: 0,
  others,
});
const budget = { left: 1_388, resetsAtMs: RESET, nowMs: NOW };
const textFor = (days: readonly DayUse[], left = 1_388, cap: number | null = null): string => {
  const current = { ...budget, left };
  const { fact, detail } = forecastText(
    forecastOf(days, current, cap),
    sustainablePace(current),
    current,
    UTC,
  );
  return `${fact} ${detail}`.trim();
};
/** Returns seven days with the given usage, followed by today. */
const week = (own: number, others = 0): DayUse[] => [
  ...[7, 8, 9, 10, 11, 12, 13].map((day) => use(day, own, others)),
  use(14, 16),
];

describe('a forecast', () => {
  test('names the day on which records run out, and the pace that would last', () =>
    expect(textFor(week(121))).toBe(
      'Records run out on 25 May, 6 days before the reset. You used 121 records a day over the last 7 days. To make your records last until 1 Jun 00:00, use at most 77 a day.',
    ));
  test('counts the use of other devices', () =>
    expect(textFor(week(61, 60))).toMatch(/^Records run out on 25 May/));
  test('shows that the records last', () =>
    expect(textFor(week(50))).toBe(
      'At this pace, your records last until the reset on 1 Jun 00:00. You used 50 records a day over the last 7 days. You can use up to 77 records a day.',
    ));
  test('needs three days of use before today', () => {
    const none =
      'The forecast appears after three days of use. To make your records last until 1 Jun 00:00, use at most 77 a day.';
    expect(textFor([use(12, 300), use(13, 300), use(14, 16)])).toBe(none);
    expect(textFor([use(10, 0), use(11, 0), use(12, 300), use(13, 300), use(14, 16)])).toBe(none);
    expect(textFor([use(11, 300), use(12, 300), use(13, 300), use(14, 16)])).toMatch(
      /^Records run out on 19 May/,
    );
  });
  test('names the reset if nothing is left', () =>
    expect(textFor(week(121), 0)).toBe('No records left until 1 Jun 00:00.'));
  test('promises nothing until the reset if there are fewer records than days', () => {
    expect(textFor(week(121), 3)).toMatch(
      / over the last 7 days\. At 1 record a day, your records last 3 days\.$/,
    );
    expect(textFor([use(14, 16)], 3)).toBe(
      'The forecast appears after three days of use. At 1 record a day, your records last 3 days.',
    );
    expect(textFor([...week(0).slice(0, 7), use(14, 1)], 3)).not.toContain('up to 1 record');
    expect(textFor(week(121), 18)).toMatch(/use at most 1 a day\.$/);
  });
  test('includes today if that raises the average', () => {
    const quiet = [use(6, 40), ...[7, 8, 9, 10, 11, 12, 13].map((day) => use(day, 0))];
    expect(textFor([...quiet, use(14, 92)])).toMatch(
      /^At this pace, .* You used 12 records a day over the last 8 days\. /,
    );
    expect(textFor([...quiet, use(14, 2)])).toContain(
      'You used less than 1 record a day over the last 8 days.',
    );
    expect(textFor([...quiet, use(14, 0)])).toContain('You used 0 records a day over the last 7 days.');
  });
  test('shows that the records last with the cap, without repeating the pace', () => {
    expect(textFor(week(121), 1_388, 77)).toBe(
      'With your cap, your records last until the reset on 1 Jun 00:00. You used 121 records a day over the last 7 days.',
    );
    expect(textFor(week(50), 1_388, 77)).toMatch(/^At this pace, your records last/);
    expect(textFor(week(121), 1_388, 110)).toMatch(/^Records run out on 27 May/);
    // The cap limits only this device. If other devices used all of the records, the cap does not make the
    // records last longer.
    expect(textFor(week(0, 121), 1_388, 77)).toMatch(/^Records run out on 25 May/);
  });
  test('uses the last seven days only', () => {
    const before = [1, 2, 3, 4, 5, 6].map((day) => use(day, 1_000));
    expect(forecastOf([...before, ...week(50)], budget)?.usedPerDay).toBe(50);
  });
});

describe('a daily cap', () => {
  const offered = (days: readonly DayUse[], cap: number | null, left = 1_388): number | null =>
    capToOffer(forecastOf(days, { ...budget, left }, cap), left, cap);
  test('is offered only if the records would run out', () => {
    expect(offered(week(121), null)).toBe(77);
    expect(offered(week(50), null)).toBeNull();
    expect(offered([use(13, 300)], null)).toBeNull();
    expect(offered(week(121), null, 0)).toBeNull();
  });
  test('is not offered if the current cap is already as low', () => {
    expect(offered(week(121), 90)).toBe(77);
    expect(offered(week(121), 77)).toBeNull();
  });
  test('is not offered again after the records that it allows today were used', () => {
    const [cap, left] = [77, 1_388];
    const usedToday = [...week(121).slice(0, 7), use(14, cap)];
    const later = { ...budget, left: left - cap + 16, nowMs: NOW + 6 * 3_600_000 };
    expect(sustainablePace(later)).toBeLessThan(cap);
    expect(capToOffer(forecastOf(usedToday, later, cap), later.left, cap)).toBeNull();
  });
});

describe('a limit is shown without unfolding the others', () => {
  const limit = (change: Partial<BudgetStatus>): BudgetStatus => ({
    budget: 'companies-day',
    used: 10,
    reserved: 0,
    unknown: 0,
    others: null,
    limit: 100,
    left: 90,
    resetsAtMs: RESET,
    closedUntilMs: null,
    atLeast: false,
    limitSource: 'documented',
    ...change,
  });
  test('if it is the monthly records, runs out first, is paused or nearly used up', () => {
    expect(mattersNow(limit({}), 'day', NOW)).toBe(false);
    expect(mattersNow(limit({ budget: 'month-records' }), 'day', NOW)).toBe(true);
    expect(mattersNow(limit({}), 'companies-day', NOW)).toBe(true);
    expect(mattersNow(limit({ closedUntilMs: NOW + 1 }), 'day', NOW)).toBe(true);
    expect(mattersNow(limit({ closedUntilMs: NOW }), 'day', NOW)).toBe(false);
    expect(mattersNow(limit({ used: 50, others: 30 }), 'day', NOW)).toBe(true);
  });
});

test('a limit is marked as the first to run out only if it runs out at the current use', () => {
  const statusOf = (budgetName: BudgetStatus['budget'], used: number, others = 0): BudgetStatus => ({
    budget: budgetName,
    used,
    reserved: 0,
    unknown: 0,
    others,
    limit: 200,
    left: 200 - used,
    resetsAtMs: RESET,
    closedUntilMs: null,
    atLeast: false,
    limitSource: 'documented',
  });
  const marked = (pageTurns: BudgetStatus, recordsRunOut = false) =>
    firstToRunOut(
      { budgets: [statusOf('month-records', 10), pageTurns], binding: 'page-turns' },
      { nowMs: NOW, recordsRunOut },
    );
  expect(marked(statusOf('page-turns', 40))).toBeNull();
  expect(marked(statusOf('page-turns', 40), true)).toBe('month-records');
  expect(marked(statusOf('page-turns', 100))).toBe('page-turns');
  expect(marked({ ...statusOf('page-turns', 0), closedUntilMs: NOW + 1 })).toBe('page-turns');
});

test('the limit with the smallest share left is named if none runs out, except the limit per minute', () => {
  const of = (budget: BudgetStatus['budget'], left: number, limit: number) =>
    ({ budget, left, limit }) as BudgetStatus;
  expect(leastLeft([of('month-records', 90, 100), of('day', 3, 4), of('minute', 0, 10)])).toBe('day');
  expect(leastLeft([of('month-records', 100, 100), of('minute', 0, 10)])).toBeNull();
});

test('the even pace is the remaining amount divided by the days until the reset', () => {
  expect(sustainablePace(budget)).toBe(Math.floor(1_388 / 18));
  expect(sustainablePace({ ...budget, left: 0 })).toBe(1);
  expect(sustainablePace({ ...budget, nowMs: RESET - 1 })).toBe(1_388);
});

test('a burst of use today does not raise the even pace', () => {
  const burst = { left: 159, resetsAtMs: RESET, nowMs: RESET - 4.5 * DAY };
  expect(sustainablePace(burst)).toBe(31);
  const days = [use(25, 1), use(26, 1), use(27, 1), use(28, 4, 2_836)].map((day, at) => ({
    ...day,
    startMs: RESET - (8 - at) * DAY,
  }));
  expect(forecastOf(days, burst)?.evenPerDay).toBe(31);
});

test('the burn-down ends at the rest and adds the use of each day before', () => {
  const days = [use(12, 100, 20), use(13, 30), use(14, 5)];
  const monthStartMs = Date.UTC(2026, 4, 1);
  const points = burnDown([{ ...use(1, 999), startMs: monthStartMs - DAY }, ...days], {
    left: 845,
    monthStartMs,
    nowMs: NOW,
  });
  expect(points).toEqual([
    { atMs: Date.UTC(2026, 4, 12), left: 1_000 },
    { atMs: Date.UTC(2026, 4, 13), left: 880 },
    { atMs: Date.UTC(2026, 4, 14), left: 850 },
    { atMs: NOW, left: 845 },
  ]);
});

test('a budget is ahead of pace once its use exceeds an even pace until the end of the day', () => {
  const budgetWith = (used: number, name: BudgetStatus['budget'] = 'month-records'): BudgetStatus => ({
    budget: name,
    used,
    reserved: 0,
    unknown: 0,
    others: null,
    limit: 3_100,
    left: 0,
    resetsAtMs: RESET,
    limitSource: 'stats',
    closedUntilMs: null,
    atLeast: false,
  });
  // 14 of the 31 days of May are over at the end of today.
  expect(paceOf(budgetWith(0), NOW)).toBeCloseTo(14 / 31);
  expect([isAheadOfPace(budgetWith(1_400), NOW), isAheadOfPace(budgetWith(1_401), NOW)]).toEqual([
    false,
    true,
  ]);
  expect(isAheadOfPace({ ...budgetWith(1_300), others: 101 }, NOW)).toBe(true);
  // Usage of daily and minute budgets never counts as ahead of pace, because these budgets reset soon.
  expect([
    isAheadOfPace(budgetWith(3_000, 'day'), NOW),
    isAheadOfPace(budgetWith(3_000, 'minute'), NOW),
  ]).toEqual([false, false]);
});
