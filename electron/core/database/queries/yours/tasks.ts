import {
  all,
  get,
  num,
  numOrNull,
  run,
  selectCount,
  text,
  textOrNull,
  type ReadDb,
  type SqlRow,
  type WriteDb,
} from '../../sql.ts';

export interface StoredTask {
  readonly taskId: number;
  readonly companyId: string;
  readonly companyName: string;
  readonly title: string;
  /** Calendar date such as `2026-06-10`. `snoozedUntil` has the same form. */
  readonly dueOn: string | null;
  /** Time of day such as `14:30`, in the user's local time; null if the task is due at no particular time. */
  readonly dueTime: string | null;
  readonly snoozedUntil: string | null;
  readonly createdAtMs: number;
  readonly doneAtMs: number | null;
  /**
   * The contact log entry that the task follows up; null if the task is not a follow-up or the entry no
   * longer exists.
   */
  readonly followUp: {
    readonly entryId: number;
    /** The task's position among the follow-ups of the entry, counted from 1. */
    readonly number: number;
    readonly total: number;
  } | null;
  /** Name of the assistant that added the task; null if the user did. */
  readonly addedBy: string | null;
}

const SIBLINGS =
  'SELECT count(*) FROM task AS sibling WHERE sibling.follows_entry_id = task.follows_entry_id';
const TASK = `SELECT task_id, company_id, company_name, title, due_on, due_time, snoozed_until, created_at_ms,
  done_at_ms,
  CASE WHEN follows_entry_id IS NOT NULL
    THEN (SELECT entry_id FROM contact_log WHERE entry_id = follows_entry_id) END AS follows_entry_id,
  CASE WHEN follows_entry_id IS NOT NULL
    THEN (${SIBLINGS} AND sibling.task_id <= task.task_id) END AS follow_up_number,
  CASE WHEN follows_entry_id IS NOT NULL THEN (${SIBLINGS}) END AS follow_up_total,
  (SELECT client_name FROM assistant_mark AS mark WHERE mark.company_id = task.company_id
    AND mark.entry_key = 'task:' || task_id AND mark.at_ms = created_at_ms) AS added_by
  FROM task`;
/** The day on which a task is due; if the task is snoozed, the day on which its snooze ends. */
export const SHOWN_ON = 'coalesce(snoozed_until, due_on)';
/**
 * The time of day at which a task is due on the day `SHOWN_ON`; null if the task has no time or was snoozed
 * to another day.
 */
const SHOWN_AT = `CASE WHEN ${SHOWN_ON} = due_on THEN due_time END`;
/**
 * Sorts by day, then by time. As in a calendar, tasks without a time come first on their day, because they
 * may be done at any time of that day. SQLite sorts null first.
 */
const BY_DUE = `${SHOWN_ON}, ${SHOWN_AT}, task_id`;

/** Selects the tasks whose `followUp` is null. */
const NO_FOLLOW_UP = ` AND NOT EXISTS (SELECT 1 FROM contact_log WHERE entry_id = follows_entry_id)`;

const taskOf = (row: SqlRow): StoredTask => ({
  taskId: num(row, 'task_id'),
  companyId: text(row, 'company_id'),
  companyName: text(row, 'company_name'),
  title: text(row, 'title'),
  dueOn: textOrNull(row, 'due_on'),
  dueTime: textOrNull(row, 'due_time'),
  snoozedUntil: textOrNull(row, 'snoozed_until'),
  createdAtMs: num(row, 'created_at_ms'),
  doneAtMs: numOrNull(row, 'done_at_ms'),
  followUp: followUpOf(row),
  addedBy: textOrNull(row, 'added_by'),
});

function followUpOf(row: SqlRow): StoredTask['followUp'] {
  const entryId = numOrNull(row, 'follows_entry_id');
  if (entryId === null) return null;
  return { entryId, number: num(row, 'follow_up_number'), total: num(row, 'follow_up_total') };
}

export function taskById(db: ReadDb, taskId: number): StoredTask | null {
  const row = get(db, `${TASK} WHERE task_id = :taskId`, { taskId });
  return row === null ? null : taskOf(row);
}

/**
 * Returns open tasks due on this day or earlier, by due day and time. A snoozed task counts as due on the day
 * to which it is snoozed. If `followUps` is false, omits tasks that follow up a contact.
 */
export function tasksShownBy(
  db: ReadDb,
  { followUps = true, ...page }: { day: string; followUps?: boolean; offset: number; limit: number },
): StoredTask[] {
  return all(
    db,
    `${TASK} WHERE done_at_ms IS NULL AND ${SHOWN_ON} <= :day${followUps ? '' : NO_FOLLOW_UP}
     ORDER BY ${BY_DUE} LIMIT :limit OFFSET :offset`,
    page,
  ).map(taskOf);
}

export function countTasksShownBy(db: ReadDb, day: string, followUps = true): number {
  return selectCount(
    db,
    `SELECT count(*) AS n FROM task WHERE done_at_ms IS NULL AND ${SHOWN_ON} <= :day${followUps ? '' : NO_FOLLOW_UP}`,
    { day },
  );
}

