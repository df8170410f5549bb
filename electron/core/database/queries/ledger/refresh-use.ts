import { all, num, text, type ReadDb } from '../../sql.ts';

/**
 * Returns the records that refreshes of watched lists have used since `sinceMs`, by list id. Requests that
 * are in progress or have an unknown result count with their reserved records.
 */
export const recordsByList = (ledger: ReadDb, sinceMs: number): Map<string, number> =>
  new Map(
    all(
      ledger,
      `SELECT list_id, sum(CASE state WHEN 'spent' THEN cost_records ELSE reserved_records END) AS records
       FROM entry INDEXED BY entry_at
       WHERE at_ms >= :sinceMs AND list_id IS NOT NULL AND state IN ('spent', 'unknown', 'reserved')
       GROUP BY list_id`,
      { sinceMs },
    ).map((row) => [text(row, 'list_id'), num(row, 'records')]),
  );
