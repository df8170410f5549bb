import { parseAmount } from '../data/amount.ts';
import { DAY_MS, parseDay } from '../data/calendar.ts';
import { REACHABLE } from './pagination.ts';
import {
  badParameter,
  findMalformedArray,
  isBad,
  readArray,
  readFlag,
  readInteger,
  readText,
  type BadParameter,
} from './query-parameters.ts';
import type { Profile } from '../profile/profile-options.ts';

/** The validated parameters of /companies and /fundings (spec §4.2, §4.10). */
export interface ListQuery {
  readonly from: string;
  readonly to: string;
  readonly limit: number;
  /** The requested `limit`, or the default. */
  readonly requestedLimit: number;
  readonly offset: number;
  /** Null if the query has no lower bound. NaN if the bound is invalid, so no amount matches. */
  readonly minAmount: number | null;
  readonly maxAmount: number | null;
  readonly countries: readonly string[];
  readonly stages: readonly string[];
  readonly industries: readonly string[];
  readonly technologies: readonly string[];
  readonly companySizes: readonly string[];
  readonly investors: readonly string[];
  readonly tags: readonly string[];
  readonly currency: string | null;
  readonly search: string | null;
  readonly validatedContacts: boolean;
  /**
   * Null unless the query has `has_open_roles=true`. Without this parameter, the service ignores the hiring
   * parameters.
   */
  readonly hiring: Hiring | null;
}
export interface Hiring {
  readonly departments: readonly string[];
  readonly seniorities: readonly string[];
  readonly roleType: string | null;
}

/** Maximum number of records per request (spec §8). */
export const MAX_LIMIT = 50;

const SHARED_PARAMETERS =
  'funding_date_start funding_date_end limit offset countries stages industries technologies company_size ' +
  'validated_contacts investors currency tags search has_open_roles hiring_departments hiring_seniority hiring_role_type';
export const COMPANY_PARAMETERS: ReadonlySet<string> = new Set(
  `${SHARED_PARAMETERS} min_funding max_funding`.split(' '),
);
export const FUNDING_PARAMETERS: ReadonlySet<string> = new Set(
  `${SHARED_PARAMETERS} min_amount max_amount`.split(' '),
);

export interface AmountNames {
  readonly min: string;
  readonly max: string;
}

export function readListQuery(
  params: URLSearchParams,
  amounts: AmountNames,
  profile: Profile,
): ListQuery | BadParameter {
  const dates = readDates(params, profile);
  if (isBad(dates)) return dates;
  const page = readPage(params, profile);
  if (isBad(page)) return page;
  const minAmount = readAmount(params, amounts.min, profile);
  if (isBad(minAmount)) return minAmount;
  const maxAmount = readAmount(params, amounts.max, profile);
  if (isBad(maxAmount)) return maxAmount;
  const refused = refuseUnreadable(params, profile);
  if (refused) return refused;
  return {
    ...dates,
    ...page,
    minAmount,
    maxAmount,
    countries: readArray(params, 'countries'),
    stages: readArray(params, 'stages').map((stage) => stage.toLowerCase()),
    industries: readArray(params, 'industries'),
    technologies: readArray(params, 'technologies'),
    companySizes: readArray(params, 'company_size'),
    investors: readArray(params, 'investors').map((name) => name.toLowerCase()),
    tags: readArray(params, 'tags'),
    currency: readText(params, 'currency'),
    search: readText(params, 'search'),
    validatedContacts: readFlag(params, 'validated_contacts'),
    hiring: readFlag(params, 'has_open_roles') ? readHiring(params) : null,
  };
}

const ARRAYS =
  'countries stages industries technologies company_size investors tags hiring_departments hiring_seniority'.split(
    ' ',
  );
const FLAGS = ['validated_contacts', 'has_open_roles'];

/**
 * If the profile requires an error for a malformed array or an invalid flag, returns this error. Otherwise,
 * returns null.
 */
function refuseUnreadable(params: URLSearchParams, profile: Profile): BadParameter | null {
  const malformed = profile.malformedArrays === 'refused' ? findMalformedArray(params, ARRAYS) : null;
  if (malformed !== null) return badParameter(malformed, `${malformed} is not a JSON array`);
  if (profile.unknownValues !== 'refused') return null;
  const flag = FLAGS.find((name) => !/^(|true|false)$/i.test(params.get(name)?.trim() ?? ''));
  return flag === undefined ? null : badParameter(flag, `${flag} must be true or false`);
}

const readHiring = (params: URLSearchParams): Hiring => ({
  departments: readArray(params, 'hiring_departments'),
  seniorities: readArray(params, 'hiring_seniority'),
  roleType: readText(params, 'hiring_role_type'),
});

function readDates(params: URLSearchParams, profile: Profile): { from: string; to: string } | BadParameter {
  const from = params.get('funding_date_start') ?? '';
  const to = params.get('funding_date_end') ?? '';
  const fromMs = parseDay(from);
  const toMs = parseDay(to);
  if (fromMs === null)
    return badParameter('funding_date_start', 'funding_date_start is required, as YYYY-MM-DD');
  if (toMs === null) return badParameter('funding_date_end', 'funding_date_end is required, as YYYY-MM-DD');
  if (fromMs > toMs) return badParameter('funding_date_end', 'funding_date_end is before funding_date_start');
  const spanDays = (toMs - fromMs) / DAY_MS + 1;
  if (profile.maxSpanDays !== null && spanDays > profile.maxSpanDays)
    return badParameter('funding_date_end', `the date range may span at most ${profile.maxSpanDays} days`);
  return { from, to };
}

function readPage(
  params: URLSearchParams,
  profile: Profile,
): Pick<ListQuery, 'limit' | 'requestedLimit' | 'offset'> | BadParameter {
  const limit = readInteger(params, 'limit', 1, profile.defaultLimit);
  if (isBad(limit)) return limit;
  const offset = readInteger(params, 'offset', 0, 0);
  if (isBad(offset)) return offset;
  if (limit > MAX_LIMIT && profile.limitAbove50 === 'refused')
    return badParameter('limit', `limit may be at most ${MAX_LIMIT}`);
  if (offset >= REACHABLE && profile.offsetAbove499 === 'refused')
    return badParameter('offset', `offset may be at most ${REACHABLE - 1}`);
  const clamped = Math.min(limit, MAX_LIMIT);
  if (offset < REACHABLE && offset + clamped > REACHABLE && profile.crossing500 === 'refused')
    return badParameter('limit', `only the first ${REACHABLE} records of a query set are reachable`);
  return { limit: Math.max(0, Math.min(clamped, REACHABLE - offset)), requestedLimit: limit, offset };
}

function readAmount(params: URLSearchParams, name: string, profile: Profile): number | null | BadParameter {
  const text = readText(params, name);
  if (text === null) return null;
  const amount = parseAmount(text);
  if (amount !== null) return amount;
  if (profile.unknownValues === 'ignored') return null;
  return profile.unknownValues === 'refused' ? badParameter(name, `${name} is not an amount`) : NaN;
}
