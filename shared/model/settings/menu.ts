import { z } from 'zod';
import { LIST_LIMIT_MAX } from '../limits.ts';
import { commandIdSchema, keysSchema } from './shortcut.ts';

/** One command in the system menu. The shell picks its menu by the prefix of its id. */
export const menuItemSchema = z.strictObject({
  id: commandIdSchema,
  /** One line without control characters or bidirectional marks. */
  words: z
    .string()
    .min(1)
    .max(100)
    .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+$/u),
  keys: keysSchema.nullable(),
});
export type MenuItem = z.infer<typeof menuItemSchema>;

export const menuItemsSchema = z.array(menuItemSchema).max(LIST_LIMIT_MAX);
