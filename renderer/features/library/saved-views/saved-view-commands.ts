import Bookmark from '@lucide/svelte/icons/bookmark';
import BookmarkPlus from '@lucide/svelte/icons/bookmark-plus';
import type { Command } from '../../../session/commands/command.ts';
import { safeLine } from '../../../lib/safe-text.ts';
import { hasCriteria } from './saved-view-query.ts';
import { library as strings } from '../strings.ts';
import { savedViews } from './strings.ts';
import type { Library } from '../library.svelte.ts';
import type { SavedViewActions } from './saved-view-actions.ts';

/**
 * Returns the command that saves the current filters, and the commands that open the readable saved views.
 */
export function savedViewCommands(library: Library, saved: SavedViewActions): readonly Command[] {
  const { group } = strings.commands;
  return [
    {
      id: 'library.save-filter',
      group,
      label: savedViews.save,
      icon: BookmarkPlus,
      available: () => hasCriteria(library.question) && saved.state.viewWith(library.question) === null,
      run: saved.save,
    },
    ...saved.state.all
      .filter((filter) => filter.question !== null)
      .map((filter) => ({
        id: `library.filter-${filter.id}`,
        group,
        icon: Bookmark,
        label: savedViews.apply(safeLine(filter.name, 80)),
        run: () => saved.apply(filter),
      })),
  ];
}
