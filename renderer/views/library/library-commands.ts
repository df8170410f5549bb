import Columns from '@lucide/svelte/icons/columns-3';
import FilterX from '@lucide/svelte/icons/filter-x';
import ListChecks from '@lucide/svelte/icons/list-checks';
import ListPlus from '@lucide/svelte/icons/list-plus';
import Rows from '@lucide/svelte/icons/rows-3';
import Search from '@lucide/svelte/icons/search';
import X from '@lucide/svelte/icons/x';
import type { Command } from '../../lib/commands.ts';
import { filterCount, NO_FILTERS } from '../../lib/library-filters.ts';
import { library as words } from '../../lib/words.ts';
import type { Library } from '../../state/library.svelte.ts';

interface Actions {
  readonly focus: () => void;
  readonly create: () => void;
  readonly move: (by: number) => void;
  readonly open: () => void;
  readonly selectAll: () => void;
}

/** What can be done in the library; all of it is free. */
export function libraryCommands(library: Library, actions: Actions): readonly Command[] {
  const { group } = words.commands;
  const { focus, create, move, open } = actions;
  return [
    { id: 'library.search', group, words: words.commands.focus, icon: Search, shortcut: '/', run: focus },
    { id: 'library.new-list', group, words: words.commands.newList, icon: ListPlus, run: create },
    ...viewCommands(library),
    ...selectCommands(library, actions),
    { id: 'library.down', words: words.commands.down, shortcut: 'j', hidden: true, run: () => move(1) },
    { id: 'library.up', words: words.commands.up, shortcut: 'k', hidden: true, run: () => move(-1) },
    { id: 'library.open', words: words.commands.open, shortcut: 'Enter', hidden: true, run: open },
  ];
}

function viewCommands(library: Library): readonly Command[] {
  const { group } = words.commands;
  return [
    {
      ...{ id: 'library.board', group, words: words.commands.board, icon: Columns },
      available: () => library.view === 'list',
      run: () => library.show('board'),
    },
    {
      ...{ id: 'library.list', group, words: words.commands.list, icon: Rows },
      available: () => library.view === 'board',
      run: () => library.show('list'),
    },
    {
      ...{ id: 'library.clear-filters', group, words: words.commands.clearFilters, icon: FilterX },
      available: () => filterCount(library.filters) > 0,
      run: () => library.ask({ filters: NO_FILTERS }),
    },
  ];
}

function selectCommands(library: Library, { selectAll }: Actions): readonly Command[] {
  const { group } = words.commands;
  const inList = (): boolean => library.view === 'list';
  return [
    {
      ...{ id: 'library.toggle', group, words: words.commands.toggle, icon: ListChecks, shortcut: 'x' },
      available: () => inList() && library.active >= 0,
      run: () => library.selection.toggle(library.active),
    },
    {
      ...{ id: 'library.select-all', group, words: words.commands.selectAll, icon: ListChecks },
      available: () => inList() && (library.opened?.total ?? 0) > 0,
      run: selectAll,
    },
    {
      ...{ id: 'library.clear-selection', group, words: words.commands.clearSelection, icon: X },
      shortcut: 'Escape',
      available: () => library.selection.size > 0,
      run: () => library.selection.clear(),
    },
  ];
}
