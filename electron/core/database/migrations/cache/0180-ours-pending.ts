import type { Migration } from '../../migrate.ts';

/*
 * Companies that are new, or whose name, website or LinkedIn page changed, since they were last compared with
 * the user's own companies (`ours_line` in `yours.db`). The comparison removes them from this table. Triggers
 * fill the table, so every code path that stores a company is covered. Companies stored before this migration
 * need no row, because an import compares its lines with the whole library.
 */
export const oursPending: Migration = {
  id: 180,
  name: 'ours-pending',
  sql: `
CREATE TABLE ours_pending (
  company_id TEXT PRIMARY KEY NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER ours_company_insert AFTER INSERT ON company BEGIN
  INSERT INTO ours_pending (company_id) VALUES (NEW.company_id) ON CONFLICT (company_id) DO NOTHING;
END;

CREATE TRIGGER ours_company_update AFTER UPDATE OF name, website_host, linkedin_url ON company
WHEN NEW.name IS NOT OLD.name OR NEW.website_host IS NOT OLD.website_host OR NEW.linkedin_url IS NOT OLD.linkedin_url BEGIN
  INSERT INTO ours_pending (company_id) VALUES (NEW.company_id) ON CONFLICT (company_id) DO NOTHING;
END;
`,
};
