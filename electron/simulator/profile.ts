/**
 * How the service reads what its specification leaves open; every switch is a plausible reading (`requirements.md`,
 * register 3.12). Only `hostile` goes beyond the documented shapes, on purpose.
 */
export interface Profile {
  /** Requests, and records on top, that one 2xx of the endpoint costs. */
  readonly healthCost: InfoCost;
  readonly filtersCost: InfoCost;
  readonly statsCost: InfoCost;
  /** Whether the figures of /stats include the call itself. */
  readonly statsCountsItself: boolean;
  readonly statsWhenExhausted: 'refused' | 'allowed';
  /** Rows of company sub-resources: their number, at least one, always one, or free. */
  readonly subResourceRecords: 'rows' | 'rows-min-1' | 'one' | 'none';
  readonly pageTurns: 'after-first-page' | 'every-list-call' | 'every-list-call-and-open-roles';
  readonly companyDetail: 'any-below-company' | 'detail-only';
  readonly exportCounts: 'records' | 'lists-only' | 'none';
  /** `exhausted`: refused once the budget is used up, so the last call may overrun it; `would-exceed`: never overrun. */
  readonly recordsCheck: 'exhausted' | 'would-exceed';
  /** What a 429 of the record budget is called; `monthly` also refuses calls that carry no records. */
  readonly recordsLimitType: 'monthly_export' | 'monthly';
  readonly testKeyLimitType: 'monthly' | 'test_key_monthly';
  readonly retryAfter: 'per-minute' | 'always' | 'never';
  readonly limitHeaders: 'documented' | 'legacy' | 'none';
  /** Whether statuses other than 200 and 429 carry the limit headers as well. */
  readonly headersOnErrors: boolean;

  readonly defaultLimit: 10 | 25 | 50;
  readonly limitAbove50: 'refused' | 'clamped';
  readonly offsetAbove499: 'refused' | 'empty-page';
  readonly crossing500: 'clipped' | 'refused';
  readonly perPageAbove50: 'clamped' | 'refused';
  readonly hasMoreAt500: boolean;
  readonly total: 'true' | 'capped-at-500';
  readonly sortOrder: 'date-desc' | 'id' | 'shuffled' | 'drifting';
  readonly maxSpanDays: number | null;
  readonly dateErrorStatus: 400 | 422;
  readonly unknownValues: 'match-nothing' | 'ignored' | 'refused';
  readonly amountComparison: 'native' | 'usd';
  readonly planLapsedStatus: 401 | 402 | 403;

  readonly contactsFrom: 'announced' | 'published';
  /** `exclusive`: until 30 × 24 h have passed; `inclusive`: until the end of the 30th day. */
  readonly contactsBoundary: 'exclusive' | 'inclusive';
  /** What detail says of contacts that are not available. */
  readonly closedContacts: 'absent' | 'null' | 'empty';
  readonly noContacts: '200-empty' | '404';

  readonly listLayout: 'a' | 'b' | 'mixed';
  readonly wrapDetail: boolean;
  readonly detailCountry: 'name' | 'code';
  /** Rule D: absent, null, other types, unknown keys, names that break layouts, addresses that must not be opened. */
  readonly hostileData: boolean;
}

export interface InfoCost {
  readonly requests: 0 | 1;
  readonly records: 0 | 1;
}

const ONE_REQUEST: InfoCost = { requests: 1, records: 0 };
const FREE: InfoCost = { requests: 0, records: 0 };
const FULL: InfoCost = { requests: 1, records: 1 };

const DOCUMENTED: Profile = {
  healthCost: ONE_REQUEST,
  filtersCost: ONE_REQUEST,
  statsCost: ONE_REQUEST,
  statsCountsItself: true,
  statsWhenExhausted: 'refused',
  subResourceRecords: 'rows',
  pageTurns: 'after-first-page',
  companyDetail: 'any-below-company',
  exportCounts: 'records',
  recordsCheck: 'exhausted',
  recordsLimitType: 'monthly_export',
  testKeyLimitType: 'monthly',
  retryAfter: 'per-minute',
  limitHeaders: 'documented',
  headersOnErrors: false,
  defaultLimit: 25,
  limitAbove50: 'refused',
  offsetAbove499: 'refused',
  crossing500: 'clipped',
  perPageAbove50: 'clamped',
  hasMoreAt500: false,
  total: 'true',
  sortOrder: 'date-desc',
  maxSpanDays: null,
  dateErrorStatus: 400,
  unknownValues: 'match-nothing',
  amountComparison: 'native',
  planLapsedStatus: 403,
  contactsFrom: 'announced',
  contactsBoundary: 'exclusive',
  closedContacts: 'absent',
  noContacts: '200-empty',
  listLayout: 'a',
  wrapDetail: false,
  detailCountry: 'name',
  hostileData: false,
};

/** Everything that may count does, and no budget is ever overrun. */
const WORST_CASE: Profile = {
  ...DOCUMENTED,
  healthCost: FULL,
  filtersCost: FULL,
  statsCost: FULL,
  subResourceRecords: 'rows-min-1',
  pageTurns: 'every-list-call-and-open-roles',
  recordsCheck: 'would-exceed',
};

export const PROFILES = {
  documented: DOCUMENTED,
  strict: {
    ...DOCUMENTED,
    statsCountsItself: false,
    pageTurns: 'every-list-call',
    recordsCheck: 'would-exceed',
    recordsLimitType: 'monthly',
    testKeyLimitType: 'test_key_monthly',
    retryAfter: 'always',
    defaultLimit: 10,
    crossing500: 'refused',
    perPageAbove50: 'refused',
    total: 'capped-at-500',
    sortOrder: 'shuffled',
    maxSpanDays: 90,
    dateErrorStatus: 422,
    unknownValues: 'refused',
    noContacts: '404',
    detailCountry: 'code',
  },
  lenient: {
    ...DOCUMENTED,
    healthCost: FREE,
    filtersCost: FREE,
    statsCost: FREE,
    statsWhenExhausted: 'allowed',
    subResourceRecords: 'one',
    companyDetail: 'detail-only',
    exportCounts: 'lists-only',
    headersOnErrors: true,
    defaultLimit: 50,
    limitAbove50: 'clamped',
    offsetAbove499: 'empty-page',
    hasMoreAt500: true,
    unknownValues: 'ignored',
    amountComparison: 'usd',
    contactsFrom: 'published',
    contactsBoundary: 'inclusive',
    closedContacts: 'empty',
    wrapDetail: true,
  },
  'worst-case': WORST_CASE,
  'legacy-headers': {
    ...DOCUMENTED,
    limitHeaders: 'legacy',
    headersOnErrors: true,
    listLayout: 'b',
    sortOrder: 'id',
  },
  hostile: {
    ...DOCUMENTED,
    sortOrder: 'drifting',
    closedContacts: 'null',
    listLayout: 'mixed',
    hostileData: true,
  },
} as const satisfies Readonly<Record<string, Profile>>;

export type ProfileName = keyof typeof PROFILES;

export const isProfileName = (name: string): name is ProfileName => Object.hasOwn(PROFILES, name);
