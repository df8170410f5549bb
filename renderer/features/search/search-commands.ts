import ArrowDownToLine from '@lucide/svelte/icons/arrow-down-to-line';
import Columns3 from '@lucide/svelte/icons/columns-3';
import Hash from '@lucide/svelte/icons/hash';
import BookOpen from '@lucide/svelte/icons/library';
import Rows3 from '@lucide/svelte/icons/rows-3';
import SearchIcon from '@lucide/svelte/icons/search';
import TextSearch from '@lucide/svelte/icons/text-search';
import type { Command } from '../../session/commands/command.ts';
import { priceOf } from '../../ui/text/price-text.ts';
import { search as strings } from './strings.ts';
import { searchPlan as planWords } from './search-plan-strings.ts';
import type { Search } from './search.svelte.ts';
import type { SearchActions } from './search-actions.ts';

interface Actions extends SearchActions {
  readonly focusText: () => Promise<void>;
  readonly chooseColumns: () => void;
}

export function searchCommands(search: Search, actions: Actions): readonly Command[] {
  const { group } = strings.commands;
  const rows = search.set?.question.query.limit ?? 0;
  return [
    {
      id: 'search.run',
      group,
      label: search.line.isPending ? strings.describe.fill : strings.commands.run,
      icon: SearchIcon,
      shortcut: 'Mod+Enter',
      price: () => (search.line.isPending ? null : priceOf(search.firstPage.price.preview)),
      available: () =>
        search.line.isPending ||
        (search.canRunByKey &&
          search.firstPage.price.isPayable &&
          search.firstPage.price.preview?.expectedRecords !== 0),
      run: () => actions.run(),
    },
    {
      id: 'search.next',
      group,
      label: strings.next(rows),
      icon: ArrowDownToLine,
      price: () => priceOf(search.nextPage.price.preview),
      available: () => search.nextPage.price.isPayable,
      run: () => actions.next(),
    },
    ...planCommands(search, actions),
    {
      id: 'search.text',
      group,
      label: strings.commands.focusText,
      icon: TextSearch,
      shortcut: '/',
      run: actions.focusText,
    },
    ...listCommands(search, actions),
  ];
}

/**
 * Returns the commands that switch between rounds and companies, and the command that lets the user choose
 * the columns.
 */
const listCommands = (search: Search, { chooseColumns }: Actions): readonly Command[] => {
  const { group } = strings.commands;
  return [
    ...(['fundings', 'companies'] as const).map((list) => ({
      id: `search.list.${list}`,
      group,
      label: strings.commands.list[list],
      icon: Rows3,
      available: () => !search.busy && search.form.list !== list,
      run: () => search.chooseList(list),
    })),
    {
      id: 'search.columns',
      group,
      label: strings.commands.columns,
      icon: Columns3,
      run: chooseColumns,
    },
  ];
};

/** Returns the commands for the search plan: count matches, show stored results, load all pages. */
function planCommands({ plan, isPlanStepRunning }: Search, actions: Actions): readonly Command[] {
  const { group } = strings.commands;
  const { plan: current } = plan;
  const isFree = (): boolean => !isPlanStepRunning;
  return [
    ...(current?.probe
      ? [
          {
            id: 'search.probe',
            group,
            label: planWords.probe,
            icon: Hash,
            price: () => priceOf(plan.plan?.probe),
            available: () => isFree() && actions.isOnline() && plan.plan?.probe?.decision.kind === 'go',
            run: actions.probe,
          },
        ]
      : []),
    ...(current?.library && current.library.rows > 0
      ? [
          {
            id: 'search.library',
            group,
            label: planWords.library(current.library.rows),
            icon: BookOpen,
            available: isFree,
            run: actions.showStoredResults,
          },
        ]
      : []),
    ...(current?.all && current.all.pages > 0 && current.library?.complete !== true
      ? [
          {
            id: 'search.all',
            group,
            label: planWords.loadEverything,
            icon: ArrowDownToLine,
            price: () => {
              const pages = actions.pagesToLoad();
              return pages === null ? null : planWords.costs(pages.cost);
            },
            available: () => isFree() && actions.isOnline() && (actions.pagesToLoad()?.pages ?? 0) > 0,
            run: actions.loadAll,
          },
        ]
      : []),
  ];
}
