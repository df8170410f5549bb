import type { SavedViewActions } from './saved-views/saved-view-actions.ts';
import type { TagActions } from './tags/tag-actions.ts';
import type { App } from '../../session/app.svelte.ts';
import type { WatchedListsState } from '../lists/watched/watched-lists.svelte.ts';
import type { List } from '../lists/lists.svelte.ts';

/** Actions on lists, saved views and tags that the facets offer. */
export interface ListActions {
  readonly app: App;
  readonly create: () => void;
  /** Creates a list that contains these companies. */
  readonly createWith: (companyIds: readonly string[]) => void;
  readonly rename: (list: List) => void;
  readonly remove: (list: List) => Promise<void>;
  readonly watchedLists: WatchedListsState;
  /** Opens the dialog with the list's watch settings. */
  readonly openWatchDialog: (list: List) => void;
  /** Shows the changes of one list; null for those of all lists. */
  readonly openChanges: (list: List | null) => void;
  readonly saved: SavedViewActions;
  readonly tags: TagActions;
}
