import { z } from 'zod';
import { LIST_LIMIT_MAX } from '../limits.ts';
import { commandIdSchema, keysSchema } from './shortcut.ts';

/**
 * A command in the menu bar. The prefix of the command's id determines the menu in which the shell shows it.
 */
const menuItemSchema = z.strictObject({
  id: commandIdSchema,
  /** The label: one line without control characters or bidirectional marks. */
  words: z
    .string()
    .min(1)
    .max(100)
    .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+$/u),
  keys: keysSchema.nullable(),
});
export type MenuItem = z.infer<typeof menuItemSchema>;

export const menuItemsSchema = z.array(menuItemSchema).max(LIST_LIMIT_MAX);
