import type { Amount } from '../../../../shared/model/company.ts';

/*
 * Service responses after tolerant decoding, as passed to the library. `null` means the field was missing; an
 * empty list means the service reported none. `raw` is the row as received, for later renormalisation;
 * personal parts are split into `rawPersonal`, which is only stored encrypted.
 */

export interface DecodedTag {
  readonly tagId: string | null;
  readonly name: string;
  readonly slug: string | null;
  readonly category: string | null;
}

export interface DecodedCompany {
  readonly companyId: string;
  readonly name: string | null;
  /** ISO 3166-1 alpha-2, upper case; derived from a code or a full name. */
  readonly countryCode: string | null;
  readonly countryName: string | null;
  readonly description: string | null;
  readonly website: string | null;
  readonly linkedinUrl: string | null;
  readonly industries: readonly string[] | null;
  readonly tags: readonly DecodedTag[] | null;
}

export interface DecodedRound {
  /** Null if the source has no round id (company list items). */
  readonly roundId: string | null;
  /** Canonical spelling for known stages, otherwise as received. */
  readonly stage: string | null;
  readonly amount: Amount | null;
  readonly amountUsd: number | null;
  /** Calendar date in its stated offset; never shifted. */
  readonly announcedOn: string | null;
  /** The received date if it contains more than the calendar date. */
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
  /** Rows without a usable id: counted, not stored. */
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
  /** The whole response. Personal data, stored encrypted or not at all. */
  readonly rawPersonal: unknown;
}

export interface DecodedTechnology {
  readonly name: string;
  readonly categories: readonly string[];
  /** Only `/tech-stack` provides it (spec §2.4). */
  readonly description: string | null;
}

/** `GET /companies/{id}/tech-stack` (spec §2.4). */
export interface DecodedTechStack {
  readonly companyId: string;
  readonly technologies: readonly DecodedTechnology[];
  readonly raw: unknown;
}

/** `GET /companies/{id}/fundings` (spec §2.5): all rounds. */
export interface DecodedRounds {
  readonly companyId: string;
  readonly rounds: readonly { readonly round: DecodedRound; readonly raw: unknown }[];
  /** Unreadable rows: counted, not stored. */
  readonly setAside: number;
}

export interface DecodedHighlight {
  readonly highlightId: string | null;
  readonly text: string;
  readonly source: string;
  /** Unix ms; null if missing. */
  readonly createdAtMs: number | null;
}

/** `GET /companies/{id}/highlights` (spec §2.9). */
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

/** `GET /companies/{id}/news` (spec §2.10). */
export interface DecodedNews {
  readonly companyId: string;
  readonly articles: readonly DecodedArticle[];
  readonly setAside: number;
  readonly raw: unknown;
}

export interface DecodedRole {
  /** An integer as text. */
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

/** A page of `GET /companies/{id}/open-roles` (spec §2.8, §2.11). */
export interface DecodedRoles {
  readonly companyId: string;
  readonly roles: readonly DecodedRole[];
  readonly setAside: number;
  /** As requested, not as returned by the service. */
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
  readonly totalContacts: number | null;
  readonly totalFundings: number | null;
  /** The response without its contacts. */
  readonly raw: unknown;
  /** The contacts as received; null if the key was missing. */
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

/** Rule that found an event's key; the specification masks the key's name (spec §6.3). */
export type EventKeyRule = 'trigger-id' | 'masked-name' | 'only-unknown-name' | 'funding-id' | 'hash';

/** A webhook delivery (spec §6.3). */
export interface DecodedEvent {
  readonly eventKey: string;
  readonly keyRule: EventKeyRule;
  /** `trigger.evidence.fundingId`; also used to recognise an event delivered under another key. */
  readonly roundId: string | null;
  /** As sent; only `trigger_published` is documented. */
  readonly event: string;
  readonly sentAtMs: number | null;
  readonly type: string | null;
  readonly subtype: string | null;
  readonly publishedAtMs: number | null;
  readonly company: DecodedCompany;
  /** Null if the event does not describe a funding. */
  readonly round: DecodedRound | null;
  readonly technologies: readonly DecodedTechnology[] | null;
  /** 0 to 100; null without a score. */
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
  /** As received, without fields that may name a person and without the dashboard's note. */
  readonly raw: unknown;
}
