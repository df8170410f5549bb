import { z } from 'zod';

/*
 * Company fields that can be opened outside the app or copied. The renderer names the field; the core looks
 * up the URL.
 */

const personId = z.string().min(1).max(200);
const id = z.string().min(1).max(200);

export const linkSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('website') }),
  z.strictObject({ kind: z.literal('linkedin') }),
  z.strictObject({ kind: z.literal('person-linkedin'), personId }),
  z.strictObject({ kind: z.literal('article'), articleId: id }),
  z.strictObject({ kind: z.literal('role'), roleId: id }),
]);
export type Link = z.infer<typeof linkSchema>;

/** One field of downloaded data, for the clipboard. */
export const fieldSchema = z.discriminatedUnion('kind', [
  ...linkSchema.options,
  z.strictObject({ kind: z.literal('email'), personId }),
]);
export type Field = z.infer<typeof fieldSchema>;
export const fieldKindSchema = z.enum([
  'website',
  'linkedin',
  'person-linkedin',
  'article',
  'role',
  'email',
  /** A complete message made from a template. */
  'message',
]);
export type FieldKind = z.infer<typeof fieldKindSchema>;

/** Subject and body of the user's message, as plain text. */
export const subjectSchema = z.string().max(300);
export const bodySchema = z.string().max(10_000);
