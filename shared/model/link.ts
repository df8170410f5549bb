import { z } from 'zod';

/* What of a company leads out of the app, or is copied out of it. The renderer names it; the core looks the address up. */

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

/** One field of the service's, for the clipboard. */
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
  /** A whole message made from a template. */
  'message',
]);
export type FieldKind = z.infer<typeof fieldKindSchema>;

/** Subject and body of a message of the seller's: plain text. */
export const subjectSchema = z.string().max(300);
export const bodySchema = z.string().max(10_000);
