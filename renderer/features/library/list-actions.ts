import type { SavedViewActions } from './saved-views/saved-view-actions.ts';
import type { TagActions } from './tags/tag-actions.ts';
import type { App } from '../../session/app.svelte.ts';
import type { WatchedListsState } from '../lists/watched/watched-lists.svelte.ts';
import type { List } from '../lists/lists.svelte.ts';

/** The actions on lists, saved views, tags and statuses that the facets offer. */
export interface ListActions {
  readonly app: App;
  readonly create: () => void;
  readonly createWith: (companyIds: readonly string[]) => void;
  readonly rename: (list: List) => void;
  readonly remove: (list: List) => Promise<void>;
  readonly watchedLists: WatchedListsState;
  readonly openWatchDialog: (list: List) => void;
  /** Shows the changes to the companies of one list; null shows the changes on all watched lists. */
  readonly openChanges: (list: List | null) => void;
  readonly saved: SavedViewActions;
  readonly tags: TagActions;
  /** Opens the dialog that edits the statuses of the pipeline. */
  readonly editStatuses: () => void;
}
