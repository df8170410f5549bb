import { untrack } from 'svelte';
import type { App } from '../../../session/app.svelte.ts';
import { isAvailable } from '../../../session/commands/command.ts';

/**
 * Opens a company beside its list and runs one of the company's commands as soon as that command is
 * available. If the user opens something else in the meantime, the command does not run.
 *
 * @param full whether to open the company at full size, as on screens without a list
 */
export function openAndRun(app: App, companyId: string, commandId: string, full = false): void {
  app.navigation.openCompany(companyId, full);
  const stop = $effect.root(() => {
    $effect(() => {
      const isOpen = app.navigation.companyId === companyId;
      const command = isOpen
        ? app.commands.all.find((each) => each.id === commandId && isAvailable(each))
        : undefined;
      if (isOpen && command === undefined) return;
      queueMicrotask(() => stop());
      if (command !== undefined) untrack(() => void app.attempt(async () => command.run()));
    });
  });
}
