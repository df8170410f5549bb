import type { Migration } from '../../migrate.ts';

/*
 * What assistants added to the user's data. `assistant` is the name of the client that made a change, or null
 * for the user. `entry_key` and `at_ms` identify the timeline entry (`queries/yours/timeline.ts`).
 */
export const assistantMarks: Migration = {
  id: 290,
  name: 'assistant-marks',
  sql: `
ALTER TABLE undo_step ADD COLUMN assistant TEXT;

CREATE TABLE assistant_mark (
  company_id TEXT NOT NULL,
  entry_key TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  client_name TEXT NOT NULL,
  PRIMARY KEY (company_id, entry_key, at_ms)
) STRICT, WITHOUT ROWID;
`,
};
