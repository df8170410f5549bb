import type { Budget, BudgetStatus } from '../../../shared/model/budget.ts';

/**
 * Returns the budget that the rail's meter shows: the account's monthly records, or the test key's own budget
 * if that runs out first.
 */
export function meterBudget(
  status: { readonly budgets: readonly BudgetStatus[]; readonly binding: Budget } | null,
): BudgetStatus | null {
  const shown = status?.binding === 'test-key' ? 'test-key' : 'month-records';
  return status?.budgets.find(({ budget }) => budget === shown) ?? null;
}
