import type { InfoCost, Profile } from './profile-options.ts';

export type { InfoCost, Profile } from './profile-options.ts';

export const ONE_REQUEST: InfoCost = { requests: 1, records: 0 };
export const FREE: InfoCost = { requests: 0, records: 0 };
export const FULL: InfoCost = { requests: 1, records: 1 };

const DOCUMENTED: Profile = {
  healthCost: ONE_REQUEST,
  filtersCost: ONE_REQUEST,
  statsCost: ONE_REQUEST,
  subResourceRecords: 'rows',
  pageTurns: 'after-first-page',
  companyDetail: 'any-below-company',
  repeats: 'charged',
  exportCounts: 'records',
  etag: 'off',

  limits: 'documented',
  resets: 'calendar',
  recordsCheck: 'exhausted',
  recordsLimitType: 'monthly_export',
  testKeyLimitType: 'monthly',
  testKeyReset: 'month',
  retryAfter: 'per-minute',
  retryAfterFormat: 'seconds',
  retryAfterBody: 'seconds',
  resetFormat: 'unix-seconds',
  limitHeaders: 'documented',
  headersAgree: true,
  limitBody: 'documented',
  headersOnErrors: false,
  errorBody: 'text',
  outsideBase: 'json',
  planLapsedStatus: 403,
  freeFailuresPerHour: null,

  statsCountsItself: true,
  statsWhenExhausted: 'refused',
  statsLagMs: 0,
  statsKeys: 'documented',
  statsFigures: 'consistent',
  userRateLimit: 20,

  defaultLimit: 25,
  limitAbove50: 'refused',
  offsetAbove499: 'refused',
  crossing500: 'clipped',
  perPageAbove50: 'clamped',
  pageBeyondEnd: 'empty',
  totalBeyondEnd: 'counted',
  hasMoreAt500: false,
  hasMore: 'right',
  total: 'true',
  echoedLimit: 'applied',
  sortOrder: 'date-desc',
  maxSpanDays: null,
  dateErrorStatus: 400,
  unknownValues: 'match-nothing',
  malformedArrays: 'literal',
  amountComparison: 'native',

  listLayout: 'a',
  wrapDetail: false,
  listCountry: 'code',
  eventCountry: 'code',
  detailCountry: 'name',
  fieldNames: 'documented',
  amountForms: 'documented',
  undisclosedStage: 'by-endpoint',
  roundOffsets: 'by-country',
  detailRoundDate: 'date',
  technologyCategories: 'array',
  technologyNames: 'matching',
  missingEmail: 'absent',
  closedContacts: 'absent',
  schemaDrift: 'none',
  apiVersion: '1.0.0',
  deprecation: false,
  healthStatus: 'healthy',
  filtersSuccess: true,
  filterValues: 'ordinary',
  filterLists: 'all',
  filterCountries: 'code',
  hostileData: false,

  contactsFrom: 'announced',
  contactsBoundary: 'exclusive',
  contactsZone: 'utc',
  noContacts: '200-empty',
  people: 'steady',
  techStacks: 'steady',
  tagCategories: 'observed',
  stages: 'observed',
  companyNames: 'ordinary',
  websites: 'ordinary',
  duplicateCompanies: false,
  companyRecords: 'ordinary',
};

/** Refuses a request whenever the specification allows it. Also uses unusual status codes and limit types. */
const STRICT: Profile = {
  ...DOCUMENTED,
  pageTurns: 'every-list-call',
  recordsCheck: 'would-exceed',
  recordsLimitType: 'monthly',
  testKeyLimitType: 'test_key_monthly',
  retryAfter: 'always',
  retryAfterFormat: 'http-date',
  outsideBase: 'html',
  planLapsedStatus: 402,
  statsCountsItself: false,
  statsKeys: 'extra',
  defaultLimit: 10,
  crossing500: 'refused',
  totalBeyondEnd: 'refused',
  perPageAbove50: 'refused',
  pageBeyondEnd: '404',
  total: 'capped-at-500',
  sortOrder: 'shuffled',
  maxSpanDays: 90,
  dateErrorStatus: 422,
  unknownValues: 'refused',
  malformedArrays: 'refused',
  detailCountry: 'code',
  undisclosedStage: 'lower-case',
  missingEmail: 'null',
  contactsZone: 'announced-offset',
  noContacts: '404',
};

/** Charges little, accepts requests that other profiles refuse, and returns many rows. */
const LENIENT: Profile = {
  ...DOCUMENTED,
  healthCost: FREE,
  filtersCost: FREE,
  statsCost: FREE,
  subResourceRecords: 'one',
  companyDetail: 'detail-only',
  repeats: 'free',
  exportCounts: 'lists-only',
  etag: '304-free',
  headersOnErrors: true,
  statsWhenExhausted: 'allowed',
  userRateLimit: 100_000,
  defaultLimit: 50,
  limitAbove50: 'clamped',
  offsetAbove499: 'empty-page',
  totalBeyondEnd: 'zero',
  hasMoreAt500: true,
  echoedLimit: 'as-sent',
  unknownValues: 'ignored',
  amountComparison: 'usd',
  wrapDetail: true,
  undisclosedStage: 'capitalised',
  closedContacts: 'empty',
  filterValues: 'large',
  contactsFrom: 'published',
  contactsBoundary: 'inclusive',
  companyRecords: 'many',
};

