import { findCompany, rowsOf } from './company-endpoints.ts';
import { MAX_LIMIT } from './list-query.ts';
import { detailsOf } from '../data/companies-of-profile.ts';
import { DEPARTMENTS, openRoles, SENIORITIES, type Role } from '../data/make-roles.ts';
import { failure, success, type Call, type Outcome } from './outcome.ts';
import { describePage } from './pagination.ts';
import { badParameter, isBad, readInteger, readText, type BadParameter } from './query-parameters.ts';
import type { Profile } from '../profile/profile-options.ts';
import { createRowWriter } from './rows.ts';

const DEFAULT_PER_PAGE = 25;

interface RolesQuery {
  readonly page: number;
  readonly perPage: number;
  /** The requested `per_page`, or the default. */
  readonly requestedPerPage: number;
  readonly department: string | null;
  readonly seniority: string | null;
  readonly search: string;
}

/**
 * Lists the company's open roles. Unlike the other lists, this one has numbered pages, and each filter takes
 * a single value rather than an array (spec §4.8).
 */
export function getOpenRoles(call: Call): Outcome {
  const { state, nowMs } = call;
  const { profile } = state;
  const query = readRolesQuery(call.params, profile);
  if (isBad(query)) return failure(400, { error: query.error });
  const known = findCompany(call);
  if (!known) return failure(404, { error: 'Company not found' });
  const matching = openRoles(detailsOf(state.world, profile).roles(known.company), nowMs).filter(
    roleFilter(query),
  );
  const start = (query.page - 1) * query.perPage;
  const rows = matching.slice(start, start + query.perPage);
  if (rows.length === 0 && query.page > 1 && profile.pageBeyondEnd === '404')
    return failure(404, { error: 'Page not found' });
  const writer = createRowWriter(profile);
  return success(
    {
      data: rows.map((role) => writer.finish(describeRole(role, call), 'role', String(role.id))),
      pagination: describePage(profile, nowMs, {
        position: { page: query.page, per_page: echoedPerPage(query, profile) },
        found: matching.length,
        hasMore: start + query.perPage < matching.length,
        salt: `${call.companyId} ${query.page}`,
      }),
    },
    { ...rowsOf(call, rows.length), isPageTurn: isPageTurn(query, profile) },
  );
}

function echoedPerPage({ requestedPerPage, perPage }: RolesQuery, { echoedLimit }: Profile): number {
  return { applied: perPage, 'as-sent': requestedPerPage, default: DEFAULT_PER_PAGE }[echoedLimit];
}

const isPageTurn = ({ page }: RolesQuery, { pageTurns }: Profile): boolean =>
  pageTurns === 'every-list-call-and-open-roles' ||
  (pageTurns === 'after-first-page-and-open-roles' && page > 1);

function readRolesQuery(params: URLSearchParams, profile: Profile): RolesQuery | BadParameter {
  const page = readInteger(params, 'page', 1, 1);
  if (isBad(page)) return page;
  const requestedPerPage = readInteger(params, 'per_page', 1, DEFAULT_PER_PAGE);
  if (isBad(requestedPerPage)) return requestedPerPage;
  if (requestedPerPage > MAX_LIMIT && profile.perPageAbove50 === 'refused')
    return badParameter('per_page', `per_page may be at most ${MAX_LIMIT}`);
  const department = readKnown(params, 'department', DEPARTMENTS, profile);
  if (isBad(department)) return department;
  const seniority = readKnown(params, 'seniority', SENIORITIES, profile);
  if (isBad(seniority)) return seniority;
  return {
    page,
    requestedPerPage,
    department,
    seniority,
    perPage: Math.min(requestedPerPage, MAX_LIMIT),
    search: readText(params, 'search')?.toLowerCase() ?? '',
  };
}

function readKnown(
  params: URLSearchParams,
  name: string,
  known: readonly string[],
  { unknownValues }: Profile,
): string | null | BadParameter {
  const value = readText(params, name);
  if (value === null || known.includes(value) || unknownValues === 'match-nothing') return value;
  return unknownValues === 'ignored' ? null : badParameter(name, `unknown value in ${name}`);
}

const roleFilter =
  ({ department, seniority, search }: RolesQuery): ((role: Role) => boolean) =>
  (role) =>
    (department === null || role.department === department) &&
    (seniority === null || role.seniority === seniority) &&
    role.title.toLowerCase().includes(search);

function describeRole(role: Role, call: Call): Record<string, unknown> {
  const { id, title, titleNormalizedEn, employmentType, location, remoteType, url } = role;
  return {
    id,
    companyId: call.companyId,
    title,
    titleNormalizedEn,
    employmentType,
    location,
    remoteType,
    hunterDepartment: role.department,
    hunterSeniority: role.seniority,
    url,
    firstSeenAt: new Date(role.openFromMs).toISOString(),
    lastSyncedAt: new Date(call.nowMs).toISOString(),
  };
}
