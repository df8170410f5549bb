import type { Watchlist } from '../../state/watchlists.svelte.ts';

/** What can be done with the seller's lists. */
export interface ListActions {
  readonly create: () => void;
  readonly rename: (list: Watchlist) => void;
  readonly remove: (list: Watchlist) => Promise<void>;
}
