import type { SavedFilter } from '../../../../shared/model/saved-filter.ts';
import { safeLine } from '../../../lib/safe-text.ts';
import { savedViews as strings } from './strings.ts';
import type { App } from '../../../session/app.svelte.ts';
import type { Library } from '../library.svelte.ts';
import type { SavedViewsState } from './saved-views.svelte.ts';

/** Actions on saved views. Every change can be undone. */
export interface SavedViewActions {
  readonly state: SavedViewsState;
  /** Opens the dialog that saves the current search text, filters and sort order under a name. */
  readonly save: () => void;
  readonly rename: (filter: SavedFilter) => void;
  readonly apply: (filter: SavedFilter) => void;
  readonly replace: (filter: SavedFilter) => Promise<void>;
  readonly remove: (filter: SavedFilter) => Promise<void>;
}

type Dialogs = Pick<SavedViewActions, 'save' | 'rename'>;

export function savedViewActions(
  app: App,
  library: Library,
  state: SavedViewsState,
  dialogs: Dialogs,
): SavedViewActions {
  const refresh = (): Promise<void> => state.refresh();
  return {
    ...dialogs,
    state,
    apply: ({ question }) => {
      if (question !== null) void library.search({ ...question });
    },
    replace: async ({ id, name }) => {
      await app.change(async () => {
        const undo = await state.replace(id, library.question);
        const message =
          undo === null ? strings.unchanged(safeLine(name, 80)) : strings.replaced(safeLine(name, 80));
        app.undo.offer(message, undo, refresh);
      });
    },
    remove: async ({ id, name }) => {
      await app.change(async () => {
        app.undo.offer(strings.removed(safeLine(name, 80)), await state.remove(id), refresh);
      });
    },
  };
}
