import { z } from 'zod';
import { timeMsSchema } from './budget.ts';
import { companyIdSchema, NAME_MAX } from './company.ts';
import { TRIAGE_CHOICES } from './library-values.ts';
import { LIST_LIMIT_MAX } from './limits.ts';
import { countSchema as count } from './atoms.ts';

/* A company's triage mark: done, or snoozed until a server time. It applies in all lists. */

const triageMarkSchema = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('done'), setAtMs: timeMsSchema }),
  z.strictObject({ state: z.literal('snoozed'), setAtMs: timeMsSchema, untilMs: timeMsSchema }),
]);
export type TriageMark = z.infer<typeof triageMarkSchema>;

/** Triage marks of the companies on a page. Companies without a mark are omitted. */
export const triageMarksSchema = z
  .array(z.strictObject({ companyId: companyIdSchema, mark: triageMarkSchema }))
  .max(LIST_LIMIT_MAX);
export type TriageMarks = z.infer<typeof triageMarksSchema>;

/** Server time of the latest news about each company on a page. Companies without news are omitted. */
export const newsTimesSchema = z
  .array(z.strictObject({ companyId: companyIdSchema, atMs: timeMsSchema }))
  .max(LIST_LIMIT_MAX);
export type NewsTime = z.infer<typeof newsTimesSchema>[number];

/** A company that is done or still snoozed. */
export const triagedCompanySchema = z.strictObject({
  companyId: companyIdSchema,
  companyName: z.string().max(NAME_MAX),
  mark: triageMarkSchema,
});
export type TriagedCompany = z.infer<typeof triagedCompanySchema>;

/**
 * Counts what the user has done: companies marked as done, snoozed, added to a list or given a note, plus new
 * tasks and planned follow-ups.
 */
export const triageTallySchema = z.strictObject({
  done: count,
  snoozed: count,
  saved: count,
  noted: count,
  tasks: count,
  followUps: count,
});
export type TriageTally = z.infer<typeof triageTallySchema>;

/** `todo`: the company is neither done nor snoozed. */
export const triageChoiceSchema = z.enum(TRIAGE_CHOICES);
