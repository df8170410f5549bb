import { all, text, type ReadDb } from '../../sql.ts';

/**
 * The built-in statuses of a deal that is over or postponed. The user can rename them, but their ids stay the
 * same.
 */
const CLOSED = ['won', 'lost', 'not-now'] as const;

/**
 * Returns the companies that have an open deal or an open task. A deal is open if the company has a status
 * other than Won, Lost and Not now.
 */
export const openPipeline = (db: ReadDb, limit: number): string[] =>
  all(
    db,
    `SELECT company_id FROM company_status WHERE status_id NOT IN (SELECT value FROM json_each(:closed))
     UNION SELECT company_id FROM task WHERE done_at_ms IS NULL
     ORDER BY company_id LIMIT :limit`,
    { closed: JSON.stringify(CLOSED), limit },
  ).map((row) => text(row, 'company_id'));
