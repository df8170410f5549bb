import { z } from 'zod';
import { timeMsSchema } from './budget.ts';
import { companyIdSchema, NAME_MAX } from './company.ts';
import { LIST_LIMIT_MAX } from './limits.ts';

/* Triage mark of a company: done, or snoozed until a server time. It applies to all lists. */

export const triageMarkSchema = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('done'), setAtMs: timeMsSchema }),
  z.strictObject({ state: z.literal('snoozed'), setAtMs: timeMsSchema, untilMs: timeMsSchema }),
]);
export type TriageMark = z.infer<typeof triageMarkSchema>;

/** Marks of a page of companies, for marked companies only. */
export const triageMarksSchema = z
  .array(z.strictObject({ companyId: companyIdSchema, mark: triageMarkSchema }))
  .max(LIST_LIMIT_MAX);
export type TriageMarks = z.infer<typeof triageMarksSchema>;

/** Companies with an expired snooze are not included. */
export const triagedCompanySchema = z.strictObject({
  companyId: companyIdSchema,
  companyName: z.string().max(NAME_MAX),
  mark: triageMarkSchema,
});
export type TriagedCompany = z.infer<typeof triagedCompanySchema>;

const count = z.int().min(0);
/** Number of companies marked done, snoozed, added to a list and noted, and of tasks added. */
export const triageTallySchema = z.strictObject({
  done: count,
  snoozed: count,
  saved: count,
  noted: count,
  tasks: count,
});
export type TriageTally = z.infer<typeof triageTallySchema>;

/** `todo`: neither done nor snoozed. */
export const triageChoiceSchema = z.enum(['todo', 'snoozed', 'done']);
