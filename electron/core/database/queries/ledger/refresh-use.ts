import { all, num, text, type ReadDb } from '../../sql.ts';

/**
 * Records used to refresh watched lists since `sinceMs`, by the reason that names the list; unknown results
 * count as reserved.
 */
export const watchUse = (ledger: ReadDb, sinceMs: number): Map<string, number> =>
  new Map(
    all(
      ledger,
      `SELECT reason, sum(CASE state WHEN 'spent' THEN cost_records ELSE reserved_records END) AS records
       FROM entry WHERE at_ms >= :sinceMs AND reason LIKE 'Watched list %' AND state IN ('spent', 'unknown', 'reserved')
       GROUP BY reason`,
      { sinceMs },
    ).map((row) => [text(row, 'reason'), num(row, 'records')]),
  );
