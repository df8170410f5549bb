import type { Migration } from '../../migrate.ts';

/*
 * Companies that the seller put away while going through a list: done, or snoozed until a time of the service's clock. A
 * snooze that is over keeps its row and means nothing any more. `set_at_ms` is the service's clock, which news is compared with;
 * `acted_at_ms` is the laptop's: what is known of the service's clock is corrected now and then, and a count of what was just done
 * must not lose an act to that.
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
