import { z } from 'zod';
import { call, push } from './kit.ts';
import { diagnosticsSchema } from '../model/diagnostics.ts';
import { menuItemsSchema } from '../model/settings/menu.ts';
import { commandIdSchema } from '../model/settings/shortcut.ts';

const nothing = z.strictObject({});

/**
 * The system menu, if the shell has one. The page sends the available commands and receives the chosen one.
 */
export const menuContract = {
  /**
   * Replaces the commands in the menu.
   * @returns `shown: false` if the shell has no menu; the page then need not call this again
   */
  offer: call(z.strictObject({ items: menuItemsSchema })).returns(z.strictObject({ shown: z.boolean() })),
  /**
   * The user chose a command from the menu. The page checks again whether the command is available, and shows
   * its price as usual.
   */
  onChosen: push(z.strictObject({ id: commandIdSchema })),
};

export const diagnosticsContract = {
  read: call(nothing).returns(diagnosticsSchema),
};
