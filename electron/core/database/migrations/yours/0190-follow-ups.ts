import type { Migration } from '../../migrate.ts';

/*
 * Follow-ups: tasks that belong to a contact log entry, and the user's rules for creating them. A log entry
 * can now also record an answer. `follows_entry_id` has no foreign key, because an undo may restore a task
 * before its entry. A task whose entry does not exist counts as an ordinary task. The undo journal stores the
 * values of a row by column position, so this migration also appends a null for the new column to each task
 * and entry in the journal.
 */
export const followUps: Migration = {
  id: 190,
  name: 'follow-ups',
  sql: `
ALTER TABLE task ADD COLUMN follows_entry_id INTEGER;
CREATE INDEX task_by_entry ON task (follows_entry_id, task_id) WHERE follows_entry_id IS NOT NULL;
ALTER TABLE contact_log ADD COLUMN answer TEXT;
UPDATE undo_slot SET before = json_insert(before, '$[#]', NULL), after = json_insert(after, '$[#]', NULL) WHERE part IN ('task', 'contact_log');
CREATE TABLE follow_up_rules (
  one INTEGER PRIMARY KEY NOT NULL CHECK (one = 1),
  value TEXT NOT NULL,
  set_at_ms INTEGER NOT NULL
) STRICT;
`,
};
