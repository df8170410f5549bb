import type { Api } from '../../../shared/contract/index.ts';
import type { Subscribe } from '../../session/refresh-while-shown.ts';

/**
 * The events after which the number of unseen signals may have changed. The navigation rail, Today and
 * Signals refresh on the same events, so they show the same number. `library.onChanged` is one of them: after
 * a company was marked as done or snoozed, its signals are no longer new.
 */
export const signalChanges = (api: Api): readonly Subscribe[] => [
  api.signals.onChanged,
  api.savedSearches.onChanged,
  api.library.onChanged,
  api.demo.onChanged,
];
