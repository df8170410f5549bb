import { z } from 'zod';
import { timeMsSchema } from './budget.ts';
import { markNameSchema } from './user-data.ts';
import { rowIdSchema } from './atoms.ts';

/* Message templates. The app fills them in with a company's data. */

export const templateIdSchema = rowIdSchema;
export const templateSubjectSchema = z.string().trim().max(200);
/** Plain text with `{placeholders}`. */
export const templateBodySchema = z.string().max(4_000);
export const templateSchema = z.strictObject({
  id: templateIdSchema,
  name: markNameSchema,
  subject: templateSubjectSchema,
  body: templateBodySchema,
  changedAtMs: timeMsSchema,
});
export type Template = z.infer<typeof templateSchema>;
