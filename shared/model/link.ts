import { z } from 'zod';
import { companyIdSchema } from './company.ts';

/*
 * Fields of a company that the user can copy, or open outside the app. The renderer sends only the field's
 * name, and the core looks up its value.
 */

export const personIdSchema = z.string().min(1).max(200);
const id = z.string().min(1).max(200);

export const linkSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('website') }),
  z.strictObject({ kind: z.literal('linkedin') }),
  z.strictObject({ kind: z.literal('person-linkedin'), personId: personIdSchema }),
  z.strictObject({ kind: z.literal('article'), articleId: id }),
  z.strictObject({ kind: z.literal('role'), roleId: id }),
]);
export type Link = z.infer<typeof linkSchema>;

/** A field that can be copied. */
export const fieldSchema = z.discriminatedUnion('kind', [
  ...linkSchema.options,
  z.strictObject({ kind: z.literal('email'), personId: personIdSchema }),
  /** The company's name. */
  z.strictObject({ kind: z.literal('name') }),
]);
export type Field = z.infer<typeof fieldSchema>;
/** A field that contains a URL or an email address. */
export type AddressField = Exclude<Field, { readonly kind: 'name' }>;
export const fieldKindSchema = z.enum([
  'website',
  'linkedin',
  'person-linkedin',
  'article',
  'role',
  'email',
  'name',
  /** A complete message created from a template. */
  'message',
]);
export type FieldKind = z.infer<typeof fieldKindSchema>;

/** Subject and body of the user's message, as plain text. */
export const subjectSchema = z.string().max(300);
export const bodySchema = z.string().max(10_000);

/**
 * What a `roundwatch:` link opens: a company, or text to find in the library. At most one of the two is set.
 */
export const linkTargetSchema = z.strictObject({
  companyId: companyIdSchema.nullable(),
  find: z.string().max(200).nullable(),
});
export type LinkTarget = z.infer<typeof linkTargetSchema>;
