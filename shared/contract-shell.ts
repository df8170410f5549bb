import { z } from 'zod';
import { call, push } from './contract-kit.ts';
import { diagnosticsSchema } from './model/diagnostics.ts';
import { menuItemsSchema } from './model/menu.ts';
import { commandIdSchema } from './model/shortcut.ts';

const nothing = z.strictObject({});

/** The system's own menu, where the shell has one: the page tells what can be done now, and is told what was chosen. */
export const menuContract = {
  /** Takes the place of what was offered before. @returns `shown: false` where there is no such menu: nothing need be told */
  offer: call(z.strictObject({ items: menuItemsSchema })).returns(z.strictObject({ shown: z.boolean() })),
  /** One of what was offered last. The page looks again whether it is available, and shows its price as ever. */
  onChosen: push(z.strictObject({ id: commandIdSchema })),
};

export const diagnosticsContract = {
  read: call(nothing).returns(diagnosticsSchema),
};
