import { z } from 'zod';
import { countSchema } from '../atoms.ts';
import { companyIdSchema, NAME_MAX } from '../company.ts';
import { DAYS_OFF_MAX, FOLLOW_UPS_MAX, FOLLOW_UP_OFFSET_MAX, LIST_LIMIT_MAX } from '../limits.ts';
import { channelSchema, contactIdSchema, dateSchema, taskIdSchema, taskSchema } from '../user-data.ts';

/*
 * Follow-ups: the tasks that the app proposes when the user logs that they have contacted a company (ADR 83).
 */

/** One day off, or several in a row. `from` and `to` are local dates; both days are included. */
const dayOffSchema = z
  .strictObject({ from: dateSchema, to: dateSchema })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'not before the first day' });
export type DayOff = z.infer<typeof dayOffSchema>;

const isIncreasing = (values: readonly number[]): boolean =>
  values.every((value, index) => index === 0 || value > (values[index - 1] ?? value));
const INCREASING = { message: 'each greater than the one before' };

/** When the user follows up, and on which days the user works. */
export const followUpRulesSchema = z.strictObject({
  enabled: z.boolean().default(true),
  /** When to follow up, in working days after the contact log entry. */
  offsets: z
    .array(z.int().min(1).max(FOLLOW_UP_OFFSET_MAX))
    .min(1)
    .max(FOLLOW_UPS_MAX)
    .refine(isIncreasing, INCREASING)
    .default([3, 8]),
  /** The working days of a week: 1 is Monday, 7 is Sunday. */
  weekdays: z
    .array(z.int().min(1).max(7))
    .min(1)
    .max(7)
    .refine(isIncreasing, INCREASING)
    .default([1, 2, 3, 4, 5]),
  daysOff: z.array(dayOffSchema).max(DAYS_OFF_MAX).default([]),
});
export type FollowUpRules = z.infer<typeof followUpRulesSchema>;

/** Days off that would otherwise be working days. */
const skippedSchema = z.array(dateSchema).max(LIST_LIMIT_MAX);
const companyName = z.string().max(NAME_MAX);

/** The contact log entry to which the follow-ups belong. */
const contactedSchema = z.strictObject({
  happenedOn: dateSchema,
  channel: channelSchema,
  line: z.string().max(500),
});

/** The follow-ups that the form for a contact log entry proposes. */
export const followUpProposalSchema = z.strictObject({
  days: z.array(dateSchema).max(FOLLOW_UPS_MAX),
  skipped: skippedSchema,
  /** Number of open follow-ups that the proposed ones would replace. */
  replaced: countSchema,
  /** Number of the company's open follow-ups. They are completed if the new entry is an answer. */
  open: countSchema,
  /** Whether a new entry that is not an answer moves the company to the status Contacted. */
  setsContacted: z.boolean(),
});
export type FollowUpProposal = z.infer<typeof followUpProposalSchema>;

/** The due follow-ups of one contact log entry. */
export const dueFollowUpSchema = z.strictObject({
  entryId: contactIdSchema,
  companyId: companyIdSchema,
  companyName,
  taskIds: z.array(taskIdSchema).min(1).max(FOLLOW_UPS_MAX),
  /** The earliest due date of these tasks. A snoozed task is due on the day on which its snooze ends. */
  dueOn: dateSchema,
  /**
   * `number` is the position of the latest due follow-up, counted from 1, among the `total` follow-ups of
   * this log entry.
   */
  number: z.int().min(1),
  total: z.int().min(1),
  contacted: contactedSchema,
});
export type DueFollowUp = z.infer<typeof dueFollowUpSchema>;

/** The open follow-ups of one contact log entry, and the entry's contact (see `contactEntrySchema`). */
export const followUpChainSchema = z.strictObject({
  entryId: contactIdSchema,
  contacted: contactedSchema,
  personId: z.string().max(200).nullable(),
  aboutPerson: z.boolean(),
  tasks: z.array(taskSchema).min(1).max(FOLLOW_UPS_MAX),
  /**
   * The current rules. The UI uses them to explain the days of the tasks. Null if these rules would result in
   * different days.
   */
  rhythm: z
    .strictObject({ offsets: z.array(z.int().min(1)).min(1).max(FOLLOW_UPS_MAX), skipped: skippedSchema })
    .nullable(),
});
export type FollowUpChain = z.infer<typeof followUpChainSchema>;
