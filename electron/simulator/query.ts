import { parseAmount } from './amounts.ts';

/** A query string as the service reads it; `errors` holds sentences for a 400. */
export interface ListQuery {
  readonly startMs: number;
  readonly endMs: number;
  readonly limit: number;
  readonly offset: number;
  readonly minAmount: number | null;
  readonly maxAmount: number | null;
  readonly sets: Readonly<Record<SetName, readonly string[]>>;
  readonly currency: string | null;
  readonly validatedContacts: boolean;
  readonly search: string | null;
  readonly hasOpenRoles: boolean;
  readonly roleType: string | null;
  readonly unknown: readonly string[];
}
const SETS = [
  'countries',
  'stages',
  'industries',
  'technologies',
  'company_size',
  'investors',
  'tags',
  'hiring_departments',
  'hiring_seniority',
] as const;
export type SetName = (typeof SETS)[number];

/** An array parameter in any of its three forms, or a mixture: bracket, repeated, one JSON array [§4.2]. */
export function arrayOf(params: URLSearchParams, name: string): readonly string[] {
  const values = [...params.getAll(name), ...params.getAll(`${name}[]`)].flatMap(
    (value) => fromJson(value) ?? [value],
  );
  return [...new Set(values.map((value) => value.trim()).filter((value) => value !== ''))];
}

function fromJson(value: string): string[] | null {
  if (!value.trim().startsWith('[')) return null;
  try {
    const parsed: unknown = JSON.parse(value);
    return Array.isArray(parsed) ? parsed.map(String) : null;
  } catch {
    return null;
  }
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;
function dateMs(text: string | null): number | null {
  if (text === null || !DATE.test(text)) return null;
  const ms = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== text ? null : ms;
}

const integer = (text: string | null, fallback: number): number =>
  text === null ? fallback : /^\d+$/.test(text) ? Number(text) : NaN;

/** Reads the parameters of a list. `amountNames` differ between the two lists: min_funding there, min_amount here. */
export function parseListQuery(
  params: URLSearchParams,
  amountNames: readonly [string, string],
  defaultLimit: number,
): { readonly query: ListQuery } | { readonly error: string; readonly dates: boolean } {
  const startMs = dateMs(params.get('funding_date_start'));
  const endMs = dateMs(params.get('funding_date_end'));
  if (startMs === null || endMs === null)
    return { error: 'funding_date_start and funding_date_end are required as YYYY-MM-DD', dates: true };
  if (startMs > endMs) return { error: 'funding_date_start is after funding_date_end', dates: true };
  const limit = integer(params.get('limit'), defaultLimit);
  const offset = integer(params.get('offset'), 0);
  if (Number.isNaN(limit) || limit < 1) return { error: 'limit must be a positive integer', dates: false };
  if (Number.isNaN(offset)) return { error: 'offset must be a non-negative integer', dates: false };
  const [minName, maxName] = amountNames;
  const minText = params.get(minName);
  const maxText = params.get(maxName);
  const minAmount = minText === null ? null : parseAmount(minText);
  const maxAmount = maxText === null ? null : parseAmount(maxText);
  if ((minText !== null && minAmount === null) || (maxText !== null && maxAmount === null))
    return { error: 'amounts look like 500K, 5M or 2.5B', dates: false };
  const known = new Set<string>([
    ...SETS.flatMap((name) => [name, `${name}[]`]),
    minName,
    maxName,
    ...SCALARS,
  ]);
  return {
    query: {
      startMs,
      endMs,
      limit,
      offset,
      minAmount,
      maxAmount,
      sets: setsOf(params),
      currency: params.get('currency'),
      validatedContacts: params.get('validated_contacts') === 'true',
      search: params.get('search'),
      hasOpenRoles: params.get('has_open_roles') === 'true',
      roleType: params.get('hiring_role_type'),
      unknown: [...new Set(params.keys())].filter((name) => !known.has(name)),
    },
  };
}
const SCALARS = [
  'funding_date_start',
  'funding_date_end',
  'limit',
  'offset',
  'currency',
  'validated_contacts',
  'search',
  'has_open_roles',
  'hiring_role_type',
];

function setsOf(params: URLSearchParams): ListQuery['sets'] {
  return {
    countries: arrayOf(params, 'countries'),
    stages: arrayOf(params, 'stages'),
    industries: arrayOf(params, 'industries'),
    technologies: arrayOf(params, 'technologies'),
    company_size: arrayOf(params, 'company_size'),
    investors: arrayOf(params, 'investors'),
    tags: arrayOf(params, 'tags'),
    hiring_departments: arrayOf(params, 'hiring_departments'),
    hiring_seniority: arrayOf(params, 'hiring_seniority'),
  };
}
