import { noProgress } from './no-progress.ts';

/** Stand-ins for the parts of the app that a library search needs, so the search can run on its own. */
export const SEARCH_ALONE = {
  progress: noProgress,
  fits: () => null,
  selectByOutcome: () => Promise.reject(new Error('a search alone knows no outcomes')),
  onLoaded: () => undefined,
} as const;
