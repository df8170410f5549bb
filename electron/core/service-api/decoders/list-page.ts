import { SET_ROWS_MAX } from '../../../../shared/model/limits.ts';
import type { Decoded, DecodedListRow, DecodedPage } from './decoded-types.ts';
import { decodeCompany, decodeRound } from './company.ts';
import { asArray, asObject, count, field, identifier, isObject } from './values.ts';
import type { JsonObject } from './values.ts';

export type ListEndpoint = 'fundings' | 'companies';

/**
 * Decodes a page of /fundings or /companies; each endpoint may use the row layout of the other. Rows without
 * a usable company id are counted, but not returned. Null if the response contains no list.
 */
export function decodePage(
  endpoint: ListEndpoint,
  body: unknown,
  offset: number,
): Decoded<DecodedPage> | null {
  const answer = asObject(body);
  if (answer !== null && field(answer, 'success') === false) return null;
  const received = asArray(answer === null ? body : field(answer, 'data'));
  if (received === null) return null;
  const pagination = asObject(answer === null ? null : field(answer, 'pagination')) ?? {};
  const usable: DecodedListRow[] = [];
  for (const row of received) {
    const decoded = isObject(row) ? decodeRow(endpoint, row) : null;
    // Drops rows beyond the maximum size of a result set, although the service charges for these rows too.
    if (decoded !== null && offset + usable.length < SET_ROWS_MAX) usable.push(decoded);
  }
  const hasMore = field(pagination, 'has_more', 'hasMore');
  const setAside = received.length - usable.length;
  return {
    rows: received.length,
    setAside,
    value: {
      rows: usable,
      setAside,
      // Uses the requested offset, because the offset in the response may be wrong.
      offset,
      total: count(field(pagination, 'total')),
      hasMore: typeof hasMore === 'boolean' ? hasMore : null,
    },
  };
}

function decodeRow(endpoint: ListEndpoint, row: JsonObject): DecodedListRow | null {
  const nested = asObject(field(row, 'company'));
  const companyId = companyIdOf(endpoint, row, nested);
  if (companyId === null) return null;
  const roundId =
    nested !== null || endpoint === 'fundings' ? identifier(field(row, 'id', 'fundingId')) : null;
  return {
    company: decodeCompany(companyId, nested ?? row),
    round: decodeRound(roundId, row),
    raw: row,
  };
}

/**
 * Returns the company id of a row. In rows of /fundings, this is a separate field; in rows of /companies, it
 * is the row's own id.
 */
function companyIdOf(endpoint: ListEndpoint, row: JsonObject, nested: JsonObject | null): string | null {
  const own = identifier(field(row, 'companyId', 'company_id'));
  if (nested !== null) return identifier(field(nested, 'id', 'companyId')) ?? own;
  return endpoint === 'companies' ? (identifier(field(row, 'id')) ?? own) : own;
}
