import type { Migration } from '../../migrate.ts';

/*
 * `tech_stack` stores facts about a company's tech stack as a whole: the website that the service analyzed
 * (`domain`) and the technology categories. `role_fetch` corresponds to `role_walk`, but covers only the open
 * roles that match one of the service's filters (spec §4.8). If a filter column is empty, the request did not
 * contain this parameter.
 *
 * `website_host` is the host of the website without `www.`, or NULL for a host that many companies share.
 * Existing rows get a host when they are parsed again after the update.
 */
export const wholeCompanies: Migration = {
  id: 130,
  name: 'whole-companies',
  sql: `
CREATE TABLE tech_stack (
  company_id TEXT PRIMARY KEY NOT NULL REFERENCES company (company_id) ON DELETE CASCADE,
  domain TEXT,
  categories TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE role_fetch (
  company_id TEXT NOT NULL REFERENCES company (company_id) ON DELETE CASCADE,
  department TEXT NOT NULL,
  seniority TEXT NOT NULL,
  search TEXT NOT NULL,
  per_page INTEGER NOT NULL,
  page INTEGER NOT NULL,
  received INTEGER NOT NULL,
  set_aside INTEGER NOT NULL,
  total INTEGER,
  started_at_ms INTEGER NOT NULL,
  fetched_at_ms INTEGER NOT NULL,
  complete INTEGER NOT NULL CHECK (complete IN (0, 1)),
  PRIMARY KEY (company_id, department, seniority, search)
) STRICT, WITHOUT ROWID;

ALTER TABLE company ADD COLUMN website_host TEXT;
CREATE INDEX company_by_website_host ON company (website_host, company_id) WHERE website_host IS NOT NULL;
`,
};
