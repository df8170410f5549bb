import type { SavedActions } from './saved-actions.ts';
import type { TagActions } from './tag-actions.ts';
import type { App } from '../../state/app.svelte.ts';
import type { Watch } from '../../state/watch.svelte.ts';
import type { Watchlist } from '../../state/watchlists.svelte.ts';

/** What can be done with the seller's lists. */
export interface ListActions {
  readonly app: App;
  readonly create: () => void;
  /** With these companies on it. */
  readonly createOf: (companyIds: readonly string[]) => void;
  readonly rename: (list: Watchlist) => void;
  readonly remove: (list: Watchlist) => Promise<void>;
  readonly watching: Watch;
  /** How a list is watched. */
  readonly watch: (list: Watchlist) => void;
  /** What changed, on one list or on all. */
  readonly changes: (list: Watchlist | null) => void;
  /** The saved filters and the tags stand beside the lists. */
  readonly saved: SavedActions;
  readonly tags: TagActions;
}
