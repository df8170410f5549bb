import ListPlus from '@lucide/svelte/icons/list-plus';
import Search from '@lucide/svelte/icons/search';
import type { Command } from '../../lib/commands.ts';
import { library as words } from '../../lib/words.ts';

interface Actions {
  readonly focus: () => void;
  readonly create: () => void;
  readonly move: (by: number) => void;
  readonly open: () => void;
}

/** What can be done in the library; all of it is free. */
export function libraryCommands({ focus, create, move, open }: Actions): readonly Command[] {
  const { group } = words.commands;
  return [
    { id: 'library.search', group, words: words.commands.focus, icon: Search, shortcut: '/', run: focus },
    { id: 'library.new-list', group, words: words.commands.newList, icon: ListPlus, run: create },
    { id: 'library.down', words: words.commands.down, shortcut: 'j', hidden: true, run: () => move(1) },
    { id: 'library.up', words: words.commands.up, shortcut: 'k', hidden: true, run: () => move(-1) },
    { id: 'library.open', words: words.commands.open, shortcut: 'Enter', hidden: true, run: open },
  ];
}
