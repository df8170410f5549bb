import type { Migration } from '../../migrate.ts';

/** The user's rules for the day plan, in JSON: one row, or none for the defaults. */
export const planRules: Migration = {
  id: 90,
  name: 'plan-rules',
  sql: `
CREATE TABLE plan_rules (
  one INTEGER PRIMARY KEY NOT NULL CHECK (one = 1),
  value TEXT NOT NULL,
  set_at_ms INTEGER NOT NULL
) STRICT;
`,
};
