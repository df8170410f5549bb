import { all, run, text, type ReadDb, type WriteDb } from '../../sql.ts';

/* Pairs of companies that the user declared not to be duplicates. The smaller id comes first. */

export type CompanyPair = readonly [string, string];
export const pairOf = (a: string, b: string): CompanyPair => (a < b ? [a, b] : [b, a]);

/** Returns the companies that the user declared not to be duplicates of this one. */
export const dismissedDuplicatesOf = (db: ReadDb, companyId: string): Set<string> =>
  new Set(
    all(
      db,
      `SELECT other_id AS id FROM duplicate_dismissal WHERE company_id = :companyId
       UNION SELECT company_id FROM duplicate_dismissal WHERE other_id = :companyId`,
      { companyId },
    ).map((row) => text(row, 'id')),
  );

export function putDuplicateDismissal(db: WriteDb, [companyId, otherId]: CompanyPair, atMs: number): void {
  run(
    db,
    `INSERT INTO duplicate_dismissal (company_id, other_id, dismissed_at_ms)
     VALUES (:companyId, :otherId, :atMs) ON CONFLICT DO NOTHING`,
    { companyId, otherId, atMs },
  );
}

/** Returns the ids of all companies in dismissed pairs. */
export const companiesOfDismissals = (db: ReadDb): string[] =>
  all(
    db,
    'SELECT company_id AS id FROM duplicate_dismissal UNION SELECT other_id FROM duplicate_dismissal',
  ).map((row) => text(row, 'id'));

export const deleteDismissalsOf = (db: WriteDb, companyId: string): void =>
  void run(db, 'DELETE FROM duplicate_dismissal WHERE company_id = :companyId OR other_id = :companyId', {
    companyId,
  });
