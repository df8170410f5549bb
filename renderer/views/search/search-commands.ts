import ArrowDownToLine from '@lucide/svelte/icons/arrow-down-to-line';
import SearchIcon from '@lucide/svelte/icons/search';
import TextSearch from '@lucide/svelte/icons/text-search';
import type { Command } from '../../lib/commands.ts';
import { priceWords } from '../../lib/price-words.ts';
import { search as words } from '../../lib/words.ts';
import type { Price } from '../../state/price.svelte.ts';
import type { Search } from '../../state/search.svelte.ts';

interface Actions {
  readonly run: () => void;
  readonly next: () => void;
  readonly focusText: () => void;
  readonly move: (by: number) => void;
  readonly open: () => void;
}

const isPayable = ({ preview, busy }: Price): boolean => preview?.decision.kind === 'go' && !busy;
const priceOf = ({ preview }: Price): string | null => (preview === null ? null : priceWords(preview));

/** What can be done on Search. */
export function searchCommands(search: Search, actions: Actions): readonly Command[] {
  const { group } = words.commands;
  const rows = search.set?.query.limit ?? 0;
  return [
    {
      id: 'search.run',
      group,
      words: words.commands.run,
      icon: SearchIcon,
      shortcut: 'Mod+Enter',
      price: () => priceOf(search.runPrice),
      available: () => isPayable(search.runPrice),
      run: actions.run,
    },
    {
      id: 'search.next',
      group,
      words: words.next(rows),
      icon: ArrowDownToLine,
      price: () => priceOf(search.nextPrice),
      available: () => isPayable(search.nextPrice),
      run: actions.next,
    },
    {
      id: 'search.text',
      group,
      words: words.commands.focusText,
      icon: TextSearch,
      shortcut: '/',
      run: actions.focusText,
    },
    {
      id: 'search.down',
      words: words.commands.down,
      shortcut: 'j',
      hidden: true,
      run: () => actions.move(1),
    },
    { id: 'search.up', words: words.commands.up, shortcut: 'k', hidden: true, run: () => actions.move(-1) },
    { id: 'search.open', words: words.commands.open, shortcut: 'Enter', hidden: true, run: actions.open },
  ];
}
