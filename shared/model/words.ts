import { z } from 'zod';
import { timeMsSchema } from './budget.ts';
import { companyIdSchema, NAME_MAX } from './company.ts';
import { LIST_LIMIT_MAX } from './limits.ts';

/* The seller's own words: what is written, marked, planned and logged about companies. */

/** A calendar date of the seller's own calendar, without a time: `2026-06-10`. */
export const dateSchema = z.iso.date();
const companyName = z.string().max(NAME_MAX);
const id = z.string().regex(/^\d{1,15}$/);
export const markNameSchema = z.string().trim().min(1).max(80);

/** What one change was, for the words of its undo. */
export const deedSchema = z.enum([
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
  'status-set',
  'status-renamed',
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
  'plan-rules-set',
  'template-written',
  'template-changed',
  'template-removed',
  'list-watched',
  'changes-seen',
  'signals-seen',
  'triage-done',
  'triage-snoozed',
  'triage-back',
]);
export type Deed = z.infer<typeof deedSchema>;

/** What takes a change back; null where nothing changed. */
export const undoSchema = z
  .string()
  .regex(/^\d{1,15}$/)
  .nullable();
export const undoStepSchema = z.strictObject({
  undo: z.string().regex(/^\d{1,15}$/),
  what: deedSchema,
  atMs: timeMsSchema,
  /** Companies that it changed; 0 for a change of no single company, such as a new name of a tag. */
  companies: z.int().min(0),
  /** It took another step back: taking it back does that again. */
  takesBack: z.boolean(),
});
export type UndoStep = z.infer<typeof undoStepSchema>;

/** As many companies as one change may name. */
export const companyIdsSchema = z.array(companyIdSchema).min(1).max(LIST_LIMIT_MAX);

/** A step of the seller's own pipeline. Its id stays, its name is the seller's. */
export const statusIdSchema = z.enum(['new', 'contacted', 'replied', 'meeting', 'won', 'lost', 'not-now']);
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

/** Status and tags of one company, as the seller set them. */
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
  /** It is not shown as due before this day. */
  snoozedUntil: dateSchema.nullable(),
  createdAtMs: timeMsSchema,
  doneAtMs: timeMsSchema.nullable(),
});
export type Task = z.infer<typeof taskSchema>;

export const channelSchema = z.enum(['email', 'call', 'linkedin', 'meeting', 'message', 'other']);
export type Channel = z.infer<typeof channelSchema>;
export const contactIdSchema = id;
export const contactLineSchema = z.string().trim().max(500);
export const contactEntrySchema = z.strictObject({
  id: contactIdSchema,
  happenedOn: dateSchema,
  channel: channelSchema,
  line: z.string().max(500),
  /** Whom it was about, as `companies.people` numbers them; null also where that person is not kept any more. */
  personId: z.string().max(200).nullable(),
  aboutPerson: z.boolean(),
  createdAtMs: timeMsSchema,
});
export type ContactEntry = z.infer<typeof contactEntrySchema>;

/** One step of a note's history: what one writing came to. */
export const noteRevisionSchema = z.strictObject({
  revision: z.int().min(1),
  savedAtMs: timeMsSchema,
  /** How the text begins. */
  excerpt: z.string().max(200),
});
export type NoteRevision = z.infer<typeof noteRevisionSchema>;

/** Why a company stands on a list. */
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
