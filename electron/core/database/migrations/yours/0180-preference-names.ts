import type { Migration } from '../../migrate.ts';

/*
 * The preferences table no longer restricts the names to a list, so a new preference needs no migration. The
 * type `PreferenceName` replaces the list. The buyer roles are the first preference that was not in the old
 * list.
 */
export const preferenceNames: Migration = {
  id: 180,
  name: 'preference-names',
  sql: `
ALTER TABLE preference RENAME TO preference_before;
CREATE TABLE preference (
  name TEXT PRIMARY KEY NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  value TEXT NOT NULL,
  set_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO preference (name, value, set_at_ms) SELECT name, value, set_at_ms FROM preference_before;
DROP TABLE preference_before;
`,
};
