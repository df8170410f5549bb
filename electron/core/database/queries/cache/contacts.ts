import { z } from 'zod';
import { sourceSchema, type Source, type Stamp } from '../../../../../shared/model/company.ts';
import { claimsJson, parseClaims, type Claims } from '../../../foundation/field-provenance.ts';
import {
  all,
  bytesOrNull,
  flag,
  get,
  num,
  numOrNull,
  run,
  selectCount,
  text,
  textOrNull,
  type ReadDb,
  type SqlRow,
  type WriteDb,
} from '../../sql.ts';
import { stampOf } from '../columns.ts';

const stateSchema = z.enum(['available', 'closed', 'told-none', 'unknown']);

/**
 * The service's last report on whether a company has contacts. The report is not personal data, so it is
 * stored even if the user chose not to store contacts.
 */
export interface ContactsState {
  readonly state: z.infer<typeof stateSchema>;
  readonly source: Source;
  /** Server time of the response that set `state`, in ms. */
  readonly observedAtMs: number;
  readonly hint: string | null;
  /** Number of contacts in the newest response that was not a refusal; null if there was no such response. */
  readonly total: number | null;
  /**
   * `namesAtMs`: the last time, in ms, at which a company detail contained contact names. `fetchedAtMs`: the
   * last time, in ms, at which `/contacts` returned contacts.
   */
  readonly namesAtMs: number | null;
  readonly fetchedAtMs: number | null;
}

/**
 * Reads the `contacts_*` columns of a joined row; returns null if no contacts state is stored for the
 * company.
 */
export function contactsStateOf(row: SqlRow): ContactsState | null {
  const state = textOrNull(row, 'contacts_state');
  if (state === null) return null;
  return {
    state: stateSchema.parse(state),
    source: sourceSchema.parse(text(row, 'contacts_source')),
    observedAtMs: num(row, 'contacts_observed_at_ms'),
    hint: textOrNull(row, 'contacts_hint'),
    total: numOrNull(row, 'contacts_total'),
    namesAtMs: numOrNull(row, 'contacts_names_at_ms'),
    fetchedAtMs: numOrNull(row, 'contacts_fetched_at_ms'),
  };
}

export function contactsState(db: ReadDb, companyId: string): ContactsState | null {
  const row = get(
    db,
    `SELECT state AS contacts_state, source AS contacts_source, observed_at_ms AS contacts_observed_at_ms,
       hint AS contacts_hint, total AS contacts_total, names_at_ms AS contacts_names_at_ms,
       fetched_at_ms AS contacts_fetched_at_ms
     FROM contacts_state WHERE company_id = :companyId`,
    { companyId },
  );
  return row === null ? null : contactsStateOf(row);
}

export function putContactsState(db: WriteDb, companyId: string, state: ContactsState): void {
  run(
    db,
    `INSERT INTO contacts_state (company_id, state, source, observed_at_ms, hint, total, names_at_ms, fetched_at_ms)
     VALUES (:companyId, :state, :source, :observedAtMs, :hint, :total, :namesAtMs, :fetchedAtMs)
     ON CONFLICT (company_id) DO UPDATE SET state = excluded.state, source = excluded.source,
       observed_at_ms = excluded.observed_at_ms, hint = excluded.hint, total = excluded.total,
       names_at_ms = excluded.names_at_ms, fetched_at_ms = excluded.fetched_at_ms`,
    { companyId, ...state },
  );
}

/** A contact as stored: all personal columns are encrypted. */
export interface EncryptedContact {
  readonly contactId: number;
  readonly serviceId: Buffer | null;
  readonly name: Buffer | null;
  readonly title: Buffer | null;
  readonly email: Buffer | null;
  readonly linkedinUrl: Buffer | null;
  readonly emailValid: boolean;
  readonly stamp: Stamp;
  readonly claims: Claims;
}
export interface ContactIdentities {
  readonly identity: Buffer;
  readonly emailIdentity: Buffer | null;
  readonly linkedinIdentity: Buffer | null;
}

