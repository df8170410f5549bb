import { z } from 'zod';
import { timeMsSchema } from './budget.ts';
import { companyIdSchema, NAME_MAX } from './company.ts';
import { ASSISTANT_NAME_CHARS_MAX } from './assistants/assistant-limits.ts';
import { LIST_LIMIT_MAX } from './limits.ts';
import { rowIdSchema } from './atoms.ts';

/* User data about companies: notes, marks, tasks and the contact log. */

/** A date in the user's calendar, without a time, such as `2026-06-10`. */
export const dateSchema = z.iso.date();
/** A time of day in the user's local time, such as `14:30`. */
export const timeOfDaySchema = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/);
const companyName = z.string().max(NAME_MAX);
const id = rowIdSchema;
export const markNameSchema = z.string().trim().min(1).max(80);

/** The kind of a change, which determines the label of the undo command. */
export const changeKindSchema = z.enum([
  'list-created',
  'list-renamed',
  'list-removed',
  'list-restored',
  'listed',
  'unlisted',
  'moved',
  'reason-changed',
  'note-written',
  'note-restored',
  'review-written',
  'status-set',
  'status-renamed',
  'status-added',
  'status-moved',
  'status-removed',
  'tag-created',
  'tag-renamed',
  'tag-merged',
  'tag-removed',
  'tagged',
  'untagged',
  'task-added',
  'task-changed',
  'task-snoozed',
  'task-done',
  'task-reopened',
  'task-removed',
  'contact-logged',
  'contact-changed',
  'contact-removed',
  'answer-logged',
  'follow-up-rules-set',
  'filter-saved',
  'filter-renamed',
  'filter-replaced',
  'filter-removed',
  'search-saved',
  'search-renamed',
  'search-replaced',
  'search-removed',
  'search-moved',
  'search-seen',
  'market-set',
  'market-cleared',
  'weights-set',
  'buyer-roles-set',
  'buyer-roles-cleared',
  'plan-rules-set',
  'template-written',
  'template-changed',
  'template-removed',
  'list-watched',
  'changes-seen',
  'signals-seen',
  'signals-removed',
  'duplicate-dismissed',
  'investor-watched',
  'investor-merged',
  'investor-separated',
  'investor-distinct',
  'triage-done',
  'triage-snoozed',
  'triage-back',
  'ours-imported',
  'ours-removed',
  'ours-decided',
  'archive-imported',
]);
export type ChangeKind = z.infer<typeof changeKindSchema>;

/** The token that undoes a change; null if nothing changed. */
export const undoSchema = rowIdSchema.nullable();
export const undoStepSchema = z.strictObject({
  undo: rowIdSchema,
  what: changeKindSchema,
  atMs: timeMsSchema,
  /**
   * Number of companies whose data was changed; 0 for a change that does not concern particular companies,
   * such as renaming a tag.
   */
  companies: z.int().min(0),
  /** The company whose data was changed; null if `companies` is not 1. */
  companyId: companyIdSchema.nullable(),
  /** Whether this step undid an earlier change. Undoing this step redoes that change. */
  isUndo: z.boolean(),
  /** Name of the assistant that made the change; absent if the user made it. */
  assistant: z.string().max(ASSISTANT_NAME_CHARS_MAX).optional(),
});
export type UndoStep = z.infer<typeof undoStepSchema>;

/** The companies affected by one change. */
export const companyIdsSchema = z.array(companyIdSchema).min(1).max(LIST_LIMIT_MAX);

/**
 * A status in the user's pipeline: one of the seven that every pipeline starts with, or one that the user
 * added. The user can rename, move and delete all of them.
 */
export const statusIdSchema = z
  .string()
  .regex(/^(?:new|contacted|replied|meeting|won|lost|not-now|own-[1-9]\d{0,14})$/);
