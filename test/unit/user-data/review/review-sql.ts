import { get, num, type ReadDb } from '../../../../electron/core/database/sql.ts';

/* The figures of a month as direct SQL, without any code of the product. Times are Unix ms. */

interface Bounds {
  /** Midnight UTC on the first days of the month and the next one. */
  readonly utc: readonly [from: number, until: number];
  /** Midnight on these days in the user's time zone. */
  readonly local: readonly [from: number, until: number];
  readonly month: string;
}

const count = (db: ReadDb, sql: string, params: Record<string, string | number> = {}): number => {
  const row = get(db, sql, params);
  return row === null ? 0 : num(row, 'n');
};

/** Records of the endpoints, which are passed as an SQL list. */
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

/** Companies with a log entry that fits `entries`, or with a change to the status. */
export const atStep = (
  yours: ReadDb,
  { local: [from, until], month }: Bounds,
  entries: string,
  status: string,
): number =>
  count(
    yours,
    `SELECT count(*) AS n FROM (SELECT company_id FROM contact_log WHERE substr(happened_on, 1, 7) = '${month}'
       AND (${entries}) UNION SELECT company_id FROM own_act
       WHERE what = 'status' AND about = '${status}' AND at_ms BETWEEN ${from} AND ${until - 1})`,
  );
