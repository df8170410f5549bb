import type { Migration } from '../../migrate.ts';

/*
 * Companies from an imported file for which the service has no id. At first, user data refers to such a
 * company by its local id. When a company with the same website or LinkedIn page is stored, its id is stored
 * in `joined_into`, and user data refers to that company. Unknown texts are stored as empty strings; an
 * erasure clears a text in the same way.
 */
export const localCompanies: Migration = {
  id: 270,
  name: 'local-companies',
  sql: `
CREATE TABLE local_company (
  company_id TEXT PRIMARY KEY NOT NULL,
  company_name TEXT NOT NULL,
  website_host TEXT NOT NULL,
  linkedin_page TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  joined_into TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX local_company_by_host ON local_company (website_host) WHERE website_host <> '';
CREATE INDEX local_company_by_linkedin ON local_company (linkedin_page) WHERE linkedin_page <> '';
CREATE INDEX local_company_by_joined ON local_company (joined_into) WHERE joined_into IS NOT NULL;
`,
};
