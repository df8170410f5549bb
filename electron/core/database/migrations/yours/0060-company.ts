import type { Migration } from '../../migrate.ts';

/*
 * The user's actions that no other table stores, each on one company: copied or opened fields (without their
 * values), status history and suppressions. `about` is the field or status, and `person_ref_id` refers to a
 * contact as in `contact_log`. Message templates are user text with placeholders.
 */
export const company: Migration = {
  id: 60,
  name: 'company',
  sql: `
CREATE TABLE own_act (
  act_id INTEGER PRIMARY KEY AUTOINCREMENT,
  company_id TEXT NOT NULL,
  company_name TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  what TEXT NOT NULL,
  about TEXT,
  person_ref_id INTEGER
) STRICT;
CREATE INDEX own_act_by_company ON own_act (company_id, at_ms DESC);
INSERT INTO own_act (company_id, company_name, at_ms, what, about)
  SELECT company_id, company_name, set_at_ms, 'status', status_id FROM company_status;

CREATE TABLE message_template (
  template_id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  name_folded TEXT NOT NULL UNIQUE,
  subject TEXT NOT NULL,
  body TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  changed_at_ms INTEGER NOT NULL
) STRICT;
`,
};
