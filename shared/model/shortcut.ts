import { z } from 'zod';
import { LIST_LIMIT_MAX } from './limits.ts';

/* Which keys run which command, where the seller wants others than those that come with it. */

/** Id of a command, or of several that mean the same on different screens: `company.note`, `list.down`. */
export const commandIdSchema = z
  .string()
  .max(60)
  .regex(/^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)*$/);

/** As the registry writes them: `Mod+K`, `Mod+Shift+K`, `g s`, `/`. `Mod` is Ctrl, on a Mac Cmd. */
export const keysSchema = z
  .string()
  .max(40)
  .regex(/^(?:(?:Mod\+(?:Shift\+)?)?(?:\S|[A-Z][A-Za-z0-9]{1,15})|\S \S)$/u);

export const shortcutsSchema = z.strictObject({
  /** Letters and signs without Ctrl work as shortcuts (WCAG 2.2, 2.1.4). */
  singleKeys: z.boolean(),
  /** Null: the command has no shortcut. */
  changes: z
    .array(z.strictObject({ id: commandIdSchema, keys: keysSchema.nullable() }))
    .max(LIST_LIMIT_MAX)
    .refine((changes) => new Set(changes.map(({ id }) => id)).size === changes.length, 'a command twice'),
});
export type Shortcuts = z.infer<typeof shortcutsSchema>;