/** Charges for everything that the service might charge for, and lets no request exceed a budget. */
const WORST_CASE: Profile = {
  ...DOCUMENTED,
  healthCost: FULL,
  filtersCost: FULL,
  statsCost: FULL,
  subResourceRecords: 'rows-min-1',
  pageTurns: 'every-list-call-and-open-roles',
  etag: '304-charged',
  recordsCheck: 'would-exceed',
  maxSpanDays: 365,
};

/**
 * Uses the headers and bodies of an older version of the service. Sub-resources cost no records, and exports
 * are free.
 */
const LEGACY_HEADERS: Profile = {
  ...DOCUMENTED,
  subResourceRecords: 'none',
  pageTurns: 'after-first-page-and-open-roles',
  exportCounts: 'none',
  recordsLimitType: 'monthly_records',
  resetFormat: 'unix-ms',
  limitHeaders: 'legacy',
  limitBody: 'nested',
  headersOnErrors: true,
  errorBody: 'object',
  planLapsedStatus: 401,
  retryAfter: 'never',
  totalBeyondEnd: 'missing',
  sortOrder: 'id',
  listLayout: 'b',
  contactsBoundary: 'inclusive',
};

/**
 * With this profile, the service returns mostly the same data as with the documented one, but in other
 * formats.
 */
const ALTERNATIVE_LAYOUT: Profile = {
  ...DOCUMENTED,
  limitHeaders: 'none',
  listLayout: 'b',
  wrapDetail: true,
  listCountry: 'name',
  eventCountry: 'name',
  detailCountry: 'code',
  fieldNames: 'camel-case',
  amountForms: 'all',
  undisclosedStage: 'mixed',
  roundOffsets: 'utc',
  detailRoundDate: 'date-time',
  technologyCategories: 'string',
  technologyNames: 'more',
  missingEmail: 'empty',
  closedContacts: 'null',
  filterCountries: 'name',
  contactsFrom: 'published',
  tagCategories: 'fifth',
  stages: 'one-unknown',
};

/** Returns inconsistent data: the order, totals and contacts change over time, and figures do not add up. */
const DRIFTING: Profile = {
  ...DOCUMENTED,
  resetFormat: 'past',
  headersAgree: false,
  statsLagMs: 300_000,
  statsFigures: 'inconsistent',
  hasMore: 'always',
  total: 'drifting',
  echoedLimit: 'default',
  sortOrder: 'drifting',
  roundOffsets: 'crossing-midnight',
  schemaDrift: 'fields-added',
  apiVersion: '1.7.0',
  deprecation: true,
  contactsBoundary: 'inclusive',
  contactsZone: 'announced-offset',
  people: 'changing',
  techStacks: 'with-gaps',
  duplicateCompanies: true,
};

/** Returns incomplete responses: some headers, fields, values and filter values are missing. */
const DEGRADED: Profile = {
  ...DOCUMENTED,
  totalBeyondEnd: 'not-found',
  limitHeaders: 'partial',
  outsideBase: 'empty',
  statsKeys: 'missing',
  statsFigures: 'nulls',
  userRateLimit: 0,
  hasMore: 'never',
  technologyNames: 'fewer',
  schemaDrift: 'fields-removed',
  healthStatus: 'unhealthy',
  filtersSuccess: false,
  filterLists: 'some',
  contactsFrom: 'published',
  contactsZone: 'announced-offset',
};

/**
 * A service that limits the number of failed requests per hour, although failed requests are free. Its daily
 * budgets are rolling.
 */
const ABUSE_GUARD: Profile = {
  ...DOCUMENTED,
  resets: 'rolling',
  testKeyReset: 'rolling-30-days',
  retryAfter: 'always',
  retryAfterBody: 'milliseconds',
  freeFailuresPerHour: 20,
  contactsFrom: 'published',
  contactsBoundary: 'inclusive',
  contactsZone: 'announced-offset',
};

/** An account whose limits and reset times all differ from the documented ones. */
const OTHER_PLAN: Profile = { ...DOCUMENTED, limits: 'other', resets: 'shifted' };

/**
 * Violates the documented shapes: fields are missing or have different types. Also contains names and URLs
 * that careless clients mishandle.
 */
const HOSTILE: Profile = {
  ...DOCUMENTED,
  limitHeaders: 'non-numeric',
  sortOrder: 'drifting',
  listLayout: 'mixed',
  amountForms: 'all',
  technologyCategories: 'mixed',
  closedContacts: 'null',
  hostileData: true,
  tagCategories: 'fifth',
  stages: 'one-unknown',
  companyNames: 'awkward',
  websites: 'awkward',
};

export const PROFILES = {
  documented: DOCUMENTED,
  strict: STRICT,
  lenient: LENIENT,
  'worst-case': WORST_CASE,
  'legacy-headers': LEGACY_HEADERS,
  'alternative-layout': ALTERNATIVE_LAYOUT,
  drifting: DRIFTING,
  degraded: DEGRADED,
  'abuse-guard': ABUSE_GUARD,
  'other-plan': OTHER_PLAN,
  hostile: HOSTILE,
} as const satisfies Readonly<Record<string, Profile>>;

export type ProfileName = keyof typeof PROFILES;

export const isProfileName = (name: string): name is ProfileName => Object.hasOwn(PROFILES, name);
