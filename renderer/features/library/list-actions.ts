import type { SavedViewActions } from './saved-views/saved-view-actions.ts';
import type { TagActions } from './tags/tag-actions.ts';
import type { App } from '../../session/app.svelte.ts';
import type { WatchedListsState } from '../lists/watched/watched-lists.svelte.ts';
import type { List } from '../lists/lists.svelte.ts';

/** Actions on lists, and on the saved views and tags shown with them. */
export interface ListActions {
  readonly app: App;
  readonly create: () => void;
  /** Creates a list with these companies. */
  readonly createWith: (companyIds: readonly string[]) => void;
  readonly rename: (list: List) => void;
  readonly remove: (list: List) => Promise<void>;
  readonly watchedLists: WatchedListsState;
  /** Opens the dialog with the list's watch settings. */
  readonly openWatchDialog: (list: List) => void;
  /** Opens the changes of one list, or of all for null. */
  readonly openChanges: (list: List | null) => void;
  readonly saved: SavedViewActions;
  readonly tags: TagActions;
}
