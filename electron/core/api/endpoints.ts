import { AppFailure, assertNever } from '../../../shared/app-failure.ts';
import type { Cost } from '../../../shared/model/budget.ts';
import type { PricedCall } from '../../../shared/model/query.ts';
import type { DescribeCall, PriceHints } from './client-port.ts';
import type { GovernedCall } from './exchange.ts';
import { buildCompaniesQuery, buildFundingsQuery, type BuiltQuery } from './query.ts';

/** Rows of `/contacts` to reserve while the company's `total_contacts` is not known; the service does not bound them. */
const CONTACTS_GUESS = 10;

/**
 * What the governor has to know of a call: where it goes and its worst cost (requirements 2.3). Pure.
 * @throws AppFailure validation — a query that must not be sent, or an id that no URL can carry
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
      return list(call.endpoint, '/fundings', buildFundingsQuery(call.query));
    case 'companies':
      return list(call.endpoint, '/companies', buildCompaniesQuery(call.query));
    case 'company':
      return {
        ...single(call.endpoint, `/companies/${idSegment(call.companyId)}`, { records: 1, companies: 1 }),
        certainty: 'exact',
        companyId: call.companyId,
      };
    case 'contacts':
      return contacts(call.companyId, hints);
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
  return { endpoint, canonical, worst, certainty: 'up-to', companyId: null, rowsAsked: null };
}

/** Every list call is priced as a page turn, the first page included: what counts as one is not documented [§8]. */
function list(endpoint: PricedCall['endpoint'], path: string, { search, limit }: BuiltQuery): GovernedCall {
  return {
    endpoint,
    canonical: `${path}?${search}`,
    worst: { requests: 1, records: limit, pageTurns: 1, companies: 0 },
    certainty: 'up-to',
    companyId: null,
    rowsAsked: limit,
  };
}

function contacts(companyId: string, hints: PriceHints): GovernedCall {
  const records = Math.max(1, hints.totalContacts(companyId) ?? CONTACTS_GUESS);
  return {
    ...single('contacts', `/companies/${idSegment(companyId)}/contacts`, { records, companies: 1 }),
    certainty: 'about',
    companyId,
  };
}

/**
 * An id as exactly one path segment. `.` and `..` have no such form (a URL parser resolves them even when they are
 * percent-encoded), and unpaired surrogates none at all: they are refused rather than turned into another path.
 */
function idSegment(companyId: string): string {
  if (companyId === '' || companyId === '.' || companyId === '..' || /\p{Surrogate}/u.test(companyId))
    throw new AppFailure({ kind: 'validation', issues: [{ path: 'companyId', message: 'unusable' }] });
  return encodeURIComponent(companyId);
}
