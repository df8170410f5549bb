import type { SavedActions } from './saved-actions.ts';
import type { Watchlist } from '../../state/watchlists.svelte.ts';

/** What can be done with the seller's lists. */
export interface ListActions {
  readonly create: () => void;
  readonly rename: (list: Watchlist) => void;
  readonly remove: (list: Watchlist) => Promise<void>;
  /** The saved filters stand beside the lists. */
  readonly saved: SavedActions;
}
