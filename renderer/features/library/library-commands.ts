import Columns3 from '@lucide/svelte/icons/columns-3';
import Kanban from '@lucide/svelte/icons/square-kanban';
import FilterX from '@lucide/svelte/icons/filter-x';
import ListPlus from '@lucide/svelte/icons/list-plus';
import Pencil from '@lucide/svelte/icons/pencil';
import Rows from '@lucide/svelte/icons/rows-3';
import Search from '@lucide/svelte/icons/search';
import type { Command } from '../../session/commands/command.ts';
import { filterCount, NO_FILTERS } from './library-filters.ts';
import { statusStrings } from './statuses/strings.ts';
import { library as strings } from './strings.ts';
import type { Library } from './library.svelte.ts';

interface Actions {
  readonly focus: () => void;
  readonly create: () => void;
  readonly chooseColumns: () => void;
  readonly editStatuses: () => void;
}

/**
 * Returns the Library's commands, all of which are free. The triage commands are in
 * `lists/triage/triage-commands.ts`.
 */
export function libraryCommands(
  library: Library,
  { focus, create, chooseColumns, editStatuses }: Actions,
): readonly Command[] {
  const { group } = strings.commands;
  return [
    { id: 'library.search', group, label: strings.commands.focus, icon: Search, shortcut: '/', run: focus },
    { id: 'library.new-list', group, label: strings.commands.newList, icon: ListPlus, run: create },
    {
      id: 'library.columns',
      group,
      label: strings.commands.columns,
      icon: Columns3,
      available: () => library.view === 'list',
      run: chooseColumns,
    },
    { id: 'library.statuses', group, label: statusStrings.edit, icon: Pencil, run: editStatuses },
    ...viewCommands(library),
  ];
}

function viewCommands(library: Library): readonly Command[] {
  const { group } = strings.commands;
  return [
    {
      id: 'library.board',
      group,
      label: strings.commands.board,
      icon: Kanban,
      available: () => library.view === 'list',
      run: () => library.show('board'),
    },
    {
      id: 'library.list',
      group,
      label: strings.commands.list,
      icon: Rows,
      available: () => library.view === 'board',
      run: () => library.show('list'),
    },
    {
      id: 'library.clear-filters',
      group,
      label: strings.commands.clearFilters,
      icon: FilterX,
      available: () => filterCount(library.filters) > 0,
      run: () => library.search({ filters: NO_FILTERS }),
    },
  ];
}
