import { getCompany, getContacts } from './company-endpoints.ts';
import { getFilters, getHealth } from './info-endpoints.ts';
import { listCompanies, listFundings } from './list-endpoints.ts';
import { COMPANY_PARAMETERS, FUNDING_PARAMETERS } from './list-query.ts';
import type { Call, Outcome } from './outcome.ts';
import { getOpenRoles } from './open-roles.ts';
import type { Profile } from '../profile/profile-options.ts';
import { getStats } from './stats-endpoint.ts';
import { getFundings, getHighlights, getNews, getTechStack } from './sub-endpoints.ts';

/** An endpoint of spec §4. To add an endpoint, add a row to `OPERATIONS`. */
export interface Operation {
  /** The operation's name in the `endpoints_used` field of /stats. */
  readonly name: string;
  /** The path below the base URL, with `*` for a company id. */
  readonly path: string;
  readonly parameters: ReadonlySet<string>;
  /**
   * Whether the endpoint returns records. If so, its requests are refused when the record budget is used up.
   */
  readonly carriesRecords: boolean;
  requests(profile: Profile): 0 | 1;
  run(call: Call): Outcome;
}

const NONE: ReadonlySet<string> = new Set();
const ROLE_PARAMETERS: ReadonlySet<string> = new Set([
  'department',
  'seniority',
  'search',
  'page',
  'per_page',
]);
const always = (): 1 => 1;

const recordsOperation = (
  name: string,
  path: string,
  run: Operation['run'],
  parameters = NONE,
): Operation => ({
  name,
  path,
  run,
  parameters,
  carriesRecords: true,
  requests: always,
});
const infoOperation = (
  name: string,
  path: string,
  run: Operation['run'],
  requests: Operation['requests'],
): Operation => ({
  name,
  path,
  run,
  requests,
  parameters: NONE,
  carriesRecords: false,
});

const OPERATIONS: readonly Operation[] = [
  infoOperation('health', '/health', getHealth, (profile) => profile.healthCost.requests),
  infoOperation('filters', '/filters', getFilters, (profile) => profile.filtersCost.requests),
  infoOperation('stats', '/stats', getStats, (profile) => profile.statsCost.requests),
  recordsOperation('list_companies', '/companies', listCompanies, COMPANY_PARAMETERS),
  recordsOperation('list_fundings', '/fundings', listFundings, FUNDING_PARAMETERS),
  recordsOperation('get_company', '/companies/*', getCompany),
  recordsOperation('get_company_contacts', '/companies/*/contacts', getContacts),
  recordsOperation('get_company_fundings', '/companies/*/fundings', getFundings),
  recordsOperation('get_company_tech_stack', '/companies/*/tech-stack', getTechStack),
  recordsOperation('get_company_highlights', '/companies/*/highlights', getHighlights),
  recordsOperation('get_company_open_roles', '/companies/*/open-roles', getOpenRoles, ROLE_PARAMETERS),
  recordsOperation('get_company_news', '/companies/*/news', getNews),
];

/** Finds the endpoint for a path below the base URL. A company id is one percent-encoded segment. */
export function matchOperation(path: string): { operation: Operation; companyId: string } | null {
  const segments = path.split('/');
  const pattern = segments.map((segment, index) =>
    index === 2 && segments[1] === 'companies' ? '*' : segment,
  );
  const operation = OPERATIONS.find((candidate) => candidate.path === pattern.join('/'));
  const companyId = decodeSegment(segments[2] ?? '');
  return operation && companyId !== null ? { operation, companyId } : null;
}

function decodeSegment(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null; // Invalid percent-encoding, such as "%zz".
  }
}
