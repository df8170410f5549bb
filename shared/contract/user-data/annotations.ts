import { z } from 'zod';
import { call, push } from '../kit.ts';
import { timeMsSchema } from '../../model/budget.ts';
import { companyIdSchema } from '../../model/company.ts';
import { FOLLOW_UPS_MAX, LIST_LIMIT_MAX, STATUSES_MAX } from '../../model/limits.ts';
import { workspaceIdSchema } from '../../model/workspace.ts';
import { watchlistIdSchema, watchlistNameSchema, watchlistSchema } from '../../model/watchlist.ts';
import {
  answerSchema,
  channelSchema,
  companyIdsSchema,
  contactEntrySchema,
  contactIdSchema,
  contactLineSchema,
  countedTagSchema,
  dateSchema,
  changeKindSchema,
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
  timeOfDaySchema,
  undoSchema,
  undoStepSchema,
} from '../../model/user-data.ts';
import { changed, nothing, position } from '../atoms.ts';
import { countSchema as count } from '../../model/atoms.ts';

/*
 * The user's own data. Every function that changes this data returns an `undo` field: a token for
 * `marks.undo`, or null if nothing changed. A change to many companies is one undo step.
 */

const noteBody = z.string().max(200_000);
const companyId = companyIdSchema;
const companyIds = companyIdsSchema;
const reason = z.string().max(500);

export const watchlistsContract = {
  list: call(nothing).returns(z.strictObject({ watchlists: z.array(watchlistSchema).max(LIST_LIMIT_MAX) })),
  /** Creates a list and adds its first companies, each with the same reason, in one undo step. */
  create: call(
    z.strictObject({
      name: watchlistNameSchema,
      companyIds: companyIds.optional(),
      reason: reason.optional(),
    }),
  ).returns(z.strictObject({ ...watchlistSchema.shape, undo: undoSchema })),
  rename: call(z.strictObject({ id: watchlistIdSchema, name: watchlistNameSchema })).returns(changed),
  /** Removes the list and its entries; `restore` restores both. */
  remove: call(z.strictObject({ id: watchlistIdSchema })).returns(changed),
  restore: call(z.strictObject({ id: watchlistIdSchema })).returns(changed),
  /**
   * Adds companies. For a company that was on the list before, restores the time when it was added and,
   * unless a new `reason` is given, its old reason.
   */
  add: call(z.strictObject({ id: watchlistIdSchema, companyIds, reason: reason.default('') })).returns(
    changed,
  ),
  drop: call(z.strictObject({ id: watchlistIdSchema, companyIds })).returns(changed),
  setReason: call(z.strictObject({ id: watchlistIdSchema, companyId, reason })).returns(changed),
  /**
   * Moves companies from one list to another. Each company keeps its reason and the time when it was added.
   * If a company is already on the list `to`, that list's entry is kept; if this entry has no reason, it gets
   * the reason from the list `from`. Companies that are not on the list `from` are ignored.
   */
  move: call(z.strictObject({ from: watchlistIdSchema, to: watchlistIdSchema, companyIds })).returns(changed),
  of: call(z.strictObject({ companyId })).returns(
    z.strictObject({ ids: z.array(watchlistIdSchema).max(LIST_LIMIT_MAX) }),
  ),
  /** Returns the names of the lists that contain each company. Companies on no list are omitted. */
  namesOf: call(z.strictObject({ companyIds })).returns(
    z.strictObject({
      companies: z
        .array(z.strictObject({ companyId, lists: z.array(z.string().max(200)).max(LIST_LIMIT_MAX) }))
        .max(LIST_LIMIT_MAX),
    }),
  ),
  /**
   * Returns the lists that contain a company. For each list, also returns the reason why the company was
   * added.
   */
  reasons: call(z.strictObject({ companyId })).returns(
    z.strictObject({ entries: z.array(listEntrySchema).max(LIST_LIMIT_MAX) }),
  ),
  /** Returns the companies on a list with their reasons, newest first. */
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
   * Saves a note. When the function returns, the note is on disk. `workspaceId` is the workspace in which the
   * user wrote the note. If the user has since opened another workspace, the note is not saved there.
   * Everything saved in one writing session forms one revision and one undo step. A new session starts if
   * `begins` is set, after a pause of five minutes, or when much of the text is removed.
   * @throws AppFailure `conflict` (`newer-revision`) if `baseRevision` is not the newest revision; `conflict`
   * (`other-workspace`) if `workspaceId` is not the open workspace. In both cases, nothing is written.
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
  /** Returns a note's revisions, newest first. */
  history: call(z.strictObject({ companyId, ...position })).returns(
    z.strictObject({ revisions: z.array(noteRevisionSchema).max(LIST_LIMIT_MAX), total: count }),
  ),
  revision: call(z.strictObject({ companyId, revision: z.int().min(1) })).returns(
    z.strictObject({ body: noteBody, revision: count, savedAtMs: timeMsSchema }),
  ),
  /**
   * Saves the text of an older revision as the newest revision. The history contains both.
   * @throws AppFailure `conflict` (`newer-revision`)
   */
  restore: call(z.strictObject({ companyId, revision: z.int().min(1), baseRevision: count })).returns(
    savedNote,
  ),
  onChanged: push(z.strictObject({ companyId })),
};

