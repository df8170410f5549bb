import type { Api } from '../../../shared/contract/index.ts';
import type { Subscribe } from '../../session/refresh-while-shown.ts';

/**
 * Returns the subscriptions to all changes that may affect today's plan or the plan for the rest of the
 * month.
 */
export const planChanges = (api: Api): readonly Subscribe[] => [
  api.plan.onChanged,
  api.quota.onChanged,
  api.library.onChanged,
  api.watchlists.onChanged,
  api.savedSearches.onChanged,
  api.market.onChanged,
  api.keys.onChanged,
  api.demo.onChanged,
];
