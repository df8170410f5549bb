import type { Amount, Source, Stamp } from '../../../../../shared/model/company.ts';
import { claimsJson, parseClaims, type Claims } from '../../../foundation/field-provenance.ts';
import { insertRows, rowInsert } from '../../insert-rows.ts';
import {
  all,
  get,
  num,
  numOrNull,
  run,
  text,
  textOrNull,
  type ReadDb,
  type SqlParams,
  type SqlRow,
  type WriteDb,
} from '../../sql.ts';
import { amountOf, amountParams, stampOf } from '../columns.ts';
import { contactsStateOf, type ContactsState } from './contacts.ts';

/** A company's own columns, without its rounds. */
export interface CompanyFacts {
  readonly companyId: string;
  readonly name: string | null;
  readonly countryCode: string | null;
  readonly countryName: string | null;
  readonly website: string | null;
  readonly linkedinUrl: string | null;
  readonly description: string | null;
  readonly totalContacts: number | null;
  readonly totalRounds: number | null;
  /** Source and time of the newest response for the company. */
  readonly stamp: Stamp;
  readonly firstSeenAtMs: number;
  readonly removedAtMs: number | null;
  readonly claims: Claims;
}

/** The columns a list shows for a company. */
export interface StoredCompanyRow {
  readonly companyId: string;
  readonly name: string | null;
  readonly countryCode: string | null;
  readonly countryName: string | null;
  readonly industry: string | null;
  readonly stage: string | null;
  readonly amount: Amount | null;
  readonly announcedOn: string | null;
  readonly stamp: Stamp;
  readonly contacts: ContactsState | null;
}

const ROW_COLUMNS = `company.company_id, company.name, company.country_code, company.country_name, company.industry,
  company.stage, company.amount_text, company.amount_value, company.amount_precision, company.amount_currency,
  company.announced_on, company.source, company.fetched_at_ms,
  contacts_state.state AS contacts_state, contacts_state.source AS contacts_source,
  contacts_state.observed_at_ms AS contacts_observed_at_ms, contacts_state.hint AS contacts_hint,
  contacts_state.total AS contacts_total, contacts_state.names_at_ms AS contacts_names_at_ms,
  contacts_state.fetched_at_ms AS contacts_fetched_at_ms`;

const storedRowOf = (row: SqlRow): StoredCompanyRow => ({
  companyId: text(row, 'company_id'),
  name: textOrNull(row, 'name'),
  countryCode: textOrNull(row, 'country_code'),
  countryName: textOrNull(row, 'country_name'),
  industry: textOrNull(row, 'industry'),
  stage: textOrNull(row, 'stage'),
  amount: amountOf(row),
  announcedOn: textOrNull(row, 'announced_on'),
  stamp: stampOf(row),
  contacts: contactsStateOf(row),
});

/** Returns list rows by company id. Ids missing from the cache are omitted. */
export function companyRows(db: ReadDb, ids: readonly string[]): Map<string, StoredCompanyRow> {
  const rows = all(
    db,
    `SELECT ${ROW_COLUMNS}
     FROM json_each(:ids) AS wanted
     JOIN company ON company.company_id = wanted.value
     LEFT JOIN contacts_state ON contacts_state.company_id = company.company_id`,
    { ids: JSON.stringify(ids) },
  ).map(storedRowOf);
  return new Map(rows.map((row) => [row.companyId, row]));
}

export function companyFacts(db: ReadDb, companyId: string): CompanyFacts | null {
  const row = get(
    db,
    `SELECT company_id, name, country_code, country_name, website, linkedin_url, description, total_contacts,
       total_rounds, source, fetched_at_ms, first_seen_at_ms, gone_at_ms, field_claims
     FROM company WHERE company_id = :companyId`,
    { companyId },
  );
  if (row === null) return null;
  return {
    companyId: text(row, 'company_id'),
    name: textOrNull(row, 'name'),
    countryCode: textOrNull(row, 'country_code'),
    countryName: textOrNull(row, 'country_name'),
    website: textOrNull(row, 'website'),
    linkedinUrl: textOrNull(row, 'linkedin_url'),
    description: textOrNull(row, 'description'),
    totalContacts: numOrNull(row, 'total_contacts'),
    totalRounds: numOrNull(row, 'total_rounds'),
    stamp: stampOf(row),
    firstSeenAtMs: num(row, 'first_seen_at_ms'),
    removedAtMs: numOrNull(row, 'gone_at_ms'),
    claims: parseClaims(text(row, 'field_claims')),
  };
}

