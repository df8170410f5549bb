import type { Migration } from '../../migrate.ts';

/*
 * Companies that are marked done, or snoozed until a server time. An expired snooze has no effect; its row
 * stays. `set_at_ms` is server time, so it can be compared with the times of news. `acted_at_ms` is this
 * computer's time, because today's counts use it, and a correction of server time could move an action to
 * another day.
 */
export const triage: Migration = {
  id: 70,
  name: 'triage',
  sql: `
CREATE TABLE triage (
  company_id TEXT PRIMARY KEY NOT NULL,
  company_name TEXT NOT NULL,
  until_ms INTEGER,
  set_at_ms INTEGER NOT NULL,
  acted_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX triage_snoozed ON triage (until_ms, company_id) WHERE until_ms IS NOT NULL;
CREATE INDEX triage_done ON triage (set_at_ms DESC, company_id) WHERE until_ms IS NULL;
`,
};
