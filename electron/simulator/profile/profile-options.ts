/**
 * Answers to the questions that the specification leaves open; every value is a plausible interpretation. The
 * type is flat because a switch is changed by its name; `option-values.ts` lists the values.
 */
export interface Profile
  extends CostOptions, LimitOptions, StatsOptions, ListOptions, ShapeOptions, DataOptions {}

export interface InfoCost {
  readonly requests: 0 | 1;
  readonly records: 0 | 1;
}

interface CostOptions {
  /** Requests and records that one 2xx of the endpoint costs. */
  readonly healthCost: InfoCost;
  readonly filtersCost: InfoCost;
  readonly statsCost: InfoCost;
  /** Rows of company sub-resources: their number, at least one, always one, or free. */
  readonly subResourceRecords: 'rows' | 'rows-min-1' | 'one' | 'none';
  readonly pageTurns:
    | 'after-first-page'
    | 'after-first-page-and-open-roles'
    | 'every-list-call'
    | 'every-list-call-and-open-roles';
  readonly companyDetail: 'any-below-company' | 'detail-only';
  /** Whether another view of a company on the same day costs its request and records again. */
  readonly repeats: 'charged' | 'free';
  readonly exportCounts: 'records' | 'lists-only' | 'none';
  readonly etag: 'off' | '304-free' | '304-charged';
}

interface LimitOptions {
  /**
   * `exhausted`: refused once the budget is used up, so the last call may overrun it; `would-exceed`: never
   * overrun.
   */
  readonly recordsCheck: 'exhausted' | 'would-exceed';
  /** The limit type in a 429 of the record budget; `monthly` also refuses calls that return no records. */
  readonly recordsLimitType: 'monthly_export' | 'monthly' | 'monthly_records';
  readonly testKeyLimitType: 'monthly' | 'test_key_monthly';
  /** The rolling 30 days are whole UTC days. */
  readonly testKeyReset: 'month' | 'rolling-30-days';
  readonly retryAfter: 'per-minute' | 'always' | 'never';
  readonly retryAfterFormat: 'seconds' | 'http-date';
  readonly resetFormat: 'unix-seconds' | 'unix-ms' | 'past';
  readonly limitHeaders: 'documented' | 'legacy' | 'none' | 'partial' | 'non-numeric';
  /** Whether the headers of a 429 name the same limit as its body. */
  readonly headersAgree: boolean;
  /** `nested`: the numbers of a 429 in a nested object. */
  readonly limitBody: 'documented' | 'nested';
  /** Whether statuses other than 200 and 429 include the limit headers. */
  readonly headersOnErrors: boolean;
  /** `object`: every error body has an object where spec §7 shows text. */
  readonly errorBody: 'text' | 'object';
  /** The body of a 404 for a path that does not begin with the base path. */
  readonly outsideBase: 'json' | 'html' | 'empty';
  readonly planLapsedStatus: 401 | 402 | 403;
  /** More 4xx than this within a rolling hour cause a 429 of an undocumented limit; null: unlimited. */
  readonly freeFailuresPerHour: number | null;
}

interface StatsOptions {
  /** Whether the numbers of /stats include the call itself. */
  readonly statsCountsItself: boolean;
  readonly statsWhenExhausted: 'refused' | 'allowed';
  /** The age of the numbers; at most five minutes, because older charges are not retained. */
  readonly statsLagMs: number;
  /** `missing`: monthly_export and monthly_pagination are omitted; `extra`: more budgets are included. */
  readonly statsKeys: 'documented' | 'missing' | 'extra';
  /** `inconsistent`: remaining is not limit − used; `nulls`: remaining and reset_unix are null. */
  readonly statsFigures: 'consistent' | 'inconsistent' | 'nulls';
  readonly userRateLimit: number;
}

