import AppWindow from '@lucide/svelte/icons/app-window';
import type { Command } from '../session/commands/command.ts';
import type { App } from '../session/app.svelte.ts';
import { frame } from './strings.ts';

/**
 * Returns the command that opens a company in a separate window. The command is never available in a browser,
 * where a new tab would need its own session.
 */
export const companyWindowCommand = (app: App): Command => ({
  id: 'company.window',
  group: frame.companyWindow.group,
  label: frame.companyWindow.open,
  icon: AppWindow,
  shortcut: 'Shift+Enter',
  keywords: ['window', 'separate', 'beside'],
  available: () => app.info?.shell === 'electron' && app.navigation.currentCompanyId !== null,
  run: async () => {
    const id = app.navigation.currentCompanyId;
    if (id === null) return;
    await app.api.companies.openWindow({ id });
    app.sharesMenu = true;
  },
});
