import type { Migration } from '../../migrate.ts';

/*
 * Adds an optional time of day to a task's due date, such as `14:30`, in the user's local time. It applies
 * only on the due day: a task that is snoozed to another day has no time on that day. The undo journal stores
 * the values of a row by position, so the new column is also added to the tasks in the journal.
 */
export const dueTimes: Migration = {
  id: 140,
  name: 'due-times',
  sql: `
ALTER TABLE task ADD COLUMN due_time TEXT CHECK (due_time IS NULL OR (due_on IS NOT NULL AND due_time GLOB '[0-2][0-9]:[0-5][0-9]'));
DROP INDEX task_due;
CREATE INDEX task_due ON task (coalesce(snoozed_until, due_on), CASE WHEN coalesce(snoozed_until, due_on) = due_on THEN due_time END, task_id)
  WHERE done_at_ms IS NULL;
CREATE INDEX task_timed ON task (due_on, due_time) WHERE due_time IS NOT NULL;
UPDATE undo_slot SET before = json_insert(before, '$[#]', NULL), after = json_insert(after, '$[#]', NULL) WHERE part = 'task';
`,
};
