import { z } from 'zod';
import { timeMsSchema } from './budget.ts';
import { companyIdSchema, NAME_MAX } from './company.ts';
import { LIST_LIMIT_MAX } from './limits.ts';

/*
 * What the seller put away while going through a list: done, or snoozed until a time of the service's clock. It holds for the
 * company, in every list.
 */

export const triageMarkSchema = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('done'), setAtMs: timeMsSchema }),
  z.strictObject({ state: z.literal('snoozed'), setAtMs: timeMsSchema, untilMs: timeMsSchema }),
]);
export type TriageMark = z.infer<typeof triageMarkSchema>;

/** Of a page of companies: those that are put away. */
export const triageMarksSchema = z
  .array(z.strictObject({ companyId: companyIdSchema, mark: triageMarkSchema }))
  .max(LIST_LIMIT_MAX);
export type TriageMarks = z.infer<typeof triageMarksSchema>;

/** A snooze that is over has no mark any more. */
export const triagedCompanySchema = z.strictObject({
  companyId: companyIdSchema,
  companyName: z.string().max(NAME_MAX),
  mark: triageMarkSchema,
});
export type TriagedCompany = z.infer<typeof triagedCompanySchema>;

const count = z.int().min(0);
/** Companies: marked done, snoozed, put on a list, noted; and tasks added. */
export const triageTallySchema = z.strictObject({
  ...{ done: count, snoozed: count, saved: count, noted: count },
  tasks: count,
});
export type TriageTally = z.infer<typeof triageTallySchema>;

/** `todo`: neither done nor snoozed. */
export const triageChoiceSchema = z.enum(['todo', 'snoozed', 'done']);
