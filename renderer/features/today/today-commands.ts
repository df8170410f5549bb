import ListChecks from '@lucide/svelte/icons/list-checks';
import ArrowDownWideNarrow from '@lucide/svelte/icons/arrow-down-wide-narrow';
import Eye from '@lucide/svelte/icons/eye';
import SquareCheck from '@lucide/svelte/icons/square-check';
import type { Command } from '../../session/commands/command.ts';
import { priceSentence } from '../../ui/text/price-text.ts';
import { dayPlan, today as strings } from './strings.ts';
import type { App } from '../../session/app.svelte.ts';
import type { DayPlan } from './day-plan.svelte.ts';
import type { Today } from './today.svelte.ts';
import { finishTask, markAllSeen } from './today-actions.ts';

/**
 * Returns the commands for Today, except the triage commands. `plan.approve` is the only one that sends
 * requests.
 */
export function todayCommands(
  app: App,
  today: Today,
  plan: DayPlan,
  approve: () => void,
): readonly Command[] {
  const { group } = strings.commands;
  const preview = () => plan.proposal?.preview ?? null;
  return [
    {
      id: 'plan.approve',
      group,
      label: dayPlan.command,
      icon: ListChecks,
      shortcut: 'a',
      price: () => {
        const priced = preview();
        return priced === null ? null : priceSentence(priced);
      },
      available: () =>
        preview()?.decision.kind === 'go' &&
        !plan.busy &&
        !plan.isRunning &&
        app.connection.state !== 'offline',
      run: approve,
    },
    {
      id: 'today.task-done',
      group,
      label: strings.commands.taskDone,
      icon: SquareCheck,
      shortcut: 'e',
      available: () => today.activeTask !== null,
      run: async () => {
        const { activeTask } = today;
        if (activeTask !== null) await finishTask(app, today, activeTask);
      },
    },
    {
      id: 'today.sort',
      group,
      label: today.sort === 'fit' ? strings.commands.sortByTime : strings.commands.sortByFit,
      icon: ArrowDownWideNarrow,
      available: () => true,
      run: () => {
        today.sort = today.sort === 'fit' ? 'time' : 'fit';
      },
    },
    {
      id: 'today.mark-seen',
      group,
      label: strings.commands.markSeen,
      icon: Eye,
      available: () => today.unseen > 0,
      run: async () => {
        await markAllSeen(app, today);
      },
    },
  ];
}
