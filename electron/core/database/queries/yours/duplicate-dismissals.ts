import { all, run, text, type ReadDb, type WriteDb } from '../../sql.ts';

/* Pairs of companies that the user declared not to be duplicates. The smaller id comes first. */

export type CompanyPair = readonly [string, string];

/** Returns the companies that the user declared not to be duplicates of this company. */
export const dismissedDuplicatesOf = (db: ReadDb, companyId: string): Set<string> =>
  new Set(
    all(
      db,
      `SELECT other_id AS id FROM dismissed_duplicate JOIN duplicate_dismissal USING (dismissal_id)
       WHERE company_id = :companyId
       UNION SELECT company_id FROM dismissed_duplicate JOIN duplicate_dismissal USING (dismissal_id)
       WHERE other_id = :companyId`,
      { companyId },
    ).map((row) => text(row, 'id')),
  );

/**
 * Records that two companies are not duplicates.
 * @returns the id of the dismissal
 */
export function insertDuplicateDismissal(db: WriteDb, [a, b]: CompanyPair, atMs: number): number {
  const [companyId, otherId] = a < b ? [a, b] : [b, a];
  const sql = 'INSERT INTO duplicate_dismissal (dismissed_at_ms) VALUES (:atMs)';
  const dismissalId = run(db, sql, { atMs }).lastId;
  run(
    db,
    `INSERT INTO dismissed_duplicate (company_id, other_id, dismissal_id)
     VALUES (:companyId, :otherId, :dismissalId)`,
    { companyId, otherId, dismissalId },
  );
  return dismissalId;
}

/** Returns the ids of all companies in dismissed pairs. */
export const companiesOfDismissals = (db: ReadDb): string[] =>
  all(
    db,
    'SELECT company_id AS id FROM dismissed_duplicate UNION SELECT other_id FROM dismissed_duplicate',
  ).map((row) => text(row, 'id'));

export const deleteDismissalsOf = (db: WriteDb, companyId: string): void =>
  void run(db, 'DELETE FROM dismissed_duplicate WHERE company_id = :companyId OR other_id = :companyId', {
    companyId,
  });
