import { AppFailure } from '../../../shared/app-failure.ts';
import { ASSISTANT_NAME_CHARS_MAX } from '../../../shared/model/assistants/assistant-limits.ts';
import type { Task } from '../../../shared/model/user-data.ts';
import {
  countTasksByState,
  countTasksOfCompany,
  countTasksShownBefore,
  countTasksShownBy,
  deleteTask,
  insertTask,
  taskById,
  tasksByState,
  tasksOfCompany,
  tasksShownBy,
  updateTask,
  type StoredTask,
} from '../database/queries/yours/tasks.ts';
import type { ReadDb, WriteDb } from '../database/sql.ts';
import { clip } from '../foundation/clip-text.ts';
import { fold } from '../../../shared/fold-diacritics.ts';
import type { Journal } from './undo-journal.ts';
import type { Subject } from './company-reference.ts';

interface Page {
  readonly offset: number;
  readonly limit: number;
}

/**
 * When a task is due: a local calendar day such as `2026-06-10` and, optionally, a local time of day such as
 * `14:30`. Both are null if the task has no due date.
 */
interface TaskDue {
  readonly dueOn: string | null;
  readonly dueTime: string | null;
}

/** The user's tasks. Dates are local calendar days. */
export interface Tasks {
  /** Creates a task for each company and returns the ids of the tasks. */
  add(
    companies: readonly Subject[],
    task: TaskDue & { readonly title: string },
    createdAtMs: number,
  ): string[];
  /**
   * Changes a task. A new due date or time ends a snooze.
   * @throws AppFailure `not-found` (`task`)
   */
  change(task: TaskDue & { readonly id: string; readonly title: string }): void;
  /**
   * Snoozes tasks until the given day without changing their due dates. Null ends the snooze.
   * @throws AppFailure `not-found` (`task`)
   */
  snooze(ids: readonly string[], until: string | null): void;
  /**
   * Marks tasks as done, or reopens them if `doneAtMs` is null. A task that is already done keeps its done
   * time.
   * @throws AppFailure `not-found` (`task`)
   */
  done(ids: readonly string[], doneAtMs: number | null): void;
  /** @throws AppFailure `not-found` (`task`) */
  remove(ids: readonly string[]): void;
}

export const tasksOf = (db: ReadDb, companyId: string, page: Page): { tasks: Task[]; total: number } => ({
  tasks: tasksOfCompany(db, { companyId, ...page }).map(taskOf),
  total: countTasksOfCompany(db, companyId),
});

/**
 * Returns one page of the tasks of all companies: the done tasks if `done` is true, otherwise the open tasks.
 * Only tasks whose title or company name contains `text` match, and `total` counts them. In the result,
 * `open` and `done` count all tasks, including those that do not match.
 */
export const allTasks = (
  db: ReadDb,
  { done, text, ...page }: Page & { readonly done: boolean; readonly text: string },
): { tasks: Task[]; total: number; open: number; done: number } => {
  const words = fold(text);
  const isFound = (task: StoredTask): boolean =>
    words === '' || fold(`${task.title} ${task.companyName}`).includes(words);
  const found = tasksByState(db, done).filter(isFound);
  const { open, done: doneCount } = countTasksByState(db);
  const tasks = found.slice(page.offset, page.offset + page.limit).map(taskOf);
  return { tasks, total: found.length, open, done: doneCount };
};

/**
 * Returns the open tasks that are due on or before `until`. A snoozed task is due on the day its snooze ends.
 * `overdue` is the number of tasks due before `today`. If `followUps` is false, follow-ups are omitted.
 */
export const tasksDue = (
  db: ReadDb,
  {
    today,
    until,
    followUps = true,
    ...page
  }: Page & { readonly today: string; readonly until: string; readonly followUps?: boolean },
): { tasks: Task[]; total: number; overdue: number } => ({
  tasks: tasksShownBy(db, { day: until, followUps, ...page }).map(taskOf),
  total: countTasksShownBy(db, until, followUps),
  overdue: countTasksShownBefore(db, until < today ? until : today, followUps),
});

/** Must be called within `recordChange`, which provides `journal`. */
export function createTasks(db: WriteDb, journal: Journal): Tasks {
  const changed = (id: string, change: (task: StoredTask) => StoredTask): void => {
    const task = required(db, id);
    journal.touch({ part: 'task', key: [task.taskId] });
    const { taskId, title, dueOn, dueTime, snoozedUntil, doneAtMs } = change(task);
    updateTask(db, { taskId, title, dueOn, dueTime, snoozedUntil, doneAtMs });
  };
  return {
    add: (companies, task, createdAtMs) =>
      companies.map((company) => {
        const taskId = insertTask(db, { ...company, ...task, createdAtMs, entryId: null });
        journal.made({ part: 'task', key: [taskId] });
        return String(taskId);
      }),
    change: ({ id, title, dueOn, dueTime }) =>
      changed(id, (task) => ({
        ...task,
        title,
        dueOn,
        dueTime,
        snoozedUntil: task.dueOn === dueOn && task.dueTime === dueTime ? task.snoozedUntil : null,
      })),
    snooze: (ids, until) => {
      for (const id of ids) changed(id, (task) => ({ ...task, snoozedUntil: until }));
    },
    done: (ids, doneAtMs) => {
      for (const id of ids)
        changed(id, (task) => ({
          ...task,
          doneAtMs: doneAtMs === null ? null : (task.doneAtMs ?? doneAtMs),
        }));
    },
    remove: (ids) => {
      for (const id of ids) {
        const { taskId } = required(db, id);
        journal.touch({ part: 'task', key: [taskId] });
        deleteTask(db, taskId);
      }
    },
  };
}

export const taskOf = ({ taskId, companyName, followUp, addedBy, ...task }: StoredTask): Task => ({
  id: String(taskId),
  companyName: clip(companyName, 500),
  ...task,
  followUp: followUp && { ...followUp, entryId: String(followUp.entryId) },
  ...(addedBy === null ? {} : { addedBy: clip(addedBy, ASSISTANT_NAME_CHARS_MAX) }),
});

function required(db: ReadDb, id: string): StoredTask {
  const task = taskById(db, Number(id));
  if (task === null) throw new AppFailure({ kind: 'not-found', what: 'task' });
  return task;
}
