import { z } from 'zod';
import { costSchema, screenSchema } from '../model/budget.ts';
import { LIST_LIMIT_MAX } from '../model/limits.ts';
import { undoSchema } from '../model/user-data.ts';

/* Parts of inputs and replies that several groups of the contract share. */

export const nothing = z.strictObject({});
/** The page of a list to return. */
export const position = {
  offset: z.int().min(0).max(10_000_000),
  limit: z.int().min(1).max(LIST_LIMIT_MAX),
};
/** The price that the user accepted, and the screen on which the price was shown. */
export const paid = { accepted: costSchema, screen: screenSchema };
/** The reply to a change of user data. */
export const changed = z.strictObject({ undo: undoSchema });
export const passphrase = z.string().min(8).max(1_024);
