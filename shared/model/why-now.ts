import { z } from 'zod';
import { timeMsSchema } from './budget.ts';
import { companyIdSchema, NAME_MAX, roundSchema } from './company.ts';
import { DEPARTMENTS, LIST_LIMIT_MAX } from './limits.ts';

/*
 * The stored facts behind a company's why-now line. The renderer writes the text (`why-now-text.ts`). Every
 * fact has an id or a date, so the user can check its source.
 */

/** Maximum number of departments that a why-now line names. */
export const WHY_NOW_DEPARTMENTS_MAX = 2;

const { roundId, stage, amount, stamp } = roundSchema.shape;

/** The newest round that the service still lists. */
const raisedSchema = z.strictObject({
  roundId,
  stage,
  /** Null if the amount is unknown or undisclosed. */
  amount,
  announcedOn: z.string().length(10),
  /** `isOnly`: whether the round has no other lead investor. */
  lead: z.strictObject({ name: z.string().min(1).max(NAME_MAX), isOnly: z.boolean() }).nullable(),
  stamp,
});

/** The stored open roles, except roles that the service no longer lists. */
const hiringSchema = z.strictObject({
  /** The departments of the counted roles, largest first; empty if roles of all departments are counted. */
  departments: z.array(z.enum(DEPARTMENTS)).max(WHY_NOW_DEPARTMENTS_MAX),
  count: z.int().min(1),
  /** Whether the service has more pages of open roles. If it does, `count` may be too low. */
  isAtLeast: z.boolean(),
  /**
   * The day on which the first of these roles was seen, in Unix ms; null if the stored day is in the future.
   */
  sinceMs: timeMsSchema.nullable(),
  /** When the newest of these roles was fetched, in Unix ms. */
  fetchedAtMs: timeMsSchema,
});

/** The why-now facts of a company, at least one of which is known. */
export const whyNowSchema = z.strictObject({
  companyId: companyIdSchema,
  round: raisedSchema.nullable(),
  hiring: hiringSchema.nullable(),
  /**
   * The estimated end of the open contact window, in Unix ms; null if the window is closed or unknown, or if
   * the contacts were revealed.
   */
  closesAtMs: timeMsSchema.nullable(),
});
export type WhyNow = z.infer<typeof whyNowSchema>;

export const whyNowListSchema = z.array(whyNowSchema).max(LIST_LIMIT_MAX);
