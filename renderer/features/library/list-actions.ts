import type { SavedActions } from './saved-views/saved-view-actions.ts';
import type { TagActions } from './tags/tag-actions.ts';
import type { App } from '../../session/app.svelte.ts';
import type { Watch } from '../lists/watched/watched-lists.svelte.ts';
import type { Watchlist } from '../lists/lists.svelte.ts';

/** Actions on lists, and on the saved views and tags shown with them. */
export interface ListActions {
  readonly app: App;
  readonly create: () => void;
  /** Creates a list with these companies. */
  readonly createOf: (companyIds: readonly string[]) => void;
  readonly rename: (list: Watchlist) => void;
  readonly remove: (list: Watchlist) => Promise<void>;
  readonly watching: Watch;
  /** Opens the dialog with the list's watch settings. */
  readonly watch: (list: Watchlist) => void;
  /** Opens the changes of one list, or of all for null. */
  readonly changes: (list: Watchlist | null) => void;
  readonly saved: SavedActions;
  readonly tags: TagActions;
}
