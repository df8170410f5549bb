/**
 * Switches for behaviour that the specification leaves open. Every value is a plausible interpretation. The
 * switches are not nested, because callers change them by name. `option-values.ts` lists their values.
 */
export interface Profile
  extends CostOptions, LimitOptions, StatsOptions, ListOptions, ShapeOptions, DataOptions {}

export interface InfoCost {
  readonly requests: 0 | 1;
  readonly records: 0 | 1;
}

interface CostOptions {
  /** Number of requests and records that a successful /health request costs. */
  readonly healthCost: InfoCost;
  readonly filtersCost: InfoCost;
  readonly statsCost: InfoCost;
  /**
   * Number of records that a request for a company's sub-resource costs. `rows`: one for each row.
   * `rows-min-1`: the same, but at least one. `one`: always one.
   */
  readonly subResourceRecords: 'rows' | 'rows-min-1' | 'one' | 'none';
  readonly pageTurns:
    | 'after-first-page'
    | 'after-first-page-and-open-roles'
    | 'every-list-call'
    | 'every-list-call-and-open-roles';
  readonly companyDetail: 'any-below-company' | 'detail-only';
  /** Whether fetching a company again on the same day costs as much as the first time, or nothing. */
  readonly repeats: 'charged' | 'free';
  readonly exportCounts: 'records' | 'lists-only' | 'none';
  readonly etag: 'off' | '304-free' | '304-charged';
}

interface LimitOptions {
  /** `other`: the limits of an invented plan. All of them differ from the documented limits. */
  readonly limits: 'documented' | 'other';
  /**
   * `shifted`: days start at 06:30 UTC, and months at 06:30 UTC on the 15th. `rolling`: daily budgets cover
   * the last 24 hours.
   */
  readonly resets: 'calendar' | 'shifted' | 'rolling';
  /**
   * `exhausted`: refuses requests only after the budget is used up, so the last request may exceed it.
   * `would-exceed`: refuses every request that would exceed the budget.
   */
  readonly recordsCheck: 'exhausted' | 'would-exceed';
  /**
   * The limit type in the 429 that reports a used-up record budget. With `monthly`, the service also refuses
   * requests that return no records.
   */
  readonly recordsLimitType: 'monthly_export' | 'monthly' | 'monthly_records';
  readonly testKeyLimitType: 'monthly' | 'test_key_monthly';
  /** With `rolling-30-days`, the budget covers the last 30 UTC days instead of the calendar month. */
  readonly testKeyReset: 'month' | 'rolling-30-days';
  readonly retryAfter: 'per-minute' | 'always' | 'never';
  readonly retryAfterFormat: 'seconds' | 'http-date';
  /** The unit of `retry_after` in the body of a 429. */
  readonly retryAfterBody: 'seconds' | 'milliseconds';
  readonly resetFormat: 'unix-seconds' | 'unix-ms' | 'past';
  readonly limitHeaders: 'documented' | 'legacy' | 'none' | 'partial' | 'non-numeric';
  /** Whether the headers of a 429 refer to the same limit as its body. */
  readonly headersAgree: boolean;
  /** `nested`: the values in a 429's body are in a nested object. */
  readonly limitBody: 'documented' | 'nested';
  /** Whether responses with a status other than 2xx or 429 have the limit headers. */
  readonly headersOnErrors: boolean;
  /** `object`: in every error body, `error` is an object rather than a string as in spec §7. */
  readonly errorBody: 'text' | 'object';
  /** The body of a 404 for a path that does not start with the base path. */
  readonly outsideBase: 'json' | 'html' | 'empty';
  readonly planLapsedStatus: 401 | 402 | 403;
  /**
   * Number of 4xx responses that are tolerated within a rolling hour; null for no limit. After more failures,
   * the service responds with a 429 that has an undocumented limit type.
   */
  readonly freeFailuresPerHour: number | null;
}

interface StatsOptions {
  /** Whether the usage in a /stats response includes the /stats request itself. */
  readonly statsCountsItself: boolean;
  readonly statsWhenExhausted: 'refused' | 'allowed';
  /**
   * Charges appear in /stats only after this delay. The simulator keeps individual charges for five minutes,
   * so the delay must not be longer.
   */
  readonly statsLagMs: number;
  /** `missing`: monthly_export and monthly_pagination are absent; `extra`: there are additional budgets. */
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
  /** The response if a client requests a page of open roles after the last page. */
  readonly pageBeyondEnd: 'empty' | '404';
  /**
   * The `total` of a list page after the last row: the number of matches, zero or missing. `refused` and
   * `not-found`: the service responds with 400 or 404 instead.
   */
  readonly totalBeyondEnd: 'counted' | 'zero' | 'missing' | 'refused' | 'not-found';
  readonly hasMoreAt500: boolean;
  readonly hasMore: 'right' | 'always' | 'never';
  /** `drifting`: the total changes slightly every minute. */
  readonly total: 'true' | 'capped-at-500' | 'drifting';
  /**
   * The `limit` in the pagination object: the limit applied, the limit requested, or always the default
   * limit.
   */
  readonly echoedLimit: 'applied' | 'as-sent' | 'default';
  readonly sortOrder: 'date-desc' | 'id' | 'shuffled' | 'drifting';
  readonly maxSpanDays: number | null;
  readonly dateErrorStatus: 400 | 422;
  readonly unknownValues: 'match-nothing' | 'ignored' | 'refused';
  /** How the service treats an array parameter that begins like a JSON array but is not valid JSON. */
  readonly malformedArrays: 'literal' | 'refused';
  readonly amountComparison: 'native' | 'usd';
}

