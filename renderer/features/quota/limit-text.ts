import type { BudgetStatus } from '../../../shared/model/budget.ts';
import { countText } from '../../lib/format.ts';
import { budgetName } from '../../ui/text/price-text.ts';
import { quota as strings } from './strings.ts';

/**
 * Returns a sentence that lists the different values that the service has reported for one limit in response
 * headers, statistics and refusals. Returns null if the values agree.
 */
export function limitsDifferText({
  budget,
  differingLimits,
}: Pick<BudgetStatus, 'budget' | 'differingLimits'>): string | null {
  if (differingLimits === undefined) return null;
  const limits = differingLimits.map(({ source, limit }) => strings.reportedIn[source](countText(limit)));
  return strings.limitsDiffer(budgetName(budget), limits.join(', '));
}