export const marksContract = {
  get: call(z.strictObject({ companyId })).returns(marksSchema),
  statuses: call(nothing).returns(z.strictObject({ statuses: z.array(statusSchema).max(LIST_LIMIT_MAX) })),
  renameStatus: call(z.strictObject({ id: statusIdSchema, name: markNameSchema })).returns(changed),
  /**
   * Adds a status at the end of the pipeline and sets it for companies, in one undo step.
   * @throws AppFailure `conflict` (`name-taken`); `validation` if there are already `STATUSES_MAX` statuses
   */
  addStatus: call(z.strictObject({ name: markNameSchema, companyIds: companyIds.optional() })).returns(
    z.strictObject({ id: statusIdSchema, undo: undoSchema }),
  ),
  /**
   * Moves a status to another place in the pipeline, counted from 0.
   * @throws AppFailure `not-found` (`status`)
   */
  moveStatus: call(
    z.strictObject({
      id: statusIdSchema,
      to: z
        .int()
        .min(0)
        .max(STATUSES_MAX - 1),
    }),
  ).returns(changed),
  /**
   * Deletes a status. Its companies get the status `moveTo`, or no status if `moveTo` is null.
   *
   * @throws AppFailure `not-found` (`status`); `validation` if it is the last status, or if `moveTo` is the
   * status itself
   */
  removeStatus: call(z.strictObject({ id: statusIdSchema, moveTo: statusIdSchema.nullable() })).returns(
    changed,
  ),
  setStatus: call(z.strictObject({ companyIds, statusId: statusIdSchema.nullable() })).returns(changed),
  /** Returns the tags whose names contain `text`, sorted by name. */
  tags: call(z.strictObject({ text: z.string().max(80).default(''), ...position })).returns(
    z.strictObject({ tags: z.array(countedTagSchema).max(LIST_LIMIT_MAX), total: count }),
  ),
  createTag: call(z.strictObject({ name: markNameSchema })).returns(
    z.strictObject({ ...ownTagSchema.shape, undo: undoSchema }),
  ),
  /**
   * Renames a tag.
   * @throws AppFailure `conflict` (`name-taken`) if another tag has the same name, ignoring case and accents;
   * `mergeTags` can combine the two tags
   */
  renameTag: call(z.strictObject({ id: tagIdSchema, name: markNameSchema })).returns(changed),
  /** Moves all companies from the tag `from` to the tag `into`, and removes `from`. */
  mergeTags: call(z.strictObject({ from: tagIdSchema, into: tagIdSchema })).returns(changed),
  removeTag: call(z.strictObject({ id: tagIdSchema })).returns(changed),
  /** Adds a tag to companies, creating the tag if necessary, in one undo step. */
  addTag: call(z.strictObject({ companyIds, name: markNameSchema })).returns(
    z.strictObject({ ...ownTagSchema.shape, undo: undoSchema }),
  ),
  dropTag: call(z.strictObject({ companyIds, id: tagIdSchema })).returns(changed),
  /**
   * Undoes a change. The returned token redoes the change. A second call with the same token has no effect.
   * The latest 100 changes can be undone, even after a restart.
   *
   * @throws AppFailure `not-found` (`undo`); `conflict` (`changed-since` or `name-taken`). In all these
   * cases, nothing changes.
   */
  undo: call(z.strictObject({ token: z.string().max(60) })).returns(
    z.strictObject({ what: changeKindSchema, undo: undoSchema }),
  ),
  /**
   * Redoes the most recently undone change, even after a restart. `redone` is null if no change was undone,
   * or if the user has made another change since then. `redone.undone` is the token that `undo` returned when
   * it undid the change. `redone.undo` is a new token that undoes the change again.
   *
   * @throws AppFailure for the same reasons as `undo`
   */
  redo: call(nothing).returns(
    z.strictObject({
      redone: z
        .strictObject({ what: changeKindSchema, undone: z.string().max(60), undo: undoSchema })
        .nullable(),
    }),
  ),
  /** Returns the undo steps, newest first. */
  undoable: call(z.strictObject({ limit: z.int().min(1).max(LIST_LIMIT_MAX).default(20) })).returns(
    z.strictObject({ steps: z.array(undoStepSchema).max(LIST_LIMIT_MAX) }),
  ),
  /**
   * The user data of these companies has changed. Null means that the data of any company may have changed.
   */
  onChanged: push(z.strictObject({ companyIds: z.array(companyIdSchema).max(LIST_LIMIT_MAX).nullable() })),
};