export interface FoldedCompany {
  readonly nameFolded: string;
  /** The first industry, shown in list rows. */
  readonly industry: string | null;
  /** Host of the website, for finding duplicates; see `foundation/website-host.ts`. */
  readonly websiteHost: string | null;
}

/** The columns of a company's row that store its newest round. */
export interface LatestRound {
  readonly roundId: string;
  readonly stage: string | null;
  readonly amount: Amount | null;
  readonly currency: string | null;
  readonly announcedOn: string | null;
}

const INSERT_COMPANY = `INSERT INTO company (company_id, name, name_folded, country_code, country_name, industry,
       latest_round_id, stage, amount_text, amount_value, amount_precision, amount_currency, announced_on, website,
       linkedin_url, description, total_contacts, total_rounds, source, fetched_at_ms, first_seen_at_ms, gone_at_ms,
       field_claims, website_host)
     VALUES (:companyId, :name, :nameFolded, :countryCode, :countryName, :industry, :latestRoundId, :stage,
       :amountText, :amountValue, :amountPrecision, :currency, :announcedOn, :website, :linkedinUrl, :description,
       :totalContacts, :totalRounds, :source, :fetchedAtMs, :firstSeenAtMs, :removedAtMs, :claims, :websiteHost)`;

const companyParams = (facts: CompanyFacts, folded: FoldedCompany, latest: LatestRound | null): SqlParams => {
  const { claims, stamp, ...columns } = facts;
  return {
    ...columns,
    ...stamp,
    ...folded,
    ...amountParams(latest?.amount ?? null),
    latestRoundId: latest?.roundId ?? null,
    stage: latest?.stage ?? null,
    currency: latest?.currency ?? null,
    announcedOn: latest?.announcedOn ?? null,
    claims: claimsJson(claims),
  };
};

/** Inserts or updates a company. An update does not change the columns of the newest round. */
export function putCompany(db: WriteDb, facts: CompanyFacts, folded: FoldedCompany): void {
  run(
    db,
    `${INSERT_COMPANY}
     ON CONFLICT (company_id) DO UPDATE SET name = excluded.name, name_folded = excluded.name_folded,
       country_code = excluded.country_code, country_name = excluded.country_name, industry = excluded.industry,
       website = excluded.website, linkedin_url = excluded.linkedin_url, description = excluded.description,
       total_contacts = excluded.total_contacts, total_rounds = excluded.total_rounds, source = excluded.source,
       fetched_at_ms = excluded.fetched_at_ms, first_seen_at_ms = excluded.first_seen_at_ms,
       gone_at_ms = excluded.gone_at_ms, field_claims = excluded.field_claims,
       website_host = excluded.website_host`,
    companyParams(facts, folded, null),
  );
}

const INSERT_COMPANIES = rowInsert(INSERT_COMPANY);

/** A company that is not stored yet, with its newest round if it has one. */
export interface NewCompany {
  readonly facts: CompanyFacts;
  readonly folded: FoldedCompany;
  readonly latest: LatestRound | null;
}

export function insertCompanies(db: WriteDb, companies: readonly NewCompany[]): void {
  insertRows(
    db,
    INSERT_COMPANIES,
    companies.map(({ facts, folded, latest }) => companyParams(facts, folded, latest)),
  );
}

