import { all, text, type ReadDb } from '../../sql.ts';

/*
 * Data for the export of user data. All data comes from `yours.db`, including the company names. The export
 * does not contain the contacts to which the contact log entries refer.
 */

/**
 * Returns every company that has user data or is on a list, sorted by id, with its most recently stored name.
 */
export function exportedCompanies(yours: ReadDb): { companyId: string; companyName: string }[] {
  return all(
    yours,
    `SELECT company_id, company_name, max(at_ms) FROM (
       SELECT watchlist_entry.company_id, company_name, added_at_ms AS at_ms
       FROM watchlist_entry JOIN watchlist USING (list_id) WHERE dropped = 0 AND removed_at_ms IS NULL
       UNION ALL SELECT company_id, company_name, saved_at_ms FROM note WHERE written = 1
       UNION ALL SELECT company_id, company_name, set_at_ms FROM company_status
       UNION ALL SELECT company_tag.company_id, company_name, added_at_ms
         FROM company_tag JOIN tag ON tag.tag_id = company_tag.tag_id
         JOIN tag AS root ON root.tag_id = coalesce(tag.merged_into, tag.tag_id) AND root.removed_at_ms IS NULL
       UNION ALL SELECT company_id, company_name, created_at_ms FROM task
       UNION ALL SELECT company_id, company_name, created_at_ms FROM contact_log)
     GROUP BY company_id ORDER BY company_id`,
  ).map((row) => ({ companyId: text(row, 'company_id'), companyName: text(row, 'company_name') }));
}
