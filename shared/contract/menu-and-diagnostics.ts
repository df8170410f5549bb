import { z } from 'zod';
import { call, push } from './kit.ts';
import { diagnosticsSchema } from '../model/diagnostics.ts';
import { menuItemsSchema } from '../model/settings/menu.ts';
import { commandIdSchema } from '../model/settings/shortcut.ts';

const nothing = z.strictObject({});

/** The system menu, if the shell has one: the page sends the available commands and receives the chosen one. */
export const menuContract = {
  /**
   * Replaces the offered commands.
   * @returns `shown: false` if the shell has no menu, so no further offers are needed
   */
  offer: call(z.strictObject({ items: menuItemsSchema })).returns(z.strictObject({ shown: z.boolean() })),
  /**
   * A command of the latest offer was chosen. The page checks its availability again and shows its price as
   * usual.
   */
  onChosen: push(z.strictObject({ id: commandIdSchema })),
};

export const diagnosticsContract = {
  read: call(nothing).returns(diagnosticsSchema),
};
