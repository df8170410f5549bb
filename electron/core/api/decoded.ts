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
}

export interface DecodedDetail {
  readonly company: DecodedCompany;
  readonly rounds: readonly DecodedRound[] | null;
  readonly highlights:
    readonly { readonly highlightId: string | null; readonly text: string; readonly source: string }[] | null;
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