/** Returns other companies whose website has the same host, ordered by id. */
export const companiesWithSameHost = (
  db: ReadDb,
  companyId: string,
  limit: number,
): { companyId: string; name: string | null }[] =>
  all(
    db,
    `SELECT other.company_id, other.name FROM company
     JOIN company AS other ON other.website_host = company.website_host
     WHERE company.company_id = :companyId AND other.website_host IS NOT NULL
       AND other.company_id <> company.company_id
     ORDER BY other.company_id LIMIT :limit`,
    { companyId, limit },
  ).map((row) => ({ companyId: text(row, 'company_id'), name: textOrNull(row, 'name') }));

/** Returns the companies whose website has this host, ordered by id. */
export const companiesOfHost = (db: ReadDb, host: string, limit: number): string[] =>
  all(db, 'SELECT company_id FROM company WHERE website_host = :host ORDER BY company_id LIMIT :limit', {
    host,
    limit,
  }).map((row) => text(row, 'company_id'));

/**
 * Returns the companies without a stored website whose names begin with this text, shortest name first.
 *
 * @param name in lower case, without spaces or hyphens
 */
export const companiesWithoutHost = (db: ReadDb, name: string, limit: number): string[] =>
  all(
    db,
    `SELECT company_id FROM company
     WHERE website_host IS NULL AND instr(replace(replace(lower(name), ' ', ''), '-', ''), :name) = 1
     ORDER BY length(name), company_id LIMIT :limit`,
    { name, limit },
  ).map((row) => text(row, 'company_id'));

/**
 * Returns the companies with this LinkedIn page, ordered by id.
 *
 * @param page the page without protocol, country host, query and trailing slash, in lower case
 */
export const companiesOnLinkedin = (db: ReadDb, page: string, limit: number): string[] =>
  all(
    db,
    `SELECT company_id FROM company
     WHERE linkedin_url IS NOT NULL AND instr(rtrim(lower(linkedin_url), '/') || '/', :page || '/') > 0
     ORDER BY company_id LIMIT :limit`,
    { page, limit },
  ).map((row) => text(row, 'company_id'));

/** A source's raw row for a company. */
export interface CompanySource {
  readonly companyId: string;
  readonly stamp: Stamp;
  readonly raw: string;
  readonly undocumented: Buffer | null;
  readonly personal: Buffer | null;
}

const PUT_COMPANY_SOURCES =
  rowInsert(`INSERT INTO company_source (company_id, source, fetched_at_ms, raw, undocumented, personal)
     VALUES (:companyId, :source, :fetchedAtMs, :raw, :undocumented, :personal)
     ON CONFLICT (company_id, source) DO UPDATE SET fetched_at_ms = excluded.fetched_at_ms, raw = excluded.raw,
       undocumented = excluded.undocumented, personal = coalesce(excluded.personal, personal)
     WHERE excluded.fetched_at_ms >= fetched_at_ms`);

/** Stores raw rows. An older response does not replace a newer one from the same source. */
export function putCompanySources(db: WriteDb, sources: readonly CompanySource[]): void {
  insertRows(
    db,
    PUT_COMPANY_SOURCES,
    sources.map(({ companyId, stamp, raw, undocumented, personal }) => ({
      companyId,
      ...stamp,
      raw,
      undocumented,
      personal,
    })),
  );
}

/** Returns the time of this source's last response for a company; null if there is none. */
export function sourceStamp(db: ReadDb, companyId: string, source: Source): Stamp | null {
  const row = get(
    db,
    'SELECT source, fetched_at_ms FROM company_source WHERE company_id = :companyId AND source = :source',
    { companyId, source },
  );
  return row === null ? null : stampOf(row);
}

/** Marks a known company as gone after a 404. Its data is kept. */
export function markRemoved(db: WriteDb, companyId: string, atMs: number): void {
  run(
    db,
    `UPDATE company SET gone_at_ms = :atMs
     WHERE company_id = :companyId AND gone_at_ms IS NULL AND fetched_at_ms <= :atMs`,
    { companyId, atMs },
  );
}

/**
 * Removes the mark set by `markRemoved`, because a response received at `atMs` contained the company. If the
 * 404 is newer than that response, the mark stays.
 */
