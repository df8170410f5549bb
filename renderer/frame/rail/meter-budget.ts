import type { Budget, BudgetStatus } from '../../../shared/model/budget.ts';

/**
 * Returns the budget that the rail's meter shows. This is the budget of the test key if that budget runs out
 * first. Otherwise, it is the account's monthly records.
 */
export function meterBudget(
  status: { readonly budgets: readonly BudgetStatus[]; readonly binding: Budget } | null,
): BudgetStatus | null {
  const shown = status?.binding === 'test-key' ? 'test-key' : 'month-records';
  return status?.budgets.find(({ budget }) => budget === shown) ?? null;
}
