import type { App } from '../../session/app.svelte.ts';
import { isSelecting } from '../lists/triage/triage-commands.ts';

/**
 * Returns the keys that the company's page shows for a command with the default keys `keys`; null for none.
 * While companies are selected in the list beside the page, most keys apply to those companies. The page then
 * shows only the keys that still run a command of the company that it shows.
 *
 * @param full whether the company is shown at full size, where it covers the list and its selection
 */
export function paneKeys(app: App, full: boolean, keys: string): string | null {
  const shown = app.commands.shown(keys);
  if (shown === null || full || !isSelecting(app)) return shown;
  const command = app.commands.commandForKeys(shown);
  return command === undefined || command.id.startsWith('company.') ? shown : null;
}
