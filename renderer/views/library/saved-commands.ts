import Bookmark from '@lucide/svelte/icons/bookmark';
import BookmarkPlus from '@lucide/svelte/icons/bookmark-plus';
import type { Command } from '../../lib/commands.ts';
import { safeLine } from '../../lib/safe-text.ts';
import { asksAnything } from '../../lib/saved-question.ts';
import { library as words } from '../../lib/words.ts';
import { savedFilters } from '../../lib/words/saved-filters.ts';
import type { Library } from '../../state/library.svelte.ts';
import type { SavedActions } from './saved-actions.ts';

/** Saved filters by name, and keeping what is shown. */
export function savedCommands(library: Library, saved: SavedActions): readonly Command[] {
  const { group } = words.commands;
  return [
    {
      ...{ id: 'library.save-filter', group, words: savedFilters.save, icon: BookmarkPlus },
      available: () => asksAnything(library.question) && saved.state.asking(library.question) === null,
      run: saved.save,
    },
    ...saved.state.all
      .filter((filter) => filter.question !== null)
      .map((filter) => ({
        ...{ id: `library.filter-${filter.id}`, group, icon: Bookmark },
        words: savedFilters.apply(safeLine(filter.name, 80)),
        run: () => saved.apply(filter),
      })),
  ];
}