export function countTasksShownBefore(db: ReadDb, day: string, followUps = true): number {
  return selectCount(
    db,
    `SELECT count(*) AS n FROM task WHERE done_at_ms IS NULL AND ${SHOWN_ON} < :day${followUps ? '' : NO_FOLLOW_UP}`,
    { day },
  );
}

/**
 * Returns the tasks with a time of day that were due from the start of `fromDay` up to and including
 * `untilTime` on `untilDay`, in the order of their due times. Includes tasks that are done or snoozed.
 */
export function timedTasks(
  db: ReadDb,
  range: { fromDay: string; untilDay: string; untilTime: string },
): StoredTask[] {
  return all(
    db,
    `${TASK} WHERE due_time IS NOT NULL AND due_on >= :fromDay
       AND (due_on, due_time) <= (:untilDay, :untilTime)
     ORDER BY due_on, due_time, task_id`,
    range,
  ).map(taskOf);
}

/**
 * Returns a company's tasks: first the open tasks by due day and time, then the open tasks without a due day,
 * then the finished tasks, newest first.
 */
export function tasksOfCompany(
  db: ReadDb,
  page: { companyId: string; offset: number; limit: number },
): StoredTask[] {
  return all(
    db,
    `${TASK} WHERE company_id = :companyId
     ORDER BY done_at_ms IS NOT NULL, done_at_ms DESC, ${SHOWN_ON} IS NULL, ${BY_DUE}
     LIMIT :limit OFFSET :offset`,
    page,
  ).map(taskOf);
}

/** Returns the follow-ups of a contact log entry in the order in which they were created. */
export function tasksOfEntry(db: ReadDb, entryId: number): StoredTask[] {
  return all(db, `${TASK} WHERE follows_entry_id = :entryId ORDER BY task_id`, { entryId }).map(taskOf);
}

/** Returns the open follow-ups of a company in the order in which they were created. */
export function openFollowUpsOf(db: ReadDb, companyId: string): StoredTask[] {
  return all(
    db,
    `${TASK} WHERE company_id = :companyId AND done_at_ms IS NULL AND follows_entry_id IS NOT NULL ORDER BY task_id`,
    { companyId },
  )
    .map(taskOf)
    .filter(({ followUp }) => followUp !== null);
}

export function countTasksOfCompany(db: ReadDb, companyId: string): number {
  return selectCount(db, 'SELECT count(*) AS n FROM task WHERE company_id = :companyId', { companyId });
}

/** Returns the number of open tasks by company. Companies without open tasks are omitted. */
export const countOpenTasksOf = (db: ReadDb, companyIds: readonly string[]): Map<string, number> =>
  new Map(
    all(
      db,
      `SELECT task.company_id, count(*) AS n FROM json_each(:ids) AS wanted
       JOIN task ON task.company_id = wanted.value WHERE done_at_ms IS NULL GROUP BY task.company_id`,
      { ids: JSON.stringify(companyIds) },
    ).map((row) => [text(row, 'company_id'), num(row, 'n')]),
  );

/**
 * Returns all open tasks by date and time, followed by the open tasks without a date. If `done` is true,
 * returns all completed tasks instead, newest first.
 */
export function tasksByState(db: ReadDb, done: boolean): StoredTask[] {
  return all(
    db,
    done
      ? `${TASK} WHERE done_at_ms IS NOT NULL ORDER BY done_at_ms DESC, task_id DESC`
      : `${TASK} WHERE done_at_ms IS NULL ORDER BY ${SHOWN_ON} IS NULL, ${BY_DUE}`,
    {},
  ).map(taskOf);
}

export function countTasksByState(db: ReadDb): { open: number; done: number } {
  const row = get(db, 'SELECT count(*) - count(done_at_ms) AS open, count(done_at_ms) AS done FROM task');
  return row === null ? { open: 0, done: 0 } : { open: num(row, 'open'), done: num(row, 'done') };
}

export function insertTask(
  db: WriteDb,
  task: Pick<StoredTask, 'companyId' | 'companyName' | 'title' | 'dueOn' | 'dueTime' | 'createdAtMs'> & {
    /** The contact log entry that the task follows up; null for other tasks. */
    readonly entryId: number | null;
  },
): number {
  return run(
    db,
    `INSERT INTO task (company_id, company_name, title, due_on, due_time, created_at_ms, follows_entry_id)
     VALUES (:companyId, :companyName, :title, :dueOn, :dueTime, :createdAtMs, :entryId)`,
    { ...task },
  ).lastId;
}

export function updateTask(
  db: WriteDb,
  task: Pick<StoredTask, 'taskId' | 'title' | 'dueOn' | 'dueTime' | 'snoozedUntil' | 'doneAtMs'>,
): void {
  run(
    db,
    `UPDATE task SET title = :title, due_on = :dueOn, due_time = :dueTime, snoozed_until = :snoozedUntil,
       done_at_ms = :doneAtMs
     WHERE task_id = :taskId`,
    { ...task },
  );
}

/** Makes a follow-up an ordinary task. */
export function clearFollowedEntry(db: WriteDb, taskId: number): void {
  run(db, 'UPDATE task SET follows_entry_id = NULL WHERE task_id = :taskId', { taskId });
}

export function deleteTask(db: WriteDb, taskId: number): void {
  run(db, 'DELETE FROM task WHERE task_id = :taskId', { taskId });
}
