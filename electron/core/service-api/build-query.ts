import { AppFailure } from '../../../shared/app-failure.ts';
import { LIST_LIMIT_MAX, SET_ROWS_MAX } from '../../../shared/model/limits.ts';
import type { CompaniesQuery, FundingsQuery, OpenRolesQuery } from '../../../shared/model/query.ts';
import { canonicalAmount } from './amount-text.ts';

/*
 * Each list endpoint has its own builder, because /fundings and /companies use different names for their
 * amount parameters. The service ignores unknown parameters. For example, `min_funding` would have no effect
 * in a request to /fundings (spec §4.2, §4.10).
 */

export interface BuiltQuery {
  /** The query string, sorted by name and value, so equal queries have equal text. */
  readonly search: string;
  /**
   * The `limit` parameter. It is lowered if the page would otherwise exceed the maximum size of a result set
   * (spec §4.2, rule 1).
   */
  readonly limit: number;
}

/** Maximum length of the query string. The ledger stores at most 4,000 characters of path and query. */
const SEARCH_MAX = 3_900;

type ListQuery = Omit<FundingsQuery, 'minAmount' | 'maxAmount'>;
type Pair = readonly [name: string, value: string];
/** `path` is the field name used in validation errors. */
type AmountBound = readonly [parameter: string, path: string, text: string | undefined];

/** @throws AppFailure `validation` */
export function buildFundingsQuery(query: FundingsQuery): BuiltQuery {
  return build(
    query,
    ['min_amount', 'minAmount', query.minAmount],
    ['max_amount', 'maxAmount', query.maxAmount],
  );
}

/** @throws AppFailure `validation` */
export function buildCompaniesQuery(query: CompaniesQuery): BuiltQuery {
  return build(
    query,
    ['min_funding', 'minFunding', query.minFunding],
    ['max_funding', 'maxFunding', query.maxFunding],
  );
}

/**
 * Builds the query for `GET /companies/{id}/open-roles` (spec §4.8). The service rejects an invalid `page` or
 * `per_page` with status 400, so both are validated here.
 * @throws AppFailure `validation`
 */
export function buildOpenRolesQuery({
  department,
  seniority,
  search,
  page,
  perPage,
}: OpenRolesQuery): BuiltQuery {
  if (!Number.isInteger(page) || page < 1) throw invalid('page', 'not-positive');
  if (!Number.isInteger(perPage) || perPage < 1 || perPage > LIST_LIMIT_MAX)
    throw invalid('perPage', 'out-of-range');
  const pairs: Pair[] = [
    ['page', String(page)],
    ['per_page', String(perPage)],
    ...one('department', department),
    ...one('seniority', seniority),
    ...one('search', search),
  ];
  return built(pairs, perPage);
}

function build(query: ListQuery, min: AmountBound, max: AmountBound): BuiltQuery {
  if (query.fundingDateStart > query.fundingDateEnd) throw invalid('fundingDateEnd', 'before-start');
  const limit = Math.min(query.limit, SET_ROWS_MAX - query.offset);
  if (limit < 1) throw invalid('offset', 'beyond-set');
  const pairs: Pair[] = [
    ['funding_date_start', query.fundingDateStart],
    ['funding_date_end', query.fundingDateEnd],
    ['limit', String(limit)],
    ['offset', String(query.offset)],
    ...amounts(min, max),
    ...filters(query),
    ...hiring(query),
  ];
  return built(pairs, limit);
}

function built(pairs: readonly Pair[], limit: number): BuiltQuery {
  const search = canonicalSearch(pairs);
  if (search.length > SEARCH_MAX) throw invalid('query', 'too-long');
  return { search, limit };
}

function filters(query: ListQuery): Pair[] {
  return [
    ...list('countries', query.countries),
    ...list('stages', query.stages),
    ...list('industries', query.industries),
    ...list('technologies', query.technologies),
    ...list('investors', query.investors),
    ...list('company_size', query.companySizes),
    ...list('tags', query.tags),
    ...one('currency', query.currency),
    ...one('search', query.search),
    // The service treats `false` like a missing parameter. The app therefore never sends `false`, and queries
    // with the same meaning have the same text.
    ...one('validated_contacts', query.validatedContacts ? 'true' : undefined),
  ];
}

/**
 * Returns the hiring filters. Without `has_open_roles=true`, returns none, because the service would ignore
 * them (spec §4.2), and queries with equal results should have equal text.
 */
function hiring(query: ListQuery): Pair[] {
  if (!query.hasOpenRoles) return [];
  return [
    ['has_open_roles', 'true'],
    ...list('hiring_departments', query.hiringDepartments),
    ...list('hiring_seniority', query.hiringSeniority),
    ...one('hiring_role_type', query.hiringRoleType),
  ];
}

function amounts(min: AmountBound, max: AmountBound): Pair[] {
  const low = amount(min);
  const high = amount(max);
  if (low !== null && high !== null && low.value > high.value) throw invalid(max[1], 'below-min');
  return [...one(min[0], low?.text), ...one(max[0], high?.text)];
}

function amount([, path, text]: AmountBound): { readonly text: string; readonly value: number } | null {
  if (text === undefined || text.trim() === '') return null;
  const canonical = canonicalAmount(text);
  if (canonical === null) throw invalid(path, 'amount');
  return canonical;
}

const one = (name: string, value: string | undefined): Pair[] =>
  value === undefined || value.trim() === '' ? [] : [[name, value.trim()]];

/**
 * Encodes a list as repeated `name[]` parameters, even for a single value (spec §4.2, array forms). If a
 * value starts with `[`, the service could mistake it for JSON. In this case, the whole list is sent as one
 * JSON array.
 */
function list(name: string, values: readonly string[]): Pair[] {
  const distinct = [...new Set(values.flatMap((value) => one(name, value).map(([, text]) => text)))];
  if (distinct.some((value) => value.startsWith('[')))
    return [[name, JSON.stringify(distinct.toSorted(compare))]];
  return distinct.map((value) => [`${name}[]`, value]);
}

/**
 * Sorts and encodes the parameters. A `+` must be encoded, as `URLSearchParams` does: servers decode a bare
 * `+` as a space, and the stage `Series C+` would match nothing.
 */
function canonicalSearch(pairs: readonly Pair[]): string {
  const sorted = pairs.toSorted((a, b) => compare(a[0], b[0]) || compare(a[1], b[1]));
  const params = new URLSearchParams();
  for (const [name, value] of sorted) params.append(name, value);
  return params.toString();
}

/** Compares code units, because the result of `localeCompare` depends on the machine's locale. */
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const invalid = (path: string, message: string): AppFailure =>
  new AppFailure({ kind: 'validation', issues: [{ path, message }] });
