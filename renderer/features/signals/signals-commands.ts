import Eye from '@lucide/svelte/icons/eye';
import ListFilter from '@lucide/svelte/icons/list-filter';
import RadioTower from '@lucide/svelte/icons/radio-tower';
import SearchIcon from '@lucide/svelte/icons/search';
import X from '@lucide/svelte/icons/x';
import type { Command } from '../../session/commands/command.ts';
import { signals as strings } from './strings.ts';
import type { App } from '../../session/app.svelte.ts';
import type { Signals } from './signals.svelte.ts';

interface Moves {
  readonly focusSearch: () => void;
  readonly showReceiver: () => void;
}

/** Returns the commands for Signals, except the triage commands. None of these commands costs anything. */
export function signalsCommands(app: App, signals: Signals, moves: Moves): readonly Command[] {
  const { group } = strings.commands;
  const active = () => (signals.active < 0 ? null : signals.row(signals.active));
  return [
    {
      id: 'signals.search',
      group,
      label: strings.commands.search,
      icon: SearchIcon,
      shortcut: '/',
      run: moves.focusSearch,
    },
    {
      id: 'signals.seen',
      group,
      label: strings.commands.seen,
      icon: Eye,
      shortcut: 'm',
      available: () => active()?.seen === false,
      run: () => {
        const row = active();
        return row === null ? undefined : markSeen(app, signals, [row.id]);
      },
    },
    {
      id: 'signals.all-seen',
      group,
      label: strings.commands.all,
      icon: Eye,
      available: () => (signals.opened?.unseen ?? 0) > 0,
      run: () => markSeen(app, signals, null),
    },
    {
      id: 'signals.unseen',
      group,
      label: strings.commands.unseen,
      icon: ListFilter,
      shortcut: 'u',
      run: () => signals.filter({ unseen: !signals.filters.unseen }),
    },
    {
      id: 'signals.close',
      group,
      label: strings.details.close,
      icon: X,
      shortcut: 'Escape',
      hidden: true,
      available: () => signals.detail !== null && app.navigation.companyId === null,
      run: () => signals.showDetails(null),
    },
    {
      id: 'signals.receiver',
      group,
      label: strings.commands.receiver,
      icon: RadioTower,
      run: moves.showReceiver,
    },
  ];
}

/**
 * Marks signals as seen. The user can undo this.
 *
 * @param ids null for all signals
 */
export async function markSeen(app: App, signals: Signals, ids: readonly string[] | null): Promise<void> {
  await app.change(async () => {
    const { undo, marked } = await signals.markSeen(ids);
    app.undo.offer(strings.marked(marked), undo, () => signals.open());
    await signals.open();
  });
}

/** Removes a webhook event. The user can undo this. */
export async function removeSignal(app: App, signals: Signals, id: string): Promise<void> {
  await app.change(async () => {
    const { undo } = await signals.remove(id);
    app.undo.offer(strings.removed, undo, () => signals.open());
    await signals.open();
  });
}
