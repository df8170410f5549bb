import type { BudgetStatus } from '../../../../shared/model/budget.ts';
import { LIST_LIMIT_MAX } from '../../../../shared/model/limits.ts';
import type { ExpiringLimit, MonthEnd } from '../../../../shared/model/planning/month-end.ts';

/**
 * Returns the plan with the amount that is now left of each limit. The amounts that will expire despite the
 * plan stay the same, because the requests being sent are part of the plan.
 */
export function withCurrentLeft(
  plan: MonthEnd,
  budgets: readonly Pick<BudgetStatus, 'budget' | 'left'>[],
): MonthEnd {
  const limits = plan.limits.map((limit): ExpiringLimit => {
    const left = budgets.find(({ budget }) => budget === limit.budget)?.left ?? limit.left;
    const usual = Math.min(left, limit.usual);
    const expires = left - usual;
    return { ...limit, left, usual, expires, withPlan: Math.min(expires, limit.withPlan) };
  });
  const expiresOf = (all: readonly ExpiringLimit[]): number =>
    all.find(({ budget }) => budget === 'month-records')?.expires ?? 0;
  const [before, now] = [expiresOf(plan.limits), expiresOf(limits)];
  /**
   * Adapts an amount to the current number of expiring records. An amount that equalled the previous number
   * becomes the current number, because only the number of records limited it.
   */
  const current = (amount: number): number => (amount === before ? now : Math.min(amount, now));
  const rounds = current(plan.couldBuy.rounds);
  return {
    ...plan,
    limits,
    reserved: Math.max(0, plan.reserved - Math.max(0, before - now)),
    couldBuy: {
      ...plan.couldBuy,
      profiles: current(plan.couldBuy.profiles),
      rounds,
      roundRequests: Math.ceil(rounds / LIST_LIMIT_MAX),
    },
  };
}
