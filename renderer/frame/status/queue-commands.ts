import X from '@lucide/svelte/icons/x';
import type { QueueEntry } from '../../../shared/model/budget.ts';
import type { Command } from '../../session/commands/command.ts';
import { entryName } from './queue-text.ts';
import { queue as words } from './queue-strings.ts';

/** Commands that cancel requests that wait or run. */
export function queueCommands(
  queue: readonly QueueEntry[],
  cancel: (entry: QueueEntry) => void,
): readonly Command[] {
  return queue.map((entry) => ({
    id: `queue.cancel.${entry.id}`,
    group: words.group,
    words: words.cancelWhat(entryName(entry)),
    icon: X,
    keywords: ['queue', 'waiting', 'stop'],
    run: () => cancel(entry),
  }));
}
