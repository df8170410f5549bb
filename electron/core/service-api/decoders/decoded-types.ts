import type { Amount } from '../../../../shared/model/company.ts';

/*
 * Decoded service responses, as passed to the library. A field is null if the response did not contain it. A
 * list is empty if the service sent an empty list. `raw` is the row as received, so it can be parsed
 * again after a decoder update (ADR 10). `raw` may contain personal data; only `library/store-raw.ts` may
 * store it.
 */

/**
 * A decoded 2xx response. `rows` is the number of charged rows, including unreadable ones; null if unknown.
 */
export interface Decoded<T> {
  readonly value: T;
  readonly rows: number | null;
  /** Number of received rows that are missing from `value`, usually because they could not be decoded. */
  readonly setAside?: number;
}

export interface DecodedTag {
  readonly tagId: string | null;
  readonly name: string;
  readonly slug: string | null;
  readonly category: string | null;
}

export interface DecodedCompany {
  readonly companyId: string;
  readonly name: string | null;
  /** ISO 3166-1 alpha-2, upper case. Derived from the received code or name. */
  readonly countryCode: string | null;
  readonly countryName: string | null;
  readonly description: string | null;
  readonly website: string | null;
  readonly linkedinUrl: string | null;
  readonly industries: readonly string[] | null;
  readonly tags: readonly DecodedTag[] | null;
}

export interface DecodedRound {
  /** Null if the response has no round id, as in the list of companies. */
  readonly roundId: string | null;
  /** In canonical spelling if the stage is known, otherwise as received. */
  readonly stage: string | null;
  readonly amount: Amount | null;
  readonly amountUsd: number | null;
  /** Calendar date as received, not converted to another time zone. */
  readonly announcedOn: string | null;
  /** The received text if it differs from `announcedOn`, otherwise null. */
  readonly announcedText: string | null;
  readonly investors: readonly { readonly name: string; readonly role: string }[] | null;
}

/** A row of `/fundings` or `/companies`: a company with one round. */
export interface DecodedListRow {
  readonly company: DecodedCompany;
  readonly round: DecodedRound;
  readonly raw: unknown;
}

export interface DecodedPage {
  readonly rows: readonly DecodedListRow[];
  /** Number of received rows that were left out of `rows`, because they have no usable id. */
  readonly setAside: number;
  readonly offset: number;
  readonly total: number | null;
  readonly hasMore: boolean | null;
}

export interface DecodedContact {
  readonly contactId: string | null;
  readonly name: string | null;
  readonly title: string | null;
  readonly email: string | null;
  readonly emailValid: boolean;
  readonly linkedinUrl: string | null;
}

export interface DecodedContacts {
  readonly companyId: string;
  readonly contacts: readonly DecodedContact[];
  /** The whole response. It is personal data and must not be stored unencrypted. */
  readonly rawPersonal: unknown;
}

export interface DecodedTechnology {
  readonly name: string;
  readonly categories: readonly string[];
  /** Only the tech-stack endpoint returns descriptions (spec §2.4). */
  readonly description: string | null;
}

/** Response to `GET /companies/{id}/tech-stack` (spec §2.4). */
export interface DecodedTechStack {
  readonly companyId: string;
  readonly technologies: readonly DecodedTechnology[];
  /** Categories of the whole stack. */
  readonly categories: readonly string[];
  /** The analyzed website as received; null if the response has none. */
  readonly domain: string | null;
  readonly raw: unknown;
}

/** Response to `GET /companies/{id}/fundings` (spec §2.5): all rounds of the company. */
export interface DecodedRounds {
  readonly companyId: string;
  readonly rounds: readonly { readonly round: DecodedRound; readonly raw: unknown }[];
  /** Number of received rows that could not be decoded. */
  readonly setAside: number;
}

export interface DecodedHighlight {
  readonly highlightId: string | null;
  readonly text: string;
  readonly source: string;
  /** Milliseconds since the epoch. */
  readonly createdAtMs: number | null;
}

/** Response to `GET /companies/{id}/highlights` (spec §2.9). */
export interface DecodedHighlights {
  readonly companyId: string;
  readonly highlights: readonly DecodedHighlight[];
  readonly setAside: number;
  readonly raw: unknown;
}

export interface DecodedArticle {
  readonly articleId: string;
  readonly title: string;
  readonly url: string | null;
  readonly roundId: string | null;
  readonly createdAtMs: number | null;
}

/** Response to `GET /companies/{id}/news` (spec §2.10). */
export interface DecodedNews {
  readonly companyId: string;
  readonly articles: readonly DecodedArticle[];
  readonly setAside: number;
  readonly raw: unknown;
}

