import ListChecks from '@lucide/svelte/icons/list-checks';
import ArrowDownWideNarrow from '@lucide/svelte/icons/arrow-down-wide-narrow';
import AlarmClock from '@lucide/svelte/icons/alarm-clock';
import CircleX from '@lucide/svelte/icons/circle-x';
import Eye from '@lucide/svelte/icons/eye';
import Handshake from '@lucide/svelte/icons/handshake';
import Mail from '@lucide/svelte/icons/mail';
import Reply from '@lucide/svelte/icons/reply';
import SquareCheck from '@lucide/svelte/icons/square-check';
import type { Component } from 'svelte';
import type { DueFollowUp } from '../../../shared/model/settings/follow-ups.ts';
import type { Answer } from '../../../shared/model/user-data.ts';
import { daysAfter } from '../../lib/calendar-days.ts';
import { followUpActions } from './follow-ups/follow-up-actions.ts';
import type { Command } from '../../session/commands/command.ts';
import { priceSentence } from '../../ui/text/price-text.ts';
import { dayPlan, today as strings } from './strings.ts';
import type { App } from '../../session/app.svelte.ts';
import type { DayPlan } from './day-plan.svelte.ts';
import type { MonthEndState } from './month-end/month-end.svelte.ts';
import type { Today } from './today.svelte.ts';
import { finishTask, markAllSeen } from './today-actions.ts';

/**
 * Returns whether a key applies to the active task or follow-up. False if another company is open beside the
 * list, because keys then apply to that company.
 */
const isActed = ({ navigation }: App, row: { readonly companyId: string } | null): boolean =>
  row !== null && (navigation.companyId === null || navigation.companyId === row.companyId);

function followUpCommands(app: App, today: Today): readonly Command[] {
  const { group, followUp: labels } = strings.commands;
  const command = (
    name: keyof typeof labels,
    icon: Component,
    run: (followUp: DueFollowUp) => Promise<unknown>,
    shortcut?: string,
  ): Command => ({
    id: `today.follow-up-${name}`,
    group,
    label: labels[name],
    icon,
    ...(shortcut !== undefined && { shortcut }),
    available: () => isActed(app, today.activeFollowUp),
    run: async () => {
      const { activeFollowUp } = today;
      if (activeFollowUp !== null) await run(activeFollowUp);
    },
  });
  const answer = (given: Answer) => (followUp: DueFollowUp) =>
    followUpActions.answer(app, today, followUp, given);
  return [
    command('write', Mail, (followUp) => followUpActions.write(app, followUp), 'w'),
    command('done', SquareCheck, (followUp) => followUpActions.finish(app, today, followUp), 'e'),
    command(
      'snooze',
      AlarmClock,
      (followUp) => followUpActions.snooze(app, today, followUp, daysAfter(today.day, 1)),
      'h',
    ),
    command('replied', Reply, answer('replied')),
    command('meeting', Handshake, answer('meeting')),
    command('not-interested', CircleX, answer('not-interested')),
  ];
}

interface PlanCommandOptions {
  readonly approve: () => void;
  readonly month: Pick<MonthEndState, 'isLoaded' | 'isOffered'>;
  /** Whether the plan has been on screen long enough to be approved by its key. */
  readonly isSeen: () => boolean;
}

/**
 * Returns the command that approves today's plan. It is unavailable while Today offers the plan for the rest
 * of the month, because only one plan can be approved at a time.
 */
function approveCommand(app: App, plan: DayPlan, { approve, month, isSeen }: PlanCommandOptions): Command {
  const preview = () => plan.proposal?.preview ?? null;
  return {
    id: 'plan.approve',
    group: strings.commands.group,
    label: dayPlan.command,
    icon: ListChecks,
    shortcut: 'a',
    price: () => {
      const priced = preview();
      return priced === null ? null : priceSentence(priced);
    },
    available: () =>
      app.navigation.screen === 'today' &&
      month.isLoaded &&
      !month.isOffered &&
      preview()?.decision.kind === 'go' &&
      !plan.busy &&
      !plan.isRunning &&
      isSeen() &&
      app.connection.state !== 'offline',
    run: approve,
  };
}

/**
 * Returns the commands for Today, except the triage commands. `plan.approve` is the only one that sends
 * requests.
 */
export function todayCommands(
  app: App,
  today: Today,
  plan: DayPlan,
  options: PlanCommandOptions,
): readonly Command[] {
  const { group } = strings.commands;
  return [
    approveCommand(app, plan, options),
    {
      id: 'today.task-done',
      group,
      label: strings.commands.taskDone,
      icon: SquareCheck,
      shortcut: 'e',
      available: () => isActed(app, today.activeTask),
      run: async () => {
        const { activeTask } = today;
        if (activeTask !== null) await finishTask(app, today, activeTask);
      },
    },
    ...followUpCommands(app, today),
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
