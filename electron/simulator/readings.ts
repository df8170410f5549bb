/**
 * How the service reads what its specification leaves open; every switch is a plausible reading. Flat, so that a
 * switch can be changed by its name alone; `switch-values.ts` lists them with their values.
 */
export interface Profile
  extends CostReadings, LimitReadings, StatsReadings, ListReadings, ShapeReadings, DataReadings {}

export interface InfoCost {
  readonly requests: 0 | 1;
  readonly records: 0 | 1;
}

interface CostReadings {
  /** Requests, and records on top, that one 2xx of the endpoint costs. */
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
  /** Whether another look at a company on the same day costs its request and records again. */
  readonly repeats: 'charged' | 'free';
  readonly exportCounts: 'records' | 'lists-only' | 'none';
  readonly etag: 'off' | '304-free' | '304-charged';
}

interface LimitReadings {
  /** `exhausted`: refused once the budget is used up, so the last call may overrun it; `would-exceed`: never overrun. */
  readonly recordsCheck: 'exhausted' | 'would-exceed';
  /** What a 429 of the record budget is called; `monthly` also refuses calls that carry no records. */
  readonly recordsLimitType: 'monthly_export' | 'monthly' | 'monthly_records';
  readonly testKeyLimitType: 'monthly' | 'test_key_monthly';
  /** The rolling 30 days count whole days UTC. */
  readonly testKeyReset: 'month' | 'rolling-30-days';
  readonly retryAfter: 'per-minute' | 'always' | 'never';
  readonly retryAfterFormat: 'seconds' | 'http-date';
  readonly resetFormat: 'unix-seconds' | 'unix-ms' | 'past';
  readonly limitHeaders: 'documented' | 'legacy' | 'none' | 'partial' | 'non-numeric';
  /** Whether the headers of a 429 name the same limit as its body. */
  readonly headersAgree: boolean;
  /** `nested`: the figures of a 429 in an object of their own. */
  readonly limitBody: 'documented' | 'nested';
  /** Whether statuses other than 200 and 429 carry the limit headers as well. */
  readonly headersOnErrors: boolean;
  /** `object`: what §7 shows as a text is an object in every error body. */
  readonly errorBody: 'text' | 'object';
  /** The body of a 404 for a path that does not begin with the base path. */
  readonly outsideBase: 'json' | 'html' | 'empty';
  readonly planLapsedStatus: 401 | 402 | 403;
  /** More 4xx than this within a rolling hour are answered by a 429 that no listed limit explains; null: any number. */
  readonly freeFailuresPerHour: number | null;
}

interface StatsReadings {
  /** Whether the figures of /stats include the call itself. */
  readonly statsCountsItself: boolean;
  readonly statsWhenExhausted: 'refused' | 'allowed';
  /** The age of the figures; at most five minutes, because older charges are not kept. */
  readonly statsLagMs: number;
  /** `missing`: monthly_export and monthly_pagination are left out; `extra`: there are entries for more budgets. */
  readonly statsKeys: 'documented' | 'missing' | 'extra';
  /** `inconsistent`: remaining is not limit − used; `nulls`: remaining and reset_unix are null. */
  readonly statsFigures: 'consistent' | 'inconsistent' | 'nulls';
  readonly userRateLimit: number;
}

interface ListReadings {
  readonly defaultLimit: 10 | 25 | 50;
  readonly limitAbove50: 'refused' | 'clamped';
  readonly offsetAbove499: 'refused' | 'empty-page';
  readonly crossing500: 'clipped' | 'refused';
  readonly perPageAbove50: 'clamped' | 'refused';
  /** A page of open roles behind the last one. */
  readonly pageBeyondEnd: 'empty' | '404';
  readonly hasMoreAt500: boolean;
  readonly hasMore: 'right' | 'always' | 'never';
  /** `drifting`: a little more or less in every minute. */
  readonly total: 'true' | 'capped-at-500' | 'drifting';
  /** Which `limit` pagination tells: the applied one, the one that was sent, or always the default. */
  readonly echoedLimit: 'applied' | 'as-sent' | 'default';
  readonly sortOrder: 'date-desc' | 'id' | 'shuffled' | 'drifting';
  readonly maxSpanDays: number | null;
  readonly dateErrorStatus: 400 | 422;
  readonly unknownValues: 'match-nothing' | 'ignored' | 'refused';
  /** An array parameter that begins like JSON and is none. */
  readonly malformedArrays: 'literal' | 'refused';
  readonly amountComparison: 'native' | 'usd';
}