export interface DecodedRole {
  /** The id as text. The service sends an integer. */
  readonly roleId: string;
  readonly title: string | null;
  readonly titleEn: string | null;
  readonly employmentType: string | null;
  readonly location: string | null;
  readonly remoteType: string | null;
  readonly department: string | null;
  readonly seniority: string | null;
  readonly url: string | null;
  readonly firstSeenAtMs: number | null;
  readonly lastSyncedAtMs: number | null;
  readonly raw: unknown;
}

/** One page of `GET /companies/{id}/open-roles` (spec §2.8, §2.11). */
export interface DecodedRoles {
  readonly companyId: string;
  readonly roles: readonly DecodedRole[];
  readonly setAside: number;
  /** The requested page, not the page number in the response. */
  readonly page: number;
  readonly perPage: number;
  readonly total: number | null;
  readonly hasMore: boolean | null;
}

export interface DecodedDetail {
  readonly company: DecodedCompany;
  readonly rounds: readonly DecodedRound[] | null;
  readonly highlights: readonly DecodedHighlight[] | null;
  readonly contacts: readonly DecodedContact[] | null;
  readonly technologies: readonly DecodedTechnology[] | null;
  readonly stackCategories: readonly string[] | null;
  readonly totalContacts: number | null;
  readonly totalFundings: number | null;
  readonly raw: unknown;
  /** The contacts as received. */
  readonly rawPersonal: unknown;
}

export interface DecodedFilters {
  readonly countries: readonly string[];
  readonly industries: readonly string[];
  readonly stages: readonly string[];
  readonly companySizes: readonly string[];
  readonly currencies: readonly string[];
  readonly tags: readonly DecodedTag[];
  readonly technologies: readonly string[];
}

/**
 * The rule that was used to find `eventKey`. Several rules are needed, because the specification does not
 * reveal the name of the field that contains the key (spec §6.3).
 */
export type EventKeyRule = 'trigger-id' | 'masked-name' | 'only-unknown-name' | 'funding-id' | 'hash';

/** A webhook event (spec §6.3). */
export interface DecodedEvent {
  readonly eventKey: string;
  readonly keyRule: EventKeyRule;
  /**
   * `trigger.evidence.fundingId`. Identifies an event even if the service redelivers it with a different key.
   */
  readonly roundId: string | null;
  /** Name of the event as received. Only `trigger_published` is documented. */
  readonly event: string;
  readonly sentAtMs: number | null;
  readonly type: string | null;
  readonly subtype: string | null;
  readonly publishedAtMs: number | null;
  readonly company: DecodedCompany;
  /** Null if the event does not describe a round. */
  readonly round: DecodedRound | null;
  readonly technologies: readonly DecodedTechnology[] | null;
  /** Categories of the technologies. An event does not show to which category each technology belongs. */
  readonly stackCategories: readonly string[] | null;
  /** 0 to 100; null if the event has no score. */
  readonly icpMatch: number | null;
  /** The note from the service's dashboard, not a note saved in this app. */
  readonly userNote: string | null;
  readonly trackingStatus: string | null;
  readonly triggers: readonly {
    readonly triggerId: string | null;
    readonly type: string | null;
    readonly subtype: string | null;
    readonly publishedAtMs: number | null;
  }[];
  readonly raw: unknown;
}

/** A budget as reported by `/stats` (spec §4.12). */
export interface StatsBudget {
  readonly limit: number | null;
  readonly used: number | null;
  readonly remaining: number | null;
  /** Server time of the next reset, in milliseconds since the epoch. */
  readonly resetsAtMs: number | null;
}

/** Requests made by the whole account on one UTC day (spec §4.12). */
export interface StatsDay {
  /** Start of the day, in milliseconds since the epoch. */
  readonly startMs: number;
  readonly requests: number;
}

/**
 * The figures in `/stats` other than the budgets. A missing or malformed value is null, or empty in the case
 * of `days`.
 */
export interface StatsAccount {
  readonly keyCreatedAtMs: number | null;
  readonly keyLastUsedAtMs: number | null;
  readonly successful: number | null;
  readonly failed: number | null;
  readonly total: number | null;
  /** The specification does not state the unit. */
  readonly averageResponseTime: number | null;
  readonly userRateLimit: number | null;
  /** Names of the operations that were used; null if the service does not list them. */
  readonly endpoints: readonly string[] | null;
  /** One entry for each reported day, oldest first; empty if the service reports no days. */
  readonly days: readonly StatsDay[];
}

/** A decoded `/stats` response. The governor reconciles the ledger with it. */
export interface StatsReading {
  readonly keyType: 'live' | 'test' | 'unknown';
  readonly keyName: string | null;
  readonly budgets: {
    readonly perMinute: StatsBudget | null;
    readonly daily: StatsBudget | null;
    readonly monthly: StatsBudget | null;
    readonly monthlyExport: StatsBudget | null;
    readonly dailyCompanyDetail: StatsBudget | null;
    readonly monthlyPagination: StatsBudget | null;
    readonly testKeyMonthly: StatsBudget | null;
  };
  readonly account: StatsAccount;
}