export function encryptedContacts(db: ReadDb, companyId: string): EncryptedContact[] {
  return all(
    db,
    `SELECT contact_id, service_id, name, title, email, linkedin_url, email_valid, source, fetched_at_ms, field_claims
     FROM contact WHERE company_id = :companyId ORDER BY contact_id`,
    { companyId },
  ).map((row) => ({
    contactId: num(row, 'contact_id'),
    serviceId: bytesOrNull(row, 'service_id'),
    name: bytesOrNull(row, 'name'),
    title: bytesOrNull(row, 'title'),
    email: bytesOrNull(row, 'email'),
    linkedinUrl: bytesOrNull(row, 'linkedin_url'),
    emailValid: flag(row, 'email_valid'),
    stamp: stampOf(row),
    claims: parseClaims(text(row, 'field_claims')),
  }));
}

/**
 * Returns a version string for each of these companies that has contacts. The string consists of the random
 * nonces of the encrypted titles. It therefore changes whenever a title is written, and computing it requires
 * no decryption.
 */
export const titleVersionsOf = (db: ReadDb, companyIds: readonly string[]): Map<string, string> =>
  new Map(
    all(
      db,
      `SELECT contact.company_id, group_concat(contact_id || hex(substr(coalesce(title, x''), 2, 12))) AS version
       FROM json_each(:ids) AS wanted JOIN contact ON contact.company_id = wanted.value
       GROUP BY contact.company_id`,
      { ids: JSON.stringify(companyIds) },
    ).map((row) => [text(row, 'company_id'), text(row, 'version')]),
  );

/** A contact's encrypted title. `title` is null if the contact has no title. */
export interface EncryptedTitle {
  readonly companyId: string;
  readonly contactId: number;
  readonly title: Buffer | null;
}

/** Returns the encrypted titles of all contacts of these companies, in no particular order. */
export const encryptedTitles = (db: ReadDb, companyIds: readonly string[]): EncryptedTitle[] =>
  all(
    db,
    `SELECT contact.company_id, contact_id, title
     FROM json_each(:ids) AS wanted JOIN contact ON contact.company_id = wanted.value`,
    { ids: JSON.stringify(companyIds) },
  ).map((row) => ({
    companyId: text(row, 'company_id'),
    contactId: num(row, 'contact_id'),
    title: bytesOrNull(row, 'title'),
  }));

/**
 * Inserts an empty contact and returns its id. The id must be known before the columns are encrypted, because
 * each encrypted value is bound to it.
 */
export function insertContact(
  db: WriteDb,
  companyId: string,
  identities: ContactIdentities,
  stamp: Stamp,
): number {
  return run(
    db,
    `INSERT INTO contact (company_id, identity, email_valid, source, fetched_at_ms, field_claims)
     VALUES (:companyId, :identity, 0, :source, :fetchedAtMs, '{}')`,
    { companyId, identity: identities.identity, ...stamp },
  ).lastId;
}

export function updateContact(db: WriteDb, contact: EncryptedContact, identities: ContactIdentities): void {
  const { stamp, claims, emailValid, ...columns } = contact;
  run(
    db,
    `UPDATE contact SET identity = :identity, email_identity = :emailIdentity, linkedin_identity = :linkedinIdentity,
       service_id = :serviceId, name = :name, title = :title, email = :email, linkedin_url = :linkedinUrl,
       email_valid = :emailValid, source = :source, fetched_at_ms = :fetchedAtMs, field_claims = :claims
     WHERE contact_id = :contactId`,
    { ...columns, ...identities, ...stamp, emailValid: emailValid ? 1 : 0, claims: claimsJson(claims) },
  );
}

export function deleteContact(db: WriteDb, contactId: number): void {
  run(db, 'DELETE FROM contact WHERE contact_id = :contactId', { contactId });
}

export function countContacts(db: ReadDb, companyId: string): number {
  return selectCount(db, 'SELECT count(*) AS n FROM contact WHERE company_id = :companyId', { companyId });
}
