import { z } from 'zod';
import { call, push } from './contract-kit.ts';
import { timeMsSchema } from './model/budget.ts';
import { companyIdSchema } from './model/company.ts';
import { LIST_LIMIT_MAX } from './model/limits.ts';
import { workspaceIdSchema } from './model/workspace.ts';
import { watchlistIdSchema, watchlistNameSchema, watchlistSchema } from './model/watchlist.ts';
import {
  channelSchema,
  companyIdsSchema,
  contactEntrySchema,
  contactIdSchema,
  contactLineSchema,
  countedTagSchema,
  dateSchema,
  deedSchema,
  listedCompanySchema,
  listEntrySchema,
  markNameSchema,
  marksSchema,
  noteRevisionSchema,
  ownTagSchema,
  statusIdSchema,
  statusSchema,
  tagIdSchema,
  taskIdSchema,
  taskSchema,
  taskTitleSchema,
  undoSchema,
  undoStepSchema,
} from './model/words.ts';

/*
 * The part of the contract that is about the seller's own words. Every change replies with `undo`, the token that
 * `marks.undo` takes it back with (null where nothing changed); a change of many companies is one step and one undo.
 */

const nothing = z.strictObject({});
const position = { offset: z.int().min(0).max(10_000_000), limit: z.int().min(1).max(LIST_LIMIT_MAX) };
const count = z.int().min(0);
const noteBody = z.string().max(200_000);
const companyId = companyIdSchema;
const companyIds = companyIdsSchema;
const changed = z.strictObject({ undo: undoSchema });
const reason = z.string().max(500);

export const watchlistsContract = {
  list: call(nothing).returns(z.strictObject({ watchlists: z.array(watchlistSchema).max(LIST_LIMIT_MAX) })),
  /** With these companies on it at once: one change, one undo. */
  create: call(z.strictObject({ name: watchlistNameSchema, companyIds: companyIds.optional() })).returns(
    z.strictObject({ ...watchlistSchema.shape, undo: undoSchema }),
  ),
  rename: call(z.strictObject({ id: watchlistIdSchema, name: watchlistNameSchema })).returns(changed),
  /** Removes the list and its entries; `restore` brings both back. */
  remove: call(z.strictObject({ id: watchlistIdSchema })).returns(changed),
  restore: call(z.strictObject({ id: watchlistIdSchema })).returns(changed),
  /** A company that was on the list before comes back with its reason and time; a reason of '' keeps the one that stands. */
  add: call(z.strictObject({ id: watchlistIdSchema, companyId, reason: reason.default('') })).returns(
    changed,
  ),
  addAll: call(z.strictObject({ id: watchlistIdSchema, companyIds, reason: reason.default('') })).returns(
    changed,
  ),
  drop: call(z.strictObject({ id: watchlistIdSchema, companyId })).returns(changed),
  dropAll: call(z.strictObject({ id: watchlistIdSchema, companyIds })).returns(changed),
  setReason: call(z.strictObject({ id: watchlistIdSchema, companyId, reason })).returns(changed),
  /** Reason and time go along; a reason that stands on the other list stays. Who is not on the first list stays away. */
  move: call(z.strictObject({ from: watchlistIdSchema, to: watchlistIdSchema, companyIds })).returns(changed),
  of: call(z.strictObject({ companyId })).returns(
    z.strictObject({ ids: z.array(watchlistIdSchema).max(LIST_LIMIT_MAX) }),
  ),
  /** Why a company stands on its lists. */
  reasons: call(z.strictObject({ companyId })).returns(
    z.strictObject({ entries: z.array(listEntrySchema).max(LIST_LIMIT_MAX) }),
  ),
  /** Who stands on a list and why, the newest first. */
  companies: call(z.strictObject({ id: watchlistIdSchema, ...position })).returns(
    z.strictObject({ companies: z.array(listedCompanySchema).max(LIST_LIMIT_MAX), total: count }),
  ),
  onChanged: push(nothing),
};

const savedNote = z.strictObject({ revision: count, savedAtMs: timeMsSchema, undo: undoSchema });

export const notesContract = {
  get: call(z.strictObject({ companyId })).returns(
    z.strictObject({ body: noteBody, revision: count, savedAtMs: timeMsSchema.nullable() }),
  ),
  /**
   * On the disk when it replies. `workspaceId`: in which it was written; a save may be late. Saves that follow each other become one step of the
   * history and one undo, until one that says that a writing `begins`, until a pause of five minutes or until much was removed. @throws conflict newer-revision when `baseRevision` is not the newest: nothing is
   * overwritten; other-workspace when that is not the open one: nothing is written into it.
   */
  save: call(
    z.strictObject({
      companyId,
      body: noteBody,
      baseRevision: count,
      workspaceId: workspaceIdSchema.optional(),
      begins: z.boolean().optional(),
    }),
  ).returns(savedNote),
  /** Newest first. */
  history: call(z.strictObject({ companyId, ...position })).returns(
    z.strictObject({ revisions: z.array(noteRevisionSchema).max(LIST_LIMIT_MAX), total: count }),
  ),
  revision: call(z.strictObject({ companyId, revision: z.int().min(1) })).returns(
    z.strictObject({ body: noteBody, revision: count, savedAtMs: timeMsSchema }),
  ),
  /** An older text becomes the newest revision; the history keeps both. @throws conflict newer-revision */
  restore: call(z.strictObject({ companyId, revision: z.int().min(1), baseRevision: count })).returns(
    savedNote,
  ),
  onChanged: push(z.strictObject({ companyId })),
};

