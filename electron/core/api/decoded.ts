import type { Amount } from '../../../shared/model/company.ts';

/*
 * What the client hands to the library: the service's answers after tolerant decoding (rule D). `null` means "not told",
 * an empty list means "told: none". `raw` is the row as received, kept so that a better normaliser can run later;
 * personal parts are split off into `rawPersonal`, which is only ever stored sealed.
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
  /** ISO 3166-1 alpha-2, upper case; from a code or a full name. */
  readonly countryCode: string | null;
  readonly countryName: string | null;
  readonly description: string | null;
  readonly website: string | null;
  readonly linkedinUrl: string | null;
  readonly industries: readonly string[] | null;
  readonly tags: readonly DecodedTag[] | null;
}

export interface DecodedRound {
  /** Null where the source gives no round id (company list items). */
  readonly roundId: string | null;
  /** Canonical spelling for known stages, else as received. */
  readonly stage: string | null;
  readonly amount: Amount | null;
  readonly amountUsd: number | null;
  /** Calendar date in the offset as stated; never shifted [R-2-27]. */
  readonly announcedOn: string | null;
  /** The date as received, where it said more than the calendar date. */
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
  /** The whole answer: personal data, stored sealed or not at all. */
  readonly rawPersonal: unknown;
}

export interface DecodedTechnology {
  readonly name: string;
  readonly categories: readonly string[];
  /** Only `/tech-stack` tells it [§2.4]. */
  readonly description: string | null;
}

/** `GET /companies/{id}/tech-stack` [§2.4]. */
export interface DecodedTechStack {
  readonly companyId: string;
  readonly technologies: readonly DecodedTechnology[];
  readonly raw: unknown;
}

/** `GET /companies/{id}/fundings` [§2.5]: all rounds. */
export interface DecodedRounds {
  readonly companyId: string;
  readonly rounds: readonly { readonly round: DecodedRound; readonly raw: unknown }[];
  /** Rows of which nothing could be made: counted, not stored. */
  readonly setAside: number;
}

export interface DecodedHighlight {
  readonly highlightId: string | null;
  readonly text: string;
  readonly source: string;
  /** Unix ms; null where not told. */
  readonly createdAtMs: number | null;
}

/** `GET /companies/{id}/highlights` [§2.9]. */
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

/** `GET /companies/{id}/news` [§2.10]. */
export interface DecodedNews {
  readonly companyId: string;
  readonly articles: readonly DecodedArticle[];
  readonly setAside: number;
  readonly raw: unknown;
}

export interface DecodedRole {
  /** An integer as text [R-2-30]. */
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

/** A page of `GET /companies/{id}/open-roles` [§2.8, §2.11 page style]. */
export interface DecodedRoles {
  readonly companyId: string;
  readonly roles: readonly DecodedRole[];
  readonly setAside: number;
  /** As asked, not as echoed. */
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
  /** The answer without its contacts. */
  readonly raw: unknown;
  /** The contacts as received; null where the key was absent. */
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

/** How the key of an event was found; the specification masks its name [§6.3]. */
export type EventKeyRule = 'trigger-id' | 'masked-name' | 'only-unknown-name' | 'funding-id' | 'hash';

/** A delivery of the webhook [§6.3]. */
export interface DecodedEvent {
  readonly eventKey: string;
  readonly keyRule: EventKeyRule;
  /** `trigger.evidence.fundingId`: also a key, by which an event under another name is known again. */
  readonly roundId: string | null;
  /** As sent: documented is `trigger_published` only. */
  readonly event: string;
  readonly sentAtMs: number | null;
  readonly type: string | null;
  readonly subtype: string | null;
  readonly publishedAtMs: number | null;
  readonly company: DecodedCompany;
  /** Null where the event tells of no funding. */
  readonly round: DecodedRound | null;
  readonly technologies: readonly DecodedTechnology[] | null;
  /** 0 to 100; null: no score. */
  readonly icpMatch: number | null;
  /** Of the dashboard; never the seller's own words here. */
  readonly userNote: string | null;
  readonly trackingStatus: string | null;
  readonly triggers: readonly {
    readonly triggerId: string | null;
    readonly type: string | null;
    readonly subtype: string | null;
    readonly publishedAtMs: number | null;
  }[];
  /** As received, without what may name a person and without the dashboard's note. */
  readonly raw: unknown;
}
