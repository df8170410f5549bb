import type { Handlers, Publish } from '../../../../shared/contract/index.ts';
import { localDate } from '../../../../shared/local-date.ts';
import { skipPassedReminders } from '../../notifications/task-reminders.ts';
import { allTasks, createTasks, tasksDue, tasksOf, type Tasks } from '../../user-data/tasks.ts';
import type { Workspaces } from '../../workspace/workspaces.ts';
import {
  type UserDataChangeParts,
  createChangeUserData,
  subjectsOf,
  undoReply,
} from '../change-user-data.ts';

export function createTasksHandlers(workspaces: Workspaces, publish: Publish): Handlers['tasks'] {
  const yours = () => workspaces.current().files.yours;
  const change = createChangeUserData(workspaces, publish);
  return {
    of: ({ companyId, ...page }) => tasksOf(yours(), companyId, page),
    due: ({ until, followUps, ...page }) => {
      const today = localDate(workspaces.current().clock.nowMs());
      return { ...tasksDue(yours(), { today, until: until ?? today, followUps, ...page }), today };
    },
    all: (question) => ({
      ...allTasks(yours(), question),
      today: localDate(workspaces.current().clock.nowMs()),
    }),
    add: ({ companyIds, ...task }) => {
      const { value, undo } = change('task-added', (changing) =>
        tasksFor(changing).add(subjectsOf(changing.files, companyIds), task, changing.atMs),
      );
      if (task.dueTime !== null) skipPassedReminders(workspaces.current(), value);
      return { ids: value, undo };
    },
    change: (task) => {
      const reply = undoReply(change('task-changed', (changing) => tasksFor(changing).change(task)));
      if (task.dueTime !== null) skipPassedReminders(workspaces.current(), [task.id]);
      return reply;
    },
    snooze: ({ ids, until }) =>
      undoReply(change('task-snoozed', (changing) => tasksFor(changing).snooze(once(ids), until))),
    setDone: ({ ids, done }) =>
      undoReply(
        change(done ? 'task-done' : 'task-reopened', (changing) =>
          tasksFor(changing).done(once(ids), done ? changing.atMs : null),
        ),
      ),
    remove: ({ ids }) =>
      undoReply(change('task-removed', (changing) => tasksFor(changing).remove(once(ids)))),
  };
}

const tasksFor = ({ files, journal }: UserDataChangeParts): Tasks => createTasks(files.yours, journal);
const once = (ids: readonly string[]): string[] => [...new Set(ids)];