interface ShapeReadings {
  readonly listLayout: 'a' | 'b' | 'mixed';
  readonly wrapDetail: boolean;
  readonly listCountry: 'code' | 'name';
  readonly eventCountry: 'code' | 'name';
  readonly detailCountry: 'name' | 'code';
  /** `camel-case`: the four names that are documented as exceptions are none [§2]. */
  readonly fieldNames: 'documented' | 'camel-case';
  /** Of list items: the suffix format only, or every way in which samples write an amount. */
  readonly amountForms: 'documented' | 'all';
  /** `by-endpoint`: capitalised in /companies/{id}/fundings only [§2.12]. */
  readonly undisclosedStage: 'by-endpoint' | 'lower-case' | 'capitalised' | 'mixed';
  /** `crossing-midnight`: another date in UTC; `utc`: the same instant, so another date than lists show. */
  readonly roundOffsets: 'by-country' | 'crossing-midnight' | 'utc';
  readonly detailRoundDate: 'date' | 'date-time';
  /** Of the technologies in company detail [§2.2]. */
  readonly technologyCategories: 'array' | 'string' | 'mixed';
  /** Whether `technologyNames` has as many entries as `technologies`. */
  readonly technologyNames: 'matching' | 'more' | 'fewer';
  /** Of people without an address. */
  readonly missingEmail: 'absent' | 'null' | 'empty';
  /** What detail says of contacts that are not available. */
  readonly closedContacts: 'absent' | 'null' | 'empty';
  readonly schemaDrift: 'none' | 'fields-added' | 'fields-removed';
  readonly apiVersion: string;
  /** `Deprecation` and `Sunset` headers on every reply. */
  readonly deprecation: boolean;
  readonly healthStatus: 'healthy' | 'unhealthy';
  /** False: /filters answers 200 with `success: false` and no values. */
  readonly filtersSuccess: boolean;
  /** `large`: 5,000 technologies, every tenth hard to put into an address. */
  readonly filterValues: 'ordinary' | 'large';
  /** Rule D: fields of every object absent, null, of another type, or beside unknown ones. */
  readonly hostileData: boolean;
}

interface DataReadings {
  readonly contactsFrom: 'announced' | 'published';
  /** `exclusive`: until 30 × 24 h have passed; `inclusive`: until the end of the 30th day. */
  readonly contactsBoundary: 'exclusive' | 'inclusive';
  /** Whose midnight begins the day of the funding: that of UTC or that of the announcement's offset. */
  readonly contactsZone: 'utc' | 'announced-offset';
  readonly noContacts: '200-empty' | '404';
  /** `changing`: titles change with time, and some people are listed twice. */
  readonly people: 'steady' | 'changing';
  /** `with-gaps`: none until two days after the company appears, and none while its site is down. */
  readonly techStacks: 'steady' | 'with-gaps';
  readonly tagCategories: 'observed' | 'fifth';
  /** `one-unknown`: some rounds have a stage that /filters does not list. */
  readonly stages: 'observed' | 'one-unknown';
  /** `awkward`: names that break layouts, sorting or careless HTML. */
  readonly companyNames: 'ordinary' | 'awkward';
  /** `awkward`: addresses that must not be opened, and empty ones. */
  readonly websites: 'ordinary' | 'awkward';
  /** Some companies exist a second time, with ids of their own. */
  readonly duplicateCompanies: boolean;
}
