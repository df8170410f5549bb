import { noProgress } from './no-progress.ts';

/** The parts that connect a library search with the rest of the app, for a search without that app. */
export const SEARCH_ALONE = {
  progress: noProgress,
  fits: () => null,
  selectByOutcome: () => Promise.reject(new Error('a search alone knows no outcomes')),
  onLoaded: () => undefined,
} as const;
