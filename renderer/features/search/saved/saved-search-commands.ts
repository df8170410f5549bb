import BookmarkPlus from '@lucide/svelte/icons/bookmark-plus';
import Bookmark from '@lucide/svelte/icons/bookmark';
import CheckCheck from '@lucide/svelte/icons/check-check';
import Plus from '@lucide/svelte/icons/plus';
import RefreshCw from '@lucide/svelte/icons/refresh-cw';
import Save from '@lucide/svelte/icons/save';
import type { SavedSearch } from '../../../../shared/model/saved-search.ts';
import type { Command } from '../../../session/commands/command.ts';
import { priceSentence } from '../../../ui/text/price-text.ts';
import { search as searchWords } from '../strings.ts';
import { savedSearches as strings } from './strings.ts';
import type { SavedSearches } from './saved-searches.svelte.ts';
import type { Search } from '../search.svelte.ts';
import { nameOf, type SavedSearchActions } from './saved-search-actions.ts';

const priceOf = ({ price }: SavedSearch): string | null => (price === null ? null : priceSentence(price));
export const canRun = ({ price }: SavedSearch): boolean => price?.decision.kind === 'go';

interface CurrentSearch {
  /**
   * The saved search with the current filters or, if there is none, the saved search that was opened last.
   */
  readonly current: SavedSearch | null;
  /** True if no saved search has the current filters. */
  readonly unsaved: boolean;
  /** Returns whether rows of the results are selected. */
  readonly isSelecting: () => boolean;
}

/** Returns commands that open or run each saved search, and commands for the current saved search. */
export function savedSearchCommands(
  search: Search,
  state: SavedSearches,
  actions: SavedSearchActions,
  { current, unsaved, isSelecting }: CurrentSearch,
): readonly Command[] {
  const { group } = searchWords.commands;
  const readable = state.all.filter((saved) => saved.search !== null);
  const findTarget = (): SavedSearch | null =>
    readable.find(({ id }) => id === state.focusedId) ?? (current?.search == null ? null : current);
  const target = findTarget();
  return [
    {
      id: 'search.new',
      group,
      label: strings.startNew,
      icon: Plus,
      keywords: ['clear', 'reset', 'start over'],
      available: actions.canStartNew,
      run: actions.startNew,
    },
    ...(unsaved
      ? [{ id: 'search.save', group, label: strings.saveLong, icon: BookmarkPlus, run: actions.save }]
      : []),
    ...(unsaved && state.opened !== null ? [saveChanges(group, state.opened, actions)] : []),
    ...(target === null
      ? []
      : [
          {
            id: 'search.saved-run',
            group,
            label: strings.runOf(nameOf(target)),
            icon: RefreshCw,
            shortcut: strings.runKey,
            price: () => priceOf(target),
            available: () => canRun(target) && !search.busy,
            run: () => actions.run(target),
          },
        ]),
    ...(target !== null && target.fresh > 0
      ? [
          {
            id: 'search.saved-seen',
            group,
            label: strings.markSeenOf(nameOf(target)),
            icon: CheckCheck,
            // While a result row is active or rows are selected, the same key marks companies as done instead.
            shortcut: strings.seenKey,
            available: () => state.focusedId !== null || (search.active < 0 && !isSelecting()),
            run: () => actions.markSeen(target),
          },
        ]
      : []),
    ...readable.map((saved) => ({
      id: `search.saved-${saved.id}`,
      group,
      icon: Bookmark,
      label: strings.open(nameOf(saved)),
      run: () => actions.open(saved),
    })),
    ...readable
      .filter(({ id }) => id !== target?.id)
      .map((saved) => ({
        id: `search.saved-run-${saved.id}`,
        group,
        icon: RefreshCw,
        label: strings.runOf(nameOf(saved)),
        price: () => priceOf(saved),
        available: () => canRun(saved) && !search.busy,
        run: () => actions.run(saved),
      })),
  ];
}

const saveChanges = (group: string, opened: SavedSearch, actions: SavedSearchActions): Command => ({
  id: 'search.save-changes',
  group,
  icon: Save,
  label: `${strings.saveChanges}: ${nameOf(opened)}`,
  run: () => actions.replace(opened),
});