interface ShapeOptions {
  readonly listLayout: 'a' | 'b' | 'mixed';
  readonly wrapDetail: boolean;
  readonly listCountry: 'code' | 'name';
  readonly eventCountry: 'code' | 'name';
  readonly detailCountry: 'name' | 'code';
  /** `camel-case`: all fields are in camel case, including the four that spec §2 documents in snake case. */
  readonly fieldNames: 'documented' | 'camel-case';
  /**
   * The format of amounts in lists. `documented`: a string with a suffix. `all`: any of the formats that
   * occur in samples.
   */
  readonly amountForms: 'documented' | 'all';
  /**
   * The spelling of the stage `undisclosed`. `by-endpoint`: capitalised only in /companies/{id}/fundings
   * (spec §2.12).
   */
  readonly undisclosedStage: 'by-endpoint' | 'lower-case' | 'capitalised' | 'mixed';
  /**
   * UTC offsets of announcement times. `crossing-midnight`: the times are near midnight, so the local date
   * may differ from the UTC date. `utc`: the times are converted to UTC, so their date may differ from the
   * date in lists.
   */
  readonly roundOffsets: 'by-country' | 'crossing-midnight' | 'utc';
  readonly detailRoundDate: 'date' | 'date-time';
  /** The type of a technology's categories in the company detail (spec §2.2). */
  readonly technologyCategories: 'array' | 'string' | 'mixed';
  /** Whether `technologyNames` has as many entries as `technologies`, or more or fewer. */
  readonly technologyNames: 'matching' | 'more' | 'fewer';
  /** How `email` is represented for a contact without an email address. */
  readonly missingEmail: 'absent' | 'null' | 'empty';
  /** How `contacts` is represented in the company detail when no contacts are available. */
  readonly closedContacts: 'absent' | 'null' | 'empty';
  readonly schemaDrift: 'none' | 'fields-added' | 'fields-removed';
  readonly apiVersion: string;
  /** Whether every response has `Deprecation` and `Sunset` headers. */
  readonly deprecation: boolean;
  readonly healthStatus: 'healthy' | 'unhealthy';
  /** If false, /filters responds with 200, `success: false` and no values. */
  readonly filtersSuccess: boolean;
  /** `large`: 5,000 technologies, one in ten with a name that is hard to use in URLs. */
  readonly filterValues: 'ordinary' | 'large';
  /** `some`: /filters omits countries, currencies, tags and technologies. */
  readonly filterLists: 'all' | 'some';
  /** How countries are represented in /filters. */
  readonly filterCountries: 'code' | 'name';
  /**
   * If true, fields of any object may be absent, null or of the wrong type, and objects may have unknown
   * fields.
   */
  readonly hostileData: boolean;
}

interface DataOptions {
  readonly contactsFrom: 'announced' | 'published';
  /**
   * When the contact window ends: 30 × 24 h after the start of the funding day, or 31 × 24 h if `inclusive`.
   */
  readonly contactsBoundary: 'exclusive' | 'inclusive';
  /** The time zone that determines when the funding day begins: UTC or that of the announcement. */
  readonly contactsZone: 'utc' | 'announced-offset';
  readonly noContacts: '200-empty' | '404';
  /** `changing`: titles change over time, and some contacts are listed twice. */
  readonly people: 'steady' | 'changing';
  /**
   * `with-gaps`: a company has no tech stack during its first two days, and on days when its website is down.
   */
  readonly techStacks: 'steady' | 'with-gaps';
  readonly tagCategories: 'observed' | 'fifth';
  /** `one-unknown`: some rounds have a stage that is not in /filters. */
  readonly stages: 'observed' | 'one-unknown';
  /** `awkward`: names that break layouts, sorting or code that does not escape HTML. */
  readonly companyNames: 'ordinary' | 'awkward';
  /** `awkward`: some URLs are empty or must not be opened. */
  readonly websites: 'ordinary' | 'awkward';
  /** Whether some companies exist twice, with different ids. */
  readonly duplicateCompanies: boolean;
  /**
   * `many`: every company has 80 contacts, 120 highlights, 120 articles, 400 open roles, 220 technologies and
   * 60 more rounds, one of them with 70 investors. These rounds are old debt rounds, and only the company
   * detail and `/companies/{id}/fundings` contain them. The company detail has 60 industries and 80 tags.
   */
  readonly companyRecords: 'ordinary' | 'many';
}
