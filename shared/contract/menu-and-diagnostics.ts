import { z } from 'zod';
import { call, push } from './kit.ts';
import { accountCheckSchema } from '../model/account/account-check.ts';
import { costSchema, previewSchema, screenSchema } from '../model/budget.ts';
import { diagnosticsSchema } from '../model/settings/diagnostics.ts';
import { menuItemsSchema } from '../model/settings/menu.ts';
import { commandIdSchema } from '../model/settings/shortcut.ts';
import { nothing } from './atoms.ts';

/**
 * The system menu, if the shell has one. The page sends the available commands and receives the command that
 * the user chooses.
 */
export const menuContract = {
  /**
   * Replaces the commands in the menu.
   * @returns `shown: false` if the shell has no menu; the page then need not call this function again
   */
  offer: call(z.strictObject({ items: menuItemsSchema })).returns(z.strictObject({ shown: z.boolean() })),
  /**
   * The user chose a command from the menu. The page checks again whether the command is available, and shows
   * the command's price as usual.
   */
  onChosen: push(z.strictObject({ id: commandIdSchema })),
};

export const diagnosticsContract = {
  read: call(nothing).returns(diagnosticsSchema),
  /** Returns the price of an account check and the number of requests that it sends. */
  checkPrice: call(nothing).returns(
    z.strictObject({ preview: previewSchema, requests: z.int().min(1).max(5) }),
  ),
  /**
   * Sends a few requests and compares their responses, headers and costs with the specification.
   * @throws AppFailure `price-changed`, or the failure of the first request
   */
  check: call(z.strictObject({ accepted: costSchema, screen: screenSchema })).returns(accountCheckSchema),
};
