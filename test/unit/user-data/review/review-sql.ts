import { get, num, type ReadDb } from '../../../../electron/core/database/sql.ts';

/* The figures of one month, computed directly in SQL without any product code. Times are Unix ms. */

interface Bounds {
  /** Midnight UTC on the first day of the month, and on the first day of the next month. */
  readonly utc: readonly [from: number, until: number];
  /** Midnight on the same two days in the user's time zone. */
  readonly local: readonly [from: number, until: number];
  readonly month: string;
}

const count = (db: ReadDb, sql: string, params: Record<string, string | number> = {}): number => {
  const row = get(db, sql, params);
  return row === null ? 0 : num(row, 'n');
};

/** Returns the number of records that requests to these endpoints used. `endpoints` is an SQL list. */
export const records = (ledger: ReadDb, { utc: [from, until] }: Bounds, endpoints: string): number =>
  count(
    ledger,
    `SELECT coalesce(sum(coalesce(cost_records, reserved_records)), 0) AS n FROM entry
     WHERE state IN ('spent', 'unknown') AND endpoint IN (${endpoints})
       AND NOT (to_ms < ${from} OR from_ms >= ${until})`,
  );

export const others = (ledger: ReadDb, { utc: [from, until] }: Bounds): number =>
  count(
    ledger,
    `SELECT coalesce(sum(cost_records), 0) AS n FROM entry
     WHERE state = 'other-device' AND NOT (to_ms < ${from} OR from_ms >= ${until})`,
  );

export const pageTurns = (ledger: ReadDb, { utc: [from, until] }: Bounds): number =>
  count(
    ledger,
    `SELECT coalesce(sum(coalesce(cost_page_turns, reserved_page_turns)), 0) AS n FROM entry
     WHERE state IN ('spent', 'unknown', 'other-device') AND NOT (to_ms < ${from} OR from_ms >= ${until})`,
  );

export const companiesCharged = (
  ledger: ReadDb,
  { utc: [from, until] }: Bounds,
  endpoint: string,
  least: number,
): number =>
  count(
    ledger,
    `SELECT count(*) AS n FROM (SELECT company_id FROM entry
       WHERE state IN ('spent', 'unknown') AND endpoint = '${endpoint}' AND company_id IS NOT NULL
         AND NOT (to_ms < ${from} OR from_ms >= ${until})
       GROUP BY company_id HAVING sum(coalesce(cost_records, reserved_records)) >= ${least})`,
  );

export const found = (cache: ReadDb, { utc: [from, until] }: Bounds): number =>
  count(cache, `SELECT count(*) AS n FROM company WHERE first_seen_at_ms BETWEEN ${from} AND ${until - 1}`);

/** Ranks of the steps from contacted to won. */
const rankOf = (status: string): string =>
  `CASE ${status} WHEN 'contacted' THEN 1 WHEN 'replied' THEN 2 WHEN 'meeting' THEN 3 WHEN 'won' THEN 4 END`;

/**
 * Counts the companies that reached this rank or a higher one in the month, and not before. A status no
 * longer counts if the user has since set one with a lower rank.
 */
export const atStep = (yours: ReadDb, { local: [from, until], month }: Bounds, rank: number): number =>
  count(
    yours,
    `WITH reached(company_id, place, rank) AS (
       SELECT company_id, CASE WHEN substr(happened_on, 1, 7) < '${month}' THEN -1
           WHEN substr(happened_on, 1, 7) = '${month}' THEN 0 ELSE 1 END,
         CASE WHEN answer = 'meeting' OR (answer IS NULL AND channel = 'meeting') THEN 3
           WHEN answer IS NULL THEN 1 ELSE 2 END
       FROM contact_log
       UNION ALL
       SELECT company_id, CASE WHEN at_ms < ${from} THEN -1 WHEN at_ms < ${until} THEN 0 ELSE 1 END,
         ${rankOf('about')}
       FROM own_act AS act WHERE what = 'status' AND NOT EXISTS (
         SELECT 1 FROM own_act AS later WHERE later.what = 'status' AND later.company_id = act.company_id
           AND later.act_id > act.act_id AND ${rankOf('later.about')} < ${rankOf('act.about')}))
     SELECT count(*) AS n FROM (
       SELECT company_id FROM reached WHERE rank >= ${rank} GROUP BY company_id HAVING min(place) = 0)`,
  );
