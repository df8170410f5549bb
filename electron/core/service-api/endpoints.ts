import type { UnboundedEndpoint } from '../../../shared/model/unbounded-endpoints.ts';
import { AppFailure, assertNever } from '../../../shared/app-failure.ts';
import type { Cost } from '../../../shared/model/budget.ts';
import type { PricedCall } from '../../../shared/model/query.ts';
import { isLocalCompanyId } from '../foundation/local-company-id.ts';
import type { DescribeCall } from './client-port.ts';
import type { GovernedCall } from './governed-request.ts';
import {
  buildCompaniesQuery,
  buildFundingsQuery,
  buildOpenRolesQuery,
  type BuiltQuery,
} from './build-query.ts';

/**
 * Number of rows to reserve for a request without a row limit. Used only if no earlier response shows how
 * many rows to expect.
 */
const ROWS_GUESS: Readonly<Record<UnboundedEndpoint, number>> = {
  contacts: 10,
  rounds: 10,
  highlights: 15,
  news: 25,
};

/**
 * Returns a call's path and worst-case cost for the governor. Pure.
 * @throws AppFailure `validation` if the query is invalid or the company id cannot be part of a URL
 */
export const describeCall: DescribeCall = (call, hints) => {
  switch (call.endpoint) {
    case 'health':
      return single(call.endpoint, '/health', { records: 0 });
    case 'filters':
      return single(call.endpoint, '/filters', { records: 1 });
    case 'stats':
      return single(call.endpoint, '/stats', { records: 1 });
    case 'fundings':
      return {
        ...list(call.endpoint, '/fundings', buildFundingsQuery(call.query)),
        firstPage: call.query.offset === 0,
      };
    case 'companies':
      return {
        ...list(call.endpoint, '/companies', buildCompaniesQuery(call.query)),
        firstPage: call.query.offset === 0,
      };
    case 'company':
      return {
        ...single(call.endpoint, `/companies/${idSegment(call.companyId)}`, { records: 1, companies: 1 }),
        certainty: 'exact',
        companyId: call.companyId,
      };
    case 'tech-stack':
      return {
        ...single(call.endpoint, below(call.companyId, 'tech-stack'), { records: 1, companies: 1 }),
        certainty: 'exact',
        companyId: call.companyId,
      };
    case 'open-roles':
      return openRoles(call);
    case 'rounds':
      return unbounded(
        call,
        'fundings',
        hints.totalRounds(call.companyId) ?? hints.rowsSeen(call.endpoint, call.companyId),
      );
    case 'contacts':
      return unbounded(call, 'contacts', hints.totalContacts(call.companyId));
    case 'highlights': {
      // `rowsSeen` may come from other companies. It may therefore raise the guess, but must not lower it.
      const seen = hints.rowsSeen(call.endpoint, call.companyId) ?? 0;
      return unbounded(call, call.endpoint, Math.max(seen, ROWS_GUESS.highlights));
    }
    case 'news':
      return unbounded(call, call.endpoint, hints.rowsSeen(call.endpoint, call.companyId));
    default:
      return assertNever(call);
  }
};

function single(
  endpoint: PricedCall['endpoint'],
  canonical: string,
  { records, companies = 0 }: { records: number; companies?: number },
): GovernedCall {
  const worst: Cost = { requests: 1, records, pageTurns: 0, companies };
  return { endpoint, canonical, worst, certainty: 'up-to', companyId: null, rowsRequested: null };
}

/**
 * Describes a list request. The specification does not define what a page turn is (spec §8), so the price
 * assumes the worst case: even the first page counts as a page turn.
 */
function list(endpoint: PricedCall['endpoint'], path: string, { search, limit }: BuiltQuery): GovernedCall {
  return {
    endpoint,
    canonical: `${path}?${search}`,
    worst: { requests: 1, records: limit, pageTurns: 1, companies: 0 },
    certainty: 'up-to',
    companyId: null,
    rowsRequested: limit,
  };
}

/**
 * Describes a request that may return any number of rows (spec §4.5–4.9). The governor reserves the expected
 * number of rows, and later settles the request with the number received.
 */
function unbounded(
  { endpoint, companyId }: { readonly endpoint: UnboundedEndpoint; readonly companyId: string },
  path: string,
  known: number | null,
): GovernedCall {
  const records = Math.max(1, known ?? ROWS_GUESS[endpoint]);
  return {
    ...single(endpoint, below(companyId, path), { records, companies: 1 }),
    certainty: 'about',
    companyId,
  };
}

/**
 * Returns a request for a page of open roles. It is priced like a page of a list, so it may cost a page turn.
 */
function openRoles({ companyId, query }: Extract<PricedCall, { endpoint: 'open-roles' }>): GovernedCall {
  const listed = list('open-roles', below(companyId, 'open-roles'), buildOpenRolesQuery(query));
  return { ...listed, worst: { ...listed.worst, companies: 1 }, companyId };
}

const below = (companyId: string, path: string): string => `/companies/${idSegment(companyId)}/${path}`;

/**
 * Encodes a company id as exactly one path segment. Rejects local ids (which do not exist in the service),
 * unpaired surrogates (which cannot be encoded), and `.` and `..` (which URL parsers resolve even in
 * percent-encoded form).
 */
function idSegment(companyId: string): string {
  if (
    isLocalCompanyId(companyId) ||
    companyId === '' ||
    companyId === '.' ||
    companyId === '..' ||
    /\p{Surrogate}/u.test(companyId)
  )
    throw new AppFailure({ kind: 'validation', issues: [{ path: 'companyId', message: 'unusable' }] });
  return encodeURIComponent(companyId);
}
