import { SET_ROWS_MAX } from '../../../shared/model/limits.ts';
import type { DecodedListRow, DecodedPage } from './decoded.ts';
import { decodeCompany, decodeRound } from './decode-company.ts';
import { asArray, asObject, count, field, identifier, isObject } from './decode-values.ts';
import type { JsonObject } from './decode-values.ts';
import { withoutPersonal } from './personal-parts.ts';

/** A decoded 2xx. `rows` is what the service charges for, readable or not; null where that cannot be told. */
export interface Decoded<T> {
  readonly value: T;
  readonly rows: number | null;
  /** Rows of a list that could not be used. */
  readonly setAside?: number;
}

export type ListEndpoint = 'fundings' | 'companies';

/**
 * A page of either list. Each row is read for itself, in whichever layout it has [R-2-0c]; rows without a usable company
 * id are counted, not kept. Null where the answer holds no list at all.
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
    // More rows than a set has positions for cannot be placed; they are paid for all the same.
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
      // What was asked, not what is echoed: the position of a row must not depend on a service's mistake.
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
    raw: withoutPersonal(row),
  };
}

/** An event names its company apart from itself; a company row is the company. */
function companyIdOf(endpoint: ListEndpoint, row: JsonObject, nested: JsonObject | null): string | null {
  const own = identifier(field(row, 'companyId', 'company_id'));
  if (nested !== null) return identifier(field(nested, 'id', 'companyId')) ?? own;
  return endpoint === 'companies' ? (identifier(field(row, 'id')) ?? own) : own;
}
