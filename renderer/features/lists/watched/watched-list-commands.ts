import CheckCheck from '@lucide/svelte/icons/check-check';
import Eye from '@lucide/svelte/icons/eye';
import History from '@lucide/svelte/icons/history';
import RefreshCw from '@lucide/svelte/icons/refresh-cw';
import type { Command } from '../../../session/commands/command.ts';
import { priceSentence } from '../../../ui/text/price-text.ts';
import { safeLine } from '../../../lib/safe-text.ts';
import { watch as strings } from './strings.ts';
import type { App } from '../../../session/app.svelte.ts';
import type { List, ListsState } from '../lists.svelte.ts';
import type { WatchedListsState } from './watched-lists.svelte.ts';
import { refreshDueCompanies, markAllSeen } from './watched-list-actions.ts';

export function watchCommands(
  app: App,
  { watch, lists }: { readonly watch: WatchedListsState; readonly lists: ListsState },
  act: { readonly watch: (list: List) => void; readonly changes: () => void },
): readonly Command[] {
  const keywords = ['watch', 'changes', 'refresh'];
  return [
    ...lists.all.map((list) => ({
      id: `watch.list.${list.id}`,
      group: strings.group,
      icon: Eye,
      keywords,
      label: `${(watch.ruleOf(list.id)?.watched ? strings.settingsOf : strings.title)(safeLine(list.name, 80))}…`,
      run: () => act.watch(list),
    })),
    ...(watch.hasWatchedLists
      ? [
          {
            id: 'watch.changes',
            group: strings.group,
            label: strings.newsAll,
            icon: History,
            keywords,
            run: act.changes,
          },
        ]
      : []),
    ...(watch.unseenTotal > 0
      ? [
          {
            id: 'watch.seen',
            group: strings.group,
            label: strings.seenAll,
            icon: CheckCheck,
            keywords,
            run: () => void markAllSeen(app, watch),
          },
        ]
      : []),
    ...(watch.duePrice !== null && watch.duePrice.decision.kind === 'go'
      ? [
          {
            id: 'watch.again',
            group: strings.group,
            icon: RefreshCw,
            keywords,
            label: strings.refreshDueCompanies(watch.due.length),
            price: () => (watch.duePrice === null ? null : priceSentence(watch.duePrice)),
            run: () => void refreshDueCompanies(app, watch),
          },
        ]
      : []),
  ];
}
