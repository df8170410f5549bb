import type { Api } from '../../../shared/contract/index.ts';
import type { Subscribe } from '../../session/refresh-while-shown.ts';

/**
 * The events after which the number of unseen signals may have changed. The navigation rail, Today and
 * Signals refresh on the same events, so they show the same number. `library.onChanged` is one of them,
 * because the signals of a company are no longer new once it has been marked as done or snoozed.
 */
export const signalChanges = (api: Api): readonly Subscribe[] => [
  api.signals.onChanged,
  api.savedSearches.onChanged,
  api.library.onChanged,
  api.demo.onChanged,
];
