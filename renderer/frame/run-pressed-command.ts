import type { App } from '../session/app.svelte.ts';
import type { Command } from '../session/commands/command.ts';

/**
 * Runs the command whose keys were pressed, unless a dialog is open in front of the screen. A command may
 * cost money, so it runs only once while its key is held down. Hidden commands run repeatedly, because they
 * only move the focus.
 *
 * @param run runs the command
 */
export function runPressedCommand(
  app: Pick<App, 'refuseBehindDialog'>,
  event: Pick<KeyboardEvent, 'repeat' | 'preventDefault'>,
  command: Command,
  run: (command: Command) => void,
): void {
  event.preventDefault();
  if (app.refuseBehindDialog()) return;
  if (!event.repeat || command.hidden) run(command);
}
