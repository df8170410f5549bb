import { z } from 'zod';
import { LIST_LIMIT_MAX } from '../limits.ts';

/* The user's changes to the default keyboard shortcuts. */

/**
 * Id of a command, such as `company.note`. Commands that do the same thing on different screens have the same
 * id, such as `list.down`.
 */
export const commandIdSchema = z
  .string()
  .max(60)
  .regex(/^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)*$/);

/** A shortcut, such as `Mod+K`, `Mod+Shift+K`, `Shift+Enter`, `g s` or `/`. `Mod` is Ctrl, or Cmd on a Mac. */
export const keysSchema = z
  .string()
  .max(40)
  .regex(/^(?:(?:Mod\+(?:Shift\+)?)?(?:\S|[A-Z][A-Za-z0-9]{1,15})|Shift\+Enter|\S \S)$/u);

export const shortcutsSchema = z.strictObject({
  /** Whether single letters and punctuation characters work as shortcuts (WCAG 2.2, 2.1.4). */
  singleKeys: z.boolean(),
  /** Null removes the command's shortcut. */
  changes: z
    .array(z.strictObject({ id: commandIdSchema, keys: keysSchema.nullable() }))
    .max(LIST_LIMIT_MAX)
    .refine((changes) => new Set(changes.map(({ id }) => id)).size === changes.length, 'a command twice'),
});
export type Shortcuts = z.infer<typeof shortcutsSchema>;
