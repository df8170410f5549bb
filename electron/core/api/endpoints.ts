import { AppFailure, assertNever } from '../../../shared/app-failure.ts';
import type { Cost } from '../../../shared/model/budget.ts';
import type { PricedCall } from '../../../shared/model/query.ts';
import type { DescribeCall } from './client-port.ts';
import type { GovernedCall } from './exchange.ts';
import { buildCompaniesQuery, buildFundingsQuery, buildOpenRolesQuery, type BuiltQuery } from './query.ts';

/** Rows to reserve of what the service does not bound, while nothing is known of this company. */
const ROWS_GUESS = { contacts: 10, rounds: 10, highlights: 15, news: 25 } as const;

/**
 * What the governor has to know of a call: where it goes and its worst cost. Pure.
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
      // Other companies' lists were shorter or longer: what was seen raises the guess and never lowers it.
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

/** Rows that the service does not bound [§4.5–4.9]: what is known of them is reserved, and what came is settled. */
function unbounded(
  { endpoint, companyId }: { readonly endpoint: keyof typeof ROWS_GUESS; readonly companyId: string },
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

/** A page of roles counts as a page turn too, until the service proves otherwise [R-8-6]. */
function openRoles({ companyId, query }: Extract<PricedCall, { endpoint: 'open-roles' }>): GovernedCall {
  const listed = list('open-roles', below(companyId, 'open-roles'), buildOpenRolesQuery(query));
  return { ...listed, worst: { ...listed.worst, companies: 1 }, companyId };
}

const below = (companyId: string, path: string): string => `/companies/${idSegment(companyId)}/${path}`;

/**
 * An id as exactly one path segment. `.` and `..` have no such form (a URL parser resolves them even when they are
 * percent-encoded), and unpaired surrogates none at all: they are refused rather than turned into another path.
 */
function idSegment(companyId: string): string {
  if (companyId === '' || companyId === '.' || companyId === '..' || /\p{Surrogate}/u.test(companyId))
    throw new AppFailure({ kind: 'validation', issues: [{ path: 'companyId', message: 'unusable' }] });
  return encodeURIComponent(companyId);
}