interface ListOptions {
  readonly defaultLimit: 10 | 25 | 50;
  readonly limitAbove50: 'refused' | 'clamped';
  readonly offsetAbove499: 'refused' | 'empty-page';
  readonly crossing500: 'clipped' | 'refused';
  readonly perPageAbove50: 'clamped' | 'refused';
  /** The result of an open-roles page after the last one. */
  readonly pageBeyondEnd: 'empty' | '404';
  readonly hasMoreAt500: boolean;
  readonly hasMore: 'right' | 'always' | 'never';
  /** `drifting`: slightly different every minute. */
  readonly total: 'true' | 'capped-at-500' | 'drifting';
  /** The `limit` in the pagination object: the applied one, the one sent, or always the default. */
  readonly echoedLimit: 'applied' | 'as-sent' | 'default';
  readonly sortOrder: 'date-desc' | 'id' | 'shuffled' | 'drifting';
  readonly maxSpanDays: number | null;
  readonly dateErrorStatus: 400 | 422;
  readonly unknownValues: 'match-nothing' | 'ignored' | 'refused';
  /** An array parameter that starts like JSON but is invalid. */
  readonly malformedArrays: 'literal' | 'refused';
  readonly amountComparison: 'native' | 'usd';
}

interface ShapeOptions {
  readonly listLayout: 'a' | 'b' | 'mixed';
  readonly wrapDetail: boolean;
  readonly listCountry: 'code' | 'name';
  readonly eventCountry: 'code' | 'name';
  readonly detailCountry: 'name' | 'code';
  /** `camel-case`: the four documented naming exceptions follow the rule (spec §2). */
  readonly fieldNames: 'documented' | 'camel-case';
  /** For list items: the suffix format only, or every format found in samples. */
  readonly amountForms: 'documented' | 'all';
  /** `by-endpoint`: capitalised only in /companies/{id}/fundings (spec §2.12). */
  readonly undisclosedStage: 'by-endpoint' | 'lower-case' | 'capitalised' | 'mixed';
  /** `crossing-midnight`: the UTC date differs; `utc`: the same instant, so the date differs from the lists. */
  readonly roundOffsets: 'by-country' | 'crossing-midnight' | 'utc';
  readonly detailRoundDate: 'date' | 'date-time';
  /** For the technologies in company detail (spec §2.2). */
  readonly technologyCategories: 'array' | 'string' | 'mixed';
  /** Whether `technologyNames` has as many entries as `technologies`. */
  readonly technologyNames: 'matching' | 'more' | 'fewer';
  /** For contacts without an email address. */
  readonly missingEmail: 'absent' | 'null' | 'empty';
  /** The value in company detail when contacts are unavailable. */
  readonly closedContacts: 'absent' | 'null' | 'empty';
  readonly schemaDrift: 'none' | 'fields-added' | 'fields-removed';
  readonly apiVersion: string;
  /** `Deprecation` and `Sunset` headers on every response. */
  readonly deprecation: boolean;
  readonly healthStatus: 'healthy' | 'unhealthy';
  /** False: /filters answers 200 with `success: false` and no values. */
  readonly filtersSuccess: boolean;
  /** `large`: 5,000 technologies, every tenth hard to put into a URL. */
  readonly filterValues: 'ordinary' | 'large';
  /** Fields of every object may be absent, null or of another type, and unknown ones are added. */
  readonly hostileData: boolean;
}

interface DataOptions {
  readonly contactsFrom: 'announced' | 'published';
  /** `exclusive`: until 30 × 24 h have passed; `inclusive`: until the end of the 30th day. */
  readonly contactsBoundary: 'exclusive' | 'inclusive';
  /** The midnight at which the funding day begins: in UTC or at the announcement's offset. */
  readonly contactsZone: 'utc' | 'announced-offset';
  readonly noContacts: '200-empty' | '404';
  /** `changing`: titles change over time, and some contacts are listed twice. */
  readonly people: 'steady' | 'changing';
  /** `with-gaps`: none until two days after the company appears, and none while its site is down. */
  readonly techStacks: 'steady' | 'with-gaps';
  readonly tagCategories: 'observed' | 'fifth';
  /** `one-unknown`: some rounds have a stage that /filters does not list. */
  readonly stages: 'observed' | 'one-unknown';
  /** `awkward`: names that break layouts, sorting or careless HTML. */
  readonly companyNames: 'ordinary' | 'awkward';
  /** `awkward`: URLs that must not be opened, and empty ones. */
  readonly websites: 'ordinary' | 'awkward';
  /** Some companies exist twice, with different ids. */
  readonly duplicateCompanies: boolean;
}
