import type { SavedActions } from './saved-views/saved-view-actions.ts';
import type { TagActions } from './tags/tag-actions.ts';
import type { App } from '../../session/app.svelte.ts';
import type { Watch } from '../lists/watched/watched-lists.svelte.ts';
import type { Watchlist } from '../lists/lists.svelte.ts';

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