export const userDataContract = {
  /**
   * Exports the user data as one Markdown file per company, in a new folder at a location that the user
   * chooses. Company names are the only downloaded data in the files. `place` is null if the user cancelled.
   */
  export: call(nothing).returns(z.strictObject({ place: z.string().max(4_096).nullable(), files: count })),
};

const taskPage = { tasks: z.array(taskSchema).max(LIST_LIMIT_MAX), total: count };
const taskIds = z.array(taskIdSchema).min(1).max(LIST_LIMIT_MAX);
const dueOn = dateSchema.nullable();
const dueTime = timeOfDaySchema.nullable();
const hasDayForTime = (task: { dueOn: string | null; dueTime: string | null }): boolean =>
  task.dueTime === null || task.dueOn !== null;
const NEEDS_DAY = { path: ['dueTime'], message: 'only with a date' };

export const tasksContract = {
  /** Returns a company's tasks: open tasks by date and time, followed by completed tasks. */
  of: call(z.strictObject({ companyId, ...position })).returns(z.strictObject(taskPage)),
  /**
   * Returns the open tasks that are due on or before the date `until`, oldest first. On each day, tasks
   * without a time come first. A snoozed task is due on the day its snooze ends, at no particular time.
   * `until` defaults to today's date. The returned `today` is the local date or, in the demo, the date on the
   * demo's clock. If `followUps` is false, follow-ups are neither returned nor counted.
   */
  due: call(
    z.strictObject({
      until: dateSchema.nullable().default(null),
      followUps: z.boolean().default(true),
      ...position,
    }),
  ).returns(z.strictObject({ ...taskPage, overdue: count, today: dateSchema })),
  /**
   * Returns the tasks of all companies: the open ones by date and time, or the completed ones, newest first.
   * If `text` is set, only tasks whose title or company name contains the text are returned. `open` and
   * `done` count all tasks, even those without the text.
   */
  all: call(
    z.strictObject({ done: z.boolean(), text: z.string().trim().max(200).default(''), ...position }),
  ).returns(z.strictObject({ ...taskPage, open: count, done: count, today: dateSchema })),
  add: call(
    z
      .strictObject({ companyIds, title: taskTitleSchema, dueOn, dueTime: dueTime.default(null) })
      .refine(hasDayForTime, NEEDS_DAY),
  ).returns(z.strictObject({ ids: z.array(taskIdSchema).max(LIST_LIMIT_MAX), undo: undoSchema })),
  /** Changes a task. Setting a new due date or time ends its snooze. */
  change: call(
    z
      .strictObject({ id: taskIdSchema, title: taskTitleSchema, dueOn, dueTime })
      .refine(hasDayForTime, NEEDS_DAY),
  ).returns(changed),
  /** Hides tasks until a date without changing their due dates. Null ends the snooze. */
  snooze: call(z.strictObject({ ids: taskIds, until: dateSchema.nullable() })).returns(changed),
  setDone: call(z.strictObject({ ids: taskIds, done: z.boolean() })).returns(changed),
  remove: call(z.strictObject({ ids: taskIds })).returns(changed),
  onChanged: push(nothing),
};