export const marksContract = {
  get: call(z.strictObject({ companyId })).returns(marksSchema),
  statuses: call(nothing).returns(z.strictObject({ statuses: z.array(statusSchema).max(LIST_LIMIT_MAX) })),
  renameStatus: call(z.strictObject({ id: statusIdSchema, name: markNameSchema })).returns(changed),
  setStatus: call(z.strictObject({ companyIds, statusId: statusIdSchema.nullable() })).returns(changed),
  /** Tags whose name holds `text`, by name. */
  tags: call(z.strictObject({ text: z.string().max(80).default(''), ...position })).returns(
    z.strictObject({ tags: z.array(countedTagSchema).max(LIST_LIMIT_MAX), total: count }),
  ),
  createTag: call(z.strictObject({ name: markNameSchema })).returns(
    z.strictObject({ ...ownTagSchema.shape, undo: undoSchema }),
  ),
  /** @throws conflict name-taken: two names that differ in case or accents only are one; `mergeTags` makes them one. */
  renameTag: call(z.strictObject({ id: tagIdSchema, name: markNameSchema })).returns(changed),
  /** Whoever bears `from` bears `into` from now on, and `from` is gone. */
  mergeTags: call(z.strictObject({ from: tagIdSchema, into: tagIdSchema })).returns(changed),
  removeTag: call(z.strictObject({ id: tagIdSchema })).returns(changed),
  /** Makes the tag where there is none of that name; both are one step. */
  addTag: call(z.strictObject({ companyIds, name: markNameSchema })).returns(
    z.strictObject({ ...ownTagSchema.shape, undo: undoSchema }),
  ),
  dropTag: call(z.strictObject({ companyIds, id: tagIdSchema })).returns(changed),
  /**
   * Takes a change back, exactly; the reply's token does it again. Asking twice is harmless. The newest 100 changes are
   * remembered, also across a restart. @throws not-found undo; conflict changed-since or name-taken, changing nothing
   */
  undo: call(z.strictObject({ token: z.string().max(60) })).returns(
    z.strictObject({ what: deedSchema, undo: undoSchema }),
  ),
  /** What can be taken back, newest first. */
  undoable: call(z.strictObject({ limit: z.int().min(1).max(LIST_LIMIT_MAX).default(20) })).returns(
    z.strictObject({ steps: z.array(undoStepSchema).max(LIST_LIMIT_MAX) }),
  ),
  /** The seller's words about these companies changed; null: perhaps about many more, ask again. */
  onChanged: push(z.strictObject({ companyIds: z.array(companyIdSchema).max(LIST_LIMIT_MAX).nullable() })),
};

export const wordsContract = {
  /**
   * Writes the seller's own words as Markdown files, one for each company, into a new folder where the seller chooses. Of what
   * the service said only company names are in it. `place` is null where the seller chose none.
   */
  export: call(nothing).returns(z.strictObject({ place: z.string().max(4_096).nullable(), files: count })),
};

const taskPage = { tasks: z.array(taskSchema).max(LIST_LIMIT_MAX), total: count };
const taskIds = z.array(taskIdSchema).min(1).max(LIST_LIMIT_MAX);

export const tasksContract = {
  /** Open ones by their day, then what is done. */
  of: call(z.strictObject({ companyId, ...position })).returns(z.strictObject(taskPage)),
  /**
   * Open tasks that show today or before, the oldest first; with `until` also later ones. `today` is the date on this laptop's
   * clock (in the demo, the demo's).
   */
  due: call(z.strictObject({ until: dateSchema.nullable().default(null), ...position })).returns(
    z.strictObject({ ...taskPage, overdue: count, today: dateSchema }),
  ),
  add: call(z.strictObject({ companyIds, title: taskTitleSchema, dueOn: dateSchema.nullable() })).returns(
    z.strictObject({ ids: z.array(taskIdSchema).max(LIST_LIMIT_MAX), undo: undoSchema }),
  ),
  /** A new day ends a snooze. */
  change: call(
    z.strictObject({ id: taskIdSchema, title: taskTitleSchema, dueOn: dateSchema.nullable() }),
  ).returns(changed),
  /** The day when they are due stays; null ends the snooze. */
  snooze: call(z.strictObject({ ids: taskIds, until: dateSchema.nullable() })).returns(changed),
  setDone: call(z.strictObject({ ids: taskIds, done: z.boolean() })).returns(changed),
  remove: call(z.strictObject({ ids: taskIds })).returns(changed),
  onChanged: push(nothing),
};

const contacted = { happenedOn: dateSchema, channel: channelSchema, line: contactLineSchema };
const personId = z.string().max(200).nullable();

export const contactLogContract = {
  /** Newest first. */
  of: call(z.strictObject({ companyId, ...position })).returns(
    z.strictObject({ entries: z.array(contactEntrySchema).max(LIST_LIMIT_MAX), total: count }),
  ),
  /** `personId`, as `companies.people` numbers them, only with a single company. @throws not-found person */
  add: call(
    z
      .strictObject({ companyIds, ...contacted, personId: personId.default(null) })
      .refine((entry) => entry.personId === null || entry.companyIds.length === 1, {
        path: ['personId'],
        message: 'only with one company',
      }),
  ).returns(z.strictObject({ ids: z.array(contactIdSchema).max(LIST_LIMIT_MAX), undo: undoSchema })),
  /** Without `personId`, whom it was about stays. */
  change: call(z.strictObject({ id: contactIdSchema, ...contacted, personId: personId.optional() })).returns(
    changed,
  ),
  remove: call(z.strictObject({ ids: z.array(contactIdSchema).min(1).max(LIST_LIMIT_MAX) })).returns(changed),
  onChanged: push(nothing),
};
