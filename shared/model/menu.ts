import { z } from 'zod';
import { LIST_LIMIT_MAX } from './limits.ts';
import { commandIdSchema, keysSchema } from './shortcut.ts';

/** One command as the system's menu shows it. Its title is chosen by the shell from the beginning of its id. */
export const menuItemSchema = z.strictObject({
  id: commandIdSchema,
  /** One line: controls and marks that turn text round have no place in a menu. */
  words: z
    .string()
    .min(1)
    .max(100)
    .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+$/u),
  keys: keysSchema.nullable(),
});
export type MenuItem = z.infer<typeof menuItemSchema>;

export const menuItemsSchema = z.array(menuItemSchema).max(LIST_LIMIT_MAX);
