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
  readonly snoozedUntil: string | null;
  readonly createdAtMs: number;
  readonly doneAtMs: number | null;
}

const TASK = `SELECT task_id, company_id, company_name, title, due_on, snoozed_until, created_at_ms, done_at_ms
  FROM task`;
const taskOf = (row: SqlRow): StoredTask => ({
  taskId: num(row, 'task_id'),
  companyId: text(row, 'company_id'),
  companyName: text(row, 'company_name'),
  title: text(row, 'title'),
  dueOn: textOrNull(row, 'due_on'),
  snoozedUntil: textOrNull(row, 'snoozed_until'),
  createdAtMs: num(row, 'created_at_ms'),
  doneAtMs: numOrNull(row, 'done_at_ms'),
});

export function taskById(db: ReadDb, taskId: number): StoredTask | null {
  const row = get(db, `${TASK} WHERE task_id = :taskId`, { taskId });
  return row === null ? null : taskOf(row);
}

/**
 * Returns open tasks due on this day or earlier, earliest due day first. A snoozed task is due on the day it
 * was snoozed to.
 */
export function tasksShownBy(db: ReadDb, page: { day: string; offset: number; limit: number }): StoredTask[] {
  return all(
    db,
    `${TASK} WHERE done_at_ms IS NULL AND coalesce(snoozed_until, due_on) <= :day
     ORDER BY coalesce(snoozed_until, due_on), task_id LIMIT :limit OFFSET :offset`,
    page,
  ).map(taskOf);
}

export function countTasksShownBy(db: ReadDb, day: string): number {
  return selectCount(
    db,
    'SELECT count(*) AS n FROM task WHERE done_at_ms IS NULL AND coalesce(snoozed_until, due_on) <= :day',
    { day },
  );
}

export function countTasksShownBefore(db: ReadDb, day: string): number {
  return selectCount(
    db,
    'SELECT count(*) AS n FROM task WHERE done_at_ms IS NULL AND coalesce(snoozed_until, due_on) < :day',
    { day },
  );
}

/**
 * Returns a company's tasks in this order: open tasks by due day, open tasks without a due day, finished
 * tasks with the newest first.
 */
export function tasksOfCompany(
  db: ReadDb,
  page: { companyId: string; offset: number; limit: number },
): StoredTask[] {
  return all(
    db,
    `${TASK} WHERE company_id = :companyId
     ORDER BY done_at_ms IS NOT NULL, done_at_ms DESC, coalesce(snoozed_until, due_on) IS NULL,
       coalesce(snoozed_until, due_on), task_id
     LIMIT :limit OFFSET :offset`,
    page,
  ).map(taskOf);
}

export function countTasksOfCompany(db: ReadDb, companyId: string): number {
  return selectCount(db, 'SELECT count(*) AS n FROM task WHERE company_id = :companyId', { companyId });
}

/** Returns all open tasks by date, those without a date last, or all completed tasks, newest first. */
export function tasksByState(db: ReadDb, done: boolean): StoredTask[] {
  return all(
    db,
    done
      ? `${TASK} WHERE done_at_ms IS NOT NULL ORDER BY done_at_ms DESC, task_id DESC`
      : `${TASK} WHERE done_at_ms IS NULL
         ORDER BY coalesce(snoozed_until, due_on) IS NULL, coalesce(snoozed_until, due_on), task_id`,
    {},
  ).map(taskOf);
}

export function countTasksByState(db: ReadDb): { open: number; done: number } {
  const row = get(db, 'SELECT count(*) - count(done_at_ms) AS open, count(done_at_ms) AS done FROM task');
  return row === null ? { open: 0, done: 0 } : { open: num(row, 'open'), done: num(row, 'done') };
}

export function insertTask(
  db: WriteDb,
  task: { companyId: string; companyName: string; title: string; dueOn: string | null; createdAtMs: number },
): number {
  return run(
    db,
    `INSERT INTO task (company_id, company_name, title, due_on, created_at_ms)
     VALUES (:companyId, :companyName, :title, :dueOn, :createdAtMs)`,
    task,
  ).lastId;
}

export function updateTask(
  db: WriteDb,
  task: Pick<StoredTask, 'taskId' | 'title' | 'dueOn' | 'snoozedUntil' | 'doneAtMs'>,
): void {
  run(
    db,
    `UPDATE task SET title = :title, due_on = :dueOn, snoozed_until = :snoozedUntil, done_at_ms = :doneAtMs
     WHERE task_id = :taskId`,
    { ...task },
  );
}

export function deleteTask(db: WriteDb, taskId: number): void {
  run(db, 'DELETE FROM task WHERE task_id = :taskId', { taskId });
}
