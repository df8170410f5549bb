import { expect, test } from 'vitest';
import { meterBudget } from '../../../renderer/frame/rail/meter-budget.ts';
import type { Budget, BudgetStatus } from '../../../shared/model/budget.ts';

const of = (budget: Budget): BudgetStatus => ({
  budget,
  used: 1,
  reserved: 0,
  unknown: 0,
  others: null,
  limit: 100,
  left: 99,
  resetsAtMs: null,
  limitSource: 'documented',
  closedUntilMs: null,
  atLeast: false,
});
const budgets = [of('month-records'), of('month-requests'), of('test-key')];

test("the rail shows the test key's budget if it runs out first, and otherwise the records", () => {
  expect(meterBudget({ budgets, binding: 'test-key' })?.budget).toBe('test-key');
  expect(meterBudget({ budgets, binding: 'month-requests' })?.budget).toBe('month-records');
  expect(meterBudget(null)).toBeNull();
});
