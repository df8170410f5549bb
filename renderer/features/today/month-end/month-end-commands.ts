import ListChecks from '@lucide/svelte/icons/list-checks';
import type { App } from '../../../session/app.svelte.ts';
import type { Command } from '../../../session/commands/command.ts';
import { priceSentence } from '../../../ui/text/price-text.ts';
import type { MonthEndState } from './month-end.svelte.ts';
import { expiringRecords } from './month-end-text.ts';
import { monthEnd as strings } from './strings.ts';

interface Options {
  /**
   * Whether another run is sending requests. Until it has ended, this plan cannot be approved, because those
   * requests may change what the plan can contain.
   */
  readonly isRunning: () => boolean;
  /** Whether the plan has been on screen long enough to be approved. */
  readonly isSeen: () => boolean;
  readonly approve: () => void;
}

/**
 * Returns the command that approves the plan for the rest of the month. On this plan's screen, the command
 * has the shortcut that approves today's plan on Today.
 */
export function monthEndCommands(
  app: Pick<App, 'navigation' | 'connection'>,
  month: Pick<MonthEndState, 'plan' | 'busy'>,
  { isRunning, isSeen, approve }: Options,
): readonly Command[] {
  return [
    {
      id: 'plan.approve',
      group: strings.title,
      label: strings.command,
      icon: ListChecks,
      shortcut: 'a',
      price: () => (month.plan?.preview ? priceSentence(month.plan.preview) : null),
      available: () =>
        app.navigation.screen === 'month-end' &&
        month.plan !== null &&
        expiringRecords(month.plan) > 0 &&
        month.plan.preview?.decision.kind === 'go' &&
        !month.busy &&
        !isRunning() &&
        isSeen() &&
        app.connection.state !== 'offline',
      run: approve,
    },
  ];
}