const contacted = { happenedOn: dateSchema, channel: channelSchema, line: contactLineSchema };
const personId = z.string().max(200).nullable();
/** Returns whether each date is later than the one before it. */
const isLater = (dates: readonly string[]): boolean =>
  dates.every((date, index) => index === 0 || date > (dates[index - 1] ?? date));

export const contactLogContract = {
  /** Returns a company's log entries, newest first. */
  of: call(z.strictObject({ companyId, ...position })).returns(
    z.strictObject({ entries: z.array(contactEntrySchema).max(LIST_LIMIT_MAX), total: count }),
  ),
  /**
   * Logs that the user has contacted companies, or that they have answered. `personId` comes from
   * `companies.people`, and may be set only for a single company.
   *
   * Creates a task for each day in `followUps`, in the same undo step. These tasks replace the open
   * follow-ups of earlier entries about the same contact, and of entries without a contact. Follow-ups that
   * are due by `happenedOn` are completed instead of replaced, even if `followUps` is empty. An `answer`
   * completes all open follow-ups of the companies. `completed` is the number of completed follow-ups.
   * Without an `answer`, companies that have no status or a status before Contacted get the status Contacted.
   * `contacted` is the number of these companies.
   *
   * @throws AppFailure `not-found` (`person`)
   */
  add: call(
    z
      .strictObject({
        companyIds,
        ...contacted,
        personId: personId.default(null),
        answer: answerSchema.nullable().default(null),
        followUps: z.array(dateSchema).max(FOLLOW_UPS_MAX).default([]),
      })
      .refine((entry) => entry.personId === null || entry.companyIds.length === 1, {
        path: ['personId'],
        message: 'only with one company',
      })
      .refine((entry) => entry.answer === null || entry.followUps.length === 0, {
        path: ['followUps'],
        message: 'not with an answer',
      })
      .refine(({ happenedOn, followUps }) => isLater([happenedOn, ...followUps]), {
        path: ['followUps'],
        message: 'each later than the day before',
      }),
  ).returns(
    z.strictObject({
      ids: z.array(contactIdSchema).max(LIST_LIMIT_MAX),
      completed: count,
      contacted: count,
      undo: undoSchema,
    }),
  ),
  /** Changes an entry. Without a `personId`, the entry's contact does not change. */
  change: call(z.strictObject({ id: contactIdSchema, ...contacted, personId: personId.optional() })).returns(
    changed,
  ),
  /** Deletes entries and their open follow-ups. */
  remove: call(z.strictObject({ ids: z.array(contactIdSchema).min(1).max(LIST_LIMIT_MAX) })).returns(changed),
  onChanged: push(nothing),
};
