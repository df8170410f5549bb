import type { Migration } from '../../migrate.ts';

/** The seller's rules for the day's plan, in JSON: one row, or none where the defaults hold. */
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
