import Bookmark from '@lucide/svelte/icons/bookmark';
import BookmarkPlus from '@lucide/svelte/icons/bookmark-plus';
import type { Command } from '../../../session/commands/command.ts';
import { safeLine } from '../../../lib/safe-text.ts';
import { asksAnything } from './saved-view-query.ts';
import { library as words } from '../strings.ts';
import { savedFilters } from './strings.ts';
import type { Library } from '../library.svelte.ts';
import type { SavedActions } from './saved-view-actions.ts';

/** Commands that save the current question and apply each saved view. */
export function savedCommands(library: Library, saved: SavedActions): readonly Command[] {
  const { group } = words.commands;
  return [
    {
      id: 'library.save-filter',
      group,
      words: savedFilters.save,
      icon: BookmarkPlus,
      available: () => asksAnything(library.question) && saved.state.asking(library.question) === null,
      run: saved.save,
    },
    ...saved.state.all
      .filter((filter) => filter.question !== null)
      .map((filter) => ({
        id: `library.filter-${filter.id}`,
        group,
        icon: Bookmark,
        words: savedFilters.apply(safeLine(filter.name, 80)),
        run: () => saved.apply(filter),
      })),
  ];
}