export function unmarkRemoved(db: WriteDb, companyId: string, atMs: number): void {
  run(db, 'UPDATE company SET gone_at_ms = NULL WHERE company_id = :companyId AND gone_at_ms < :atMs', {
    companyId,
    atMs,
  });
}

export function companyNamesOf(db: ReadDb, ids: readonly string[]): Map<string, string> {
  const rows = all(
    db,
    `SELECT company.company_id, company.name FROM json_each(:ids) AS wanted
     JOIN company ON company.company_id = wanted.value WHERE company.name IS NOT NULL`,
    { ids: JSON.stringify(ids) },
  );
  return new Map(rows.map((row) => [text(row, 'company_id'), text(row, 'name')]));
}

/**
 * Returns whether any response contained this company. This is not the case for a company that the app
 * requested but the service never returned.
 */
export function isKnown(db: ReadDb, companyId: string): boolean {
  return (
    get(db, 'SELECT 1 AS known FROM company_source WHERE company_id = :companyId LIMIT 1', { companyId }) !==
    null
  );
}

/** Returns the id of the most recently added company that the service still has; null if there is none. */
export function newestCompanyId(db: ReadDb): string | null {
  const row = get(db, 'SELECT company_id FROM company WHERE gone_at_ms IS NULL ORDER BY rowid DESC LIMIT 1');
  return row === null ? null : text(row, 'company_id');
}

/** Returns `total_fundings` from the newest company detail; null if unknown. */
export function totalRoundsOf(db: ReadDb, companyId: string): number | null {
  const row = get(db, 'SELECT total_rounds FROM company WHERE company_id = :companyId', { companyId });
  return row === null ? null : numOrNull(row, 'total_rounds');
}

/** Returns `total_contacts` from the newest company detail; null if unknown. */
export function totalContactsOf(db: ReadDb, companyId: string): number | null {
  const row = get(db, 'SELECT total_contacts FROM company WHERE company_id = :companyId', { companyId });
  return row === null ? null : numOrNull(row, 'total_contacts');
}

/**
 * The number of contacts to expect in the next `/contacts` response: the number in the last such response or,
 * if a later profile listed contact names, the profile's total. A response without contacts says nothing
 * about the next one, because the service may list contacts by then.
 */
const EXPECTED_CONTACTS = `coalesce(
  CASE WHEN contacts_state.fetched_at_ms >= coalesce(contacts_state.names_at_ms, 0)
    THEN nullif(contacts_state.total, 0) END,
  company.total_contacts,
  nullif(contacts_state.total, 0))`;

/** Returns the number of contacts to expect in the next `/contacts` response; null if unknown. */
export function expectedContactsOf(db: ReadDb, companyId: string): number | null {
  const row = get(
    db,
    `SELECT ${EXPECTED_CONTACTS} AS contacts FROM company LEFT JOIN contacts_state USING (company_id)
     WHERE company.company_id = :companyId`,
    { companyId },
  );
  return row === null ? null : numOrNull(row, 'contacts');
}

/**
 * Returns the numbers of contacts (`expectedContactsOf`) and rounds (`total_fundings`) of these companies.
 * Omits ids that are missing from the cache.
 */
export const totalsOf = (
  db: ReadDb,
  ids: readonly string[],
): { companyId: string; contacts: number | null; rounds: number | null }[] =>
  all(
    db,
    `SELECT company.company_id, ${EXPECTED_CONTACTS} AS contacts, company.total_rounds
     FROM json_each(:ids) AS wanted JOIN company ON company.company_id = wanted.value
     LEFT JOIN contacts_state ON contacts_state.company_id = company.company_id`,
    { ids: JSON.stringify(ids) },
  ).map((row) => ({
    companyId: text(row, 'company_id'),
    contacts: numOrNull(row, 'contacts'),
    rounds: numOrNull(row, 'total_rounds'),
  }));

export const wasReturnedBy = (db: ReadDb, companyId: string, source: Stamp['source']): boolean =>
  get(db, 'SELECT 1 AS hit FROM company_source WHERE company_id = :companyId AND source = :source', {
    companyId,
    source,
  }) !== null;
