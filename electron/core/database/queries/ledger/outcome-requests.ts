import { all, flag, num, numOrNull, text, textOrNull, type ReadDb } from '../../sql.ts';

/** A request that was or may have been charged. */
export interface ChargedRequest {
  readonly id: number;
  /** Null if the request is not about a single company. */
  readonly companyId: string | null;
  /** Path and canonical query as sent; empty for a request about a company. */
  readonly call: string;
  /** The saved search that a plan ran with this request; null for any other request. */
  readonly searchId: number | null;
  /** Server time at which the response arrived; if it is unknown, the time at which the request was sent. */
  readonly atMs: number;
  readonly records: number;
  /** Whether the response contained contacts of the company. */
  readonly hasContacts: boolean;
}

/**
 * Returns up to `limit` requests that were or may have been charged, oldest first. Starts after the ledger
 * row `after`.
 */
export const chargedRequests = (ledger: ReadDb, after: number, limit: number): ChargedRequest[] =>
  all(
    ledger,
    `SELECT id, company_id, search_id, CASE WHEN company_id IS NULL THEN call ELSE '' END AS call,
       coalesce(completed_ms, at_ms) AS at_ms, coalesce(cost_records, reserved_records) AS records,
       endpoint = 'contacts' AND state = 'spent' AND cost_records > 0 AS has_contacts
     FROM entry WHERE id > :after AND state IN ('spent', 'unknown') AND endpoint IS NOT NULL
     ORDER BY id LIMIT :limit`,
    { after, limit },
  ).map((row) => ({
    id: num(row, 'id'),
    companyId: textOrNull(row, 'company_id'),
    call: text(row, 'call'),
    searchId: numOrNull(row, 'search_id'),
    atMs: num(row, 'at_ms'),
    records: num(row, 'records'),
    hasContacts: flag(row, 'has_contacts'),
  }));