export type StatusId = z.infer<typeof statusIdSchema>;
export const statusSchema = z.strictObject({
  id: statusIdSchema,
  name: markNameSchema,
  count: z.int().min(0),
});
export type Status = z.infer<typeof statusSchema>;

export const tagIdSchema = id;
export const ownTagSchema = z.strictObject({ id: tagIdSchema, name: markNameSchema });
export const countedTagSchema = z.strictObject({ ...ownTagSchema.shape, count: z.int().min(0) });
export type OwnTag = z.infer<typeof ownTagSchema>;
export type CountedTag = z.infer<typeof countedTagSchema>;

/** A company's status and tags, as set by the user. */
export const marksSchema = z.strictObject({
  status: z.strictObject({ id: statusIdSchema, name: markNameSchema, setAtMs: timeMsSchema }).nullable(),
  tags: z.array(ownTagSchema).max(LIST_LIMIT_MAX),
});
export type Marks = z.infer<typeof marksSchema>;

export const taskIdSchema = id;
export const taskTitleSchema = z.string().trim().min(1).max(500);
export const taskSchema = z.strictObject({
  id: taskIdSchema,
  companyId: companyIdSchema,
  companyName,
  title: taskTitleSchema,
  dueOn: dateSchema.nullable(),
  /** The time of day on `dueOn`; null if the task is due at no particular time. */
  dueTime: timeOfDaySchema.nullable(),
  /** The task is not shown as due until this day. */
  snoozedUntil: dateSchema.nullable(),
  createdAtMs: timeMsSchema,
  doneAtMs: timeMsSchema.nullable(),
  /**
   * Set if the task follows up on a contact log entry. `number` is the position of the task among the `total`
   * follow-ups of this entry, counted from 1.
   */
  followUp: z.strictObject({ entryId: id, number: z.int().min(1), total: z.int().min(1) }).nullable(),
  /** Name of the assistant that added the task; absent if the user did. */
  addedBy: z.string().max(ASSISTANT_NAME_CHARS_MAX).optional(),
});
export type Task = z.infer<typeof taskSchema>;

export const channelSchema = z.enum(['email', 'call', 'linkedin', 'meeting', 'message', 'other']);
export type Channel = z.infer<typeof channelSchema>;
/** How a contact answered. An answer completes the company's open follow-ups. */
export const answerSchema = z.enum(['replied', 'meeting', 'not-interested']);
export type Answer = z.infer<typeof answerSchema>;
export const contactIdSchema = id;
export const contactLineSchema = z.string().trim().max(500);
export const contactEntrySchema = z.strictObject({
  id: contactIdSchema,
  happenedOn: dateSchema,
  channel: channelSchema,
  line: z.string().max(500),
  /** Present if the entry records an answer; null if it records that the user contacted the company. */
  answer: answerSchema.nullable(),
  /**
   * The contact's id from `companies.people`; null if the entry is not about a contact (`aboutPerson` is
   * false) or the contact is no longer stored.
   */
  personId: z.string().max(200).nullable(),
  aboutPerson: z.boolean(),
  createdAtMs: timeMsSchema,
});
export type ContactEntry = z.infer<typeof contactEntrySchema>;

/** A revision of a note: the result of one writing session. */
export const noteRevisionSchema = z.strictObject({
  revision: z.int().min(1),
  savedAtMs: timeMsSchema,
  excerpt: z.string().max(200),
});
export type NoteRevision = z.infer<typeof noteRevisionSchema>;

/** A list that contains a company, with the reason for adding the company. */
export const listEntrySchema = z.strictObject({
  id: z.string().min(1).max(60),
  name: z.string().max(200),
  reason: z.string().max(500),
  addedAtMs: timeMsSchema,
});
export type ListEntry = z.infer<typeof listEntrySchema>;
export const listedCompanySchema = z.strictObject({
  companyId: companyIdSchema,
  companyName,
  reason: z.string().max(500),
  addedAtMs: timeMsSchema,
});
export type ListedCompany = z.infer<typeof listedCompanySchema>;
