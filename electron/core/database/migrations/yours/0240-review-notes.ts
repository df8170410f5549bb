import type { Migration } from '../../migrate.ts';

/*
 * The notes that the user wrote in monthly reviews. A month is stored in the form `2026-05`. `revision`
 * increases with every save. A note whose text was deleted keeps its row, so the app does not write the
 * initial text again.
 */
export const reviewNotes: Migration = {
  id: 240,
  name: 'review-notes',
  sql: `
CREATE TABLE review_note (
  month TEXT PRIMARY KEY NOT NULL CHECK (month GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]'),
  body TEXT NOT NULL,
  revision INTEGER NOT NULL,
  saved_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`,
};
