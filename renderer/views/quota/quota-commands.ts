import RefreshCw from '@lucide/svelte/icons/refresh-cw';
import type { Command } from '../../lib/commands.ts';
import { priceWords } from '../../lib/price-words.ts';
import { quota as words } from '../../lib/words.ts';
import type { Quota } from '../../state/quota.svelte.ts';

interface Actions {
  readonly confirm: () => void;
  readonly move: (by: number) => void;
}

/** What can be done on Quota. */
export function quotaCommands({ confirmPrice }: Quota, { confirm, move }: Actions): readonly Command[] {
  const { group } = words.commands;
  return [
    {
      id: 'quota.confirm',
      group,
      words: words.commands.confirm,
      icon: RefreshCw,
      price: () => (confirmPrice.preview === null ? null : priceWords(confirmPrice.preview)),
      available: () => confirmPrice.preview?.decision.kind === 'go' && !confirmPrice.busy,
      run: confirm,
    },
    { id: 'quota.down', words: words.commands.down, shortcut: 'j', hidden: true, run: () => move(1) },
    { id: 'quota.up', words: words.commands.up, shortcut: 'k', hidden: true, run: () => move(-1) },
  ];
}
