import { all, flag, numOrNull, text, textOrNull, type ReadDb, type SqlRow } from '../../sql.ts';
import { countOf, inOrder, placeOf, type TimelinePosition } from '../timeline-order.ts';

/* User actions on one company from `yours.db`, in timeline order (queries/timeline-order.ts). */

/**
 * A note is saved several times while the user writes, and each save replaces the previous revision with one that
 * has the next number. The note was therefore added by its oldest stored revision, which need not be number 1.
 */
const NOTES = `SELECT saved_at_ms AS at_ms, 'note:' || revision AS key, revision = (
    SELECT revision FROM note_revision WHERE company_id = :companyId ORDER BY saved_at_ms, revision LIMIT 1
  ) AS is_first
  FROM note_revision WHERE company_id = :companyId`;
/**
 * A merged tag is returned as the tag that replaced it, with the time when the company first got either tag.
 */
const TAGGED = `SELECT min(added_at_ms) AS at_ms, 'tag:' || root.tag_id AS key, root.name
  FROM company_tag JOIN tag ON tag.tag_id = company_tag.tag_id
  JOIN tag AS root ON root.tag_id = coalesce(tag.merged_into, tag.tag_id) AND root.removed_at_ms IS NULL
  WHERE company_tag.company_id = :companyId GROUP BY root.tag_id`;
const LISTED = `SELECT added_at_ms AS at_ms, 'list:' || list_id AS key, name, reason
  FROM watchlist_entry JOIN watchlist USING (list_id)
  WHERE watchlist_entry.company_id = :companyId AND dropped = 0 AND removed_at_ms IS NULL`;
/** A follow-up was added together with its contact log entry, so only its completion is a separate event. */
const TASKS = `SELECT created_at_ms AS at_ms, 'task:' || task_id AS key, 'task-added' AS what, title, due_on,
    due_time FROM task WHERE company_id = :companyId AND follows_entry_id IS NULL
  UNION ALL SELECT done_at_ms, 'task-done:' || task_id, 'task-done', title, due_on, due_time
    FROM task WHERE company_id = :companyId AND done_at_ms IS NOT NULL`;
/**
 * If an entry was logged on the day of the contact itself, it is sorted by the time at which it was logged.
 */
const CONTACTED = `SELECT CASE happened_on WHEN date(created_at_ms / 1000, 'unixepoch', 'localtime') THEN created_at_ms
      ELSE unixepoch(happened_on) * 1000 END AS at_ms, printf('contact:%015d', entry_id) AS key, channel, line,
    person_ref_id, answer
  FROM contact_log WHERE company_id = :companyId AND unixepoch(happened_on) IS NOT NULL`;
const ACTS = `SELECT at_ms, printf('act:%015d', act_id) AS key, what, about, person_ref_id, status.name AS status_name
  FROM own_act LEFT JOIN status ON own_act.what = 'status' AND status.status_id = own_act.about
  WHERE company_id = :companyId`;

interface Placed {
  readonly key: string;
  readonly atMs: number;
}

export const notesWritten = (yours: ReadDb, after: TimelinePosition): (Placed & { isFirst: boolean })[] =>
  all(yours, inOrder(NOTES), { ...after }).map((row) => ({
    ...placeOf(row),
    isFirst: flag(row, 'is_first'),
  }));

/** Returns the tags of a company. A merged tag appears under the name of the tag that it was merged into. */
export const tagsSet = (yours: ReadDb, after: TimelinePosition): (Placed & { name: string })[] =>
  all(yours, inOrder(TAGGED), { ...after }).map((row) => ({ ...placeOf(row), name: text(row, 'name') }));

export const listsJoined = (
  yours: ReadDb,
  after: TimelinePosition,
): (Placed & { name: string; reason: string })[] =>
  all(yours, inOrder(LISTED), { ...after }).map((row) => ({
    ...placeOf(row),
    name: text(row, 'name'),
    reason: text(row, 'reason'),
  }));

interface TimelineTask extends Placed {
  readonly what: 'task-added' | 'task-done';
  readonly title: string;
  readonly dueOn: string | null;
  readonly dueTime: string | null;
}
export const tasksAfter = (yours: ReadDb, after: TimelinePosition): TimelineTask[] =>
  all(yours, inOrder(TASKS), { ...after }).map((row) => ({
    ...placeOf(row),
    what: text(row, 'what') === 'task-done' ? 'task-done' : 'task-added',
    title: text(row, 'title'),
    dueOn: textOrNull(row, 'due_on'),
    dueTime: textOrNull(row, 'due_time'),
  }));

interface TimelineContactEntry extends Placed {
  readonly channel: string;
  readonly line: string;
  readonly answer: string | null;
  readonly personRefId: number | null;
}
export const contactEntriesAfter = (yours: ReadDb, after: TimelinePosition): TimelineContactEntry[] =>
  all(yours, inOrder(CONTACTED), { ...after }).map((row) => ({
    ...placeOf(row),
    channel: text(row, 'channel'),
    line: text(row, 'line'),
    answer: textOrNull(row, 'answer'),
    personRefId: numOrNull(row, 'person_ref_id'),
  }));

export interface TimelineUserAction extends Placed {
  readonly what: string;
  readonly about: string | null;
  readonly personRefId: number | null;
  /** Current name of the status; null for other actions. */
  readonly statusName: string | null;
}
export const userActionsAfter = (yours: ReadDb, after: TimelinePosition): TimelineUserAction[] =>
  all(yours, inOrder(ACTS), { ...after }).map(actOf);
const actOf = (row: SqlRow): TimelineUserAction => ({
  ...placeOf(row),
  what: text(row, 'what'),
  about: textOrNull(row, 'about'),
  personRefId: numOrNull(row, 'person_ref_id'),
  statusName: textOrNull(row, 'status_name'),
});

export const countOwn = (yours: ReadDb, companyId: string): number =>
  countOf(yours, [NOTES, TAGGED, LISTED, TASKS, CONTACTED, ACTS], companyId);
