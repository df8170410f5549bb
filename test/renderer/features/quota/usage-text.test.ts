import { expect, test } from 'vitest';
import type { Allowance, AllowanceScope, BudgetStatus } from '../../../../shared/model/budget.ts';
import { usageText } from '../../../../renderer/features/quota/usage-text.ts';

/* The sentence on the Quota screen about what used the records of this month. */

const records = (change: Partial<BudgetStatus>): BudgetStatus => ({
  budget: 'month-records',
  used: 0,
  reserved: 0,
  unknown: 0,
  others: null,
  limit: 3_000,
  left: 3_000,
  resetsAtMs: Date.UTC(2026, 5, 1),
  closedUntilMs: null,
  atLeast: true,
  limitSource: 'documented',
  ...change,
});
const allowances = (used: Partial<Record<AllowanceScope, number>>): Allowance[] =>
  (Object.keys(used) as AllowanceScope[]).map((scope) => ({
    scope,
    recordsADay: null,
    used: 0,
    recordsAMonth: null,
    usedThisMonth: used[scope] ?? 0,
  }));

test('names what used the records, the largest part first', () => {
  const spent = allowances({ all: 40, 'screen-company': 9, 'screen-search': 25, background: 4 });
  expect(usageText(records({ used: 38, unknown: 2 }), spent)).toBe(
    '40 records used on this computer this month: 25 on Search, 9 on company pages, 4 by plans and rules, and 2 elsewhere in Roundwatch.',
  );
  expect(usageText(records({ used: 40, others: 100, atLeast: false }), spent)).toBe(
    '140 records used this month: 100 on other devices, 25 on Search, 9 on company pages, 4 by plans and rules, and 2 elsewhere in Roundwatch.',
  );
});

test('omits the parts if they belong to another period than the limit', () => {
  expect(usageText(records({ used: 12, others: 0, atLeast: false }), allowances({ all: 40 }))).toBe(
    '12 records used this month.',
  );
});

test('states that nothing was used, or nothing here', () => {
  expect(usageText(records({}), [])).toBe('No records used on this computer this month.');
  expect(usageText(records({ others: 0, atLeast: false }), [])).toBe('No records used this month.');
});
