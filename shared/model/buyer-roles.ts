import { z } from 'zod';
import {
  BUYER_KEYWORD_CHARS_MAX,
  BUYER_KEYWORDS_MAX,
  BUYER_ROLES_MAX,
  DEPARTMENTS,
  SENIORITIES,
} from './limits.ts';

/* Buyer roles: the job titles that the user sells to, and how well a contact's title matches them. */

export const departmentSchema = z.enum(DEPARTMENTS);
export type Department = z.infer<typeof departmentSchema>;
const senioritySchema = z.enum(SENIORITIES);
export type Seniority = z.infer<typeof senioritySchema>;

const buyerRoleSchema = z.strictObject({
  department: departmentSchema,
  /** If empty, any seniority matches. */
  seniorities: z.array(senioritySchema).max(SENIORITIES.length),
});

export const buyerRolesSchema = z.strictObject({
  roles: z.array(buyerRoleSchema).max(BUYER_ROLES_MAX),
  /** The user's own words for a title, such as `RevOps`. A title that contains one of them matches. */
  keywords: z.array(z.string().trim().min(1).max(BUYER_KEYWORD_CHARS_MAX)).max(BUYER_KEYWORDS_MAX),
});
export type BuyerRoles = z.infer<typeof buyerRolesSchema>;

/**
 * How well a title matches the buyer roles. `strong`: a wanted department at a wanted seniority, or a keyword.
 * `weak`: a wanted department at another or an unknown seniority. `none`: another department. `unknown`: no
 * title, or no department was recognised in it.
 */
const titleMatchSchema = z.enum(['strong', 'weak', 'none', 'unknown']);
export type TitleMatch = z.infer<typeof titleMatchSchema>;

/**
 * What decided the match of a title: a keyword that the title contains, or the department and seniority
 * recognised in the title.
 */
const matchReasonSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('keyword'), keyword: z.string().max(BUYER_KEYWORD_CHARS_MAX) }),
  z.strictObject({
    kind: z.literal('role'),
    department: departmentSchema,
    /** Null if no seniority was recognised in the title. */
    seniority: senioritySchema.nullable(),
  }),
]);
export type MatchReason = z.infer<typeof matchReasonSchema>;

export const contactMatchSchema = z.strictObject({
  match: titleMatchSchema,
  /** Null if and only if the match is `unknown`. */
  reason: matchReasonSchema.nullable(),
});
export type ContactMatch = z.infer<typeof contactMatchSchema>;

/**
 * Number of a company's stored contacts, in total and by how well their titles match. `listed` is the number
 * of contacts that the service lists, which may be higher.
 */
export const contactMatchCountsSchema = z.strictObject({
  strong: z.int().min(0),
  weak: z.int().min(0),
  none: z.int().min(0),
  unknown: z.int().min(0),
  stored: z.int().min(0),
  listed: z.int().min(0),
});
export type ContactMatchCounts = z.infer<typeof contactMatchCountsSchema>;
