import type { Stamp } from '../../../shared/model/company.ts';
import type { DecodedContact } from '../service-api/decoders/decoded-types.ts';
import {
  contactsState,
  deleteContact,
  insertContact,
  putContactsState,
  updateContact,
  type ContactIdentities,
  type ContactsState,
} from '../database/queries/cache/contacts.ts';
import { copyAliases, putAlias } from '../database/queries/cache/contact-identities.ts';
import type { WriteDb } from '../database/sql.ts';
import { companiesOf, removeContacts } from './remove-contacts.ts';
import { emailKey, identityOf, linkedinKey, mergeContactRows, type ContactFacts } from './merge-contacts.ts';
import { decryptContacts, placeOf } from './decrypt-contacts.ts';
import { canStoreContacts, type ContactEncryption, type ContactKeyState } from './contact-encryption.ts';

/** Contacts of one company, as returned in a response. */
interface ReceivedContacts {
  readonly companyId: string;
  readonly contacts: readonly DecodedContact[];
  readonly stamp: Stamp;
}

/**
 * Stores the received contacts. Suppressed contacts are counted but not stored. If contacts are locked or the
 * user chose not to store contacts, stores only the contacts state. Call inside a transaction, after storing
 * the company.
 */
export function storeReceivedContacts(db: WriteDb, seal: ContactKeyState, received: ReceivedContacts): void {
  const { companyId, contacts, stamp } = received;
  putContactsState(db, companyId, stateAfter(contactsState(db, companyId), contacts.length, stamp));
  if (!canStoreContacts(seal)) return;
  const storable = storableContacts(db, seal, companyId, contacts);
  if (storable.length === 0) return;
  const known = decryptContacts(db, seal.seal, companyId).people;
  const { people, mergedFrom } = mergeContactRows(known, storable, stamp);
  const before = new Set(known);
  for (const person of people) {
    if (before.has(person)) continue;
    const contactId = storeContact(db, seal.seal, companyId, person);
    storeAliases(db, seal.seal, { companyId, contactId, person, mergedFrom: mergedFrom.get(person) ?? [] });
  }
}

/**
 * Returns the contacts that may be stored. A suppressed contact in the response may reveal another address of
 * the same person. Stored contacts that match any suppression are therefore removed.
 */
function storableContacts(
  db: WriteDb,
  { seal, suppressions }: Extract<ContactKeyState, { mode: 'open' }>,
  companyId: string,
  contacts: readonly DecodedContact[],
): readonly DecodedContact[] {
  const isStorable = (contact: DecodedContact): boolean =>
    !suppressions.withholds(companyId, { ...contact, serviceId: contact.contactId });
  const storable = contacts.filter(isStorable);
  if (storable.length === contacts.length) return contacts;
  const withheld = contacts.filter((contact) => !storable.includes(contact));
  const at = new Set([companyId, ...withheld.flatMap((contact) => companiesOf(db, seal, contact))]);
  removeContacts(db, seal, [...at], suppressions.withholds);
  // Checks again, because `withholds` may have added addresses to the suppressions during the first check.
  return storable.filter(isStorable);
}

/**
 * Returns the contacts state after a response. The newest response determines whether the company has
 * contacts. Names and full contacts have separate fetch times.
 */
function stateAfter(
  known: ContactsState | null,
  count: number,
  { source, fetchedAtMs }: Stamp,
): ContactsState {
  const named = source === 'company';
  const newest = Math.max(known?.observedAtMs ?? fetchedAtMs, fetchedAtMs) === fetchedAtMs;
  const latest = (before: number | null | undefined): number => Math.max(before ?? fetchedAtMs, fetchedAtMs);
  const times = {
    namesAtMs: named ? latest(known?.namesAtMs) : (known?.namesAtMs ?? null),
    fetchedAtMs: named ? (known?.fetchedAtMs ?? null) : latest(known?.fetchedAtMs),
  };
  if (known !== null && !newest) return { ...known, ...times, total: known.total ?? count };
  const state = count > 0 ? 'available' : 'told-none';
  return { state, source, observedAtMs: fetchedAtMs, hint: null, total: count, ...times };
}

/** Records that the service refused to return the contacts. Stored contacts remain. */
export function storeContactsRefused(
  db: WriteDb,
  companyId: string,
  hint: string | null,
  atMs: number,
): void {
  const known = contactsState(db, companyId);
  if (known !== null && known.observedAtMs > atMs) return;
  putContactsState(db, companyId, {
    state: 'closed',
    source: 'contacts',
    observedAtMs: atMs,
    hint,
    total: known?.total ?? null,
    namesAtMs: known?.namesAtMs ?? null,
    fetchedAtMs: known?.fetchedAtMs ?? null,
  });
}

/**
 * Inserts or updates a contact.
 * @returns the contact's row id
 */
function storeContact(db: WriteDb, seal: ContactEncryption, companyId: string, person: ContactFacts): number {
  const identities = identitiesOf(seal, companyId, person);
  const contactId = person.contactId ?? insertContact(db, companyId, identities, person.stamp);
  const sealed = (column: string, plain: string | null): Buffer | null =>
    plain === null ? null : seal.seal(plain, placeOf(companyId, contactId, column));
  updateContact(
    db,
    {
      contactId,
      serviceId: sealed('service_id', person.serviceId),
      name: sealed('name', person.name),
      title: sealed('title', person.title),
      email: sealed('email', person.email),
      linkedinUrl: sealed('linkedin_url', person.linkedinUrl),
      emailValid: person.emailValid,
      stamp: person.stamp,
      claims: person.claims,
    },
    identities,
  );
  return contactId;
}

/**
 * Stores earlier identities of a contact as aliases, because entries in the contact log may still refer to
 * them (user-data/contact-log.ts). Deletes the rows that were merged into this contact.
 */
function storeAliases(
  db: WriteDb,
  seal: ContactEncryption,
  {
    companyId,
    contactId,
    person,
    mergedFrom,
  }: { companyId: string; contactId: number; person: ContactFacts; mergedFrom: readonly ContactFacts[] },
): void {
  const now = identityOf(companyId, person);
  const earlier = new Set(mergedFrom.map((before) => identityOf(companyId, before)));
  for (const identity of earlier)
    if (identity !== now) putAlias(db, { contactId, identity: seal.identity(identity) });
  for (const { contactId: other } of mergedFrom) {
    if (other === null || other === contactId) continue;
    copyAliases(db, { from: other, to: contactId });
    deleteContact(db, other);
  }
}

const identitiesOf = (
  seal: ContactEncryption,
  companyId: string,
  person: ContactFacts,
): ContactIdentities => ({
  identity: seal.identity(identityOf(companyId, person)),
  emailIdentity: person.email === null ? null : seal.identity(`email\0${emailKey(person.email)}`),
  linkedinIdentity:
    person.linkedinUrl === null ? null : seal.identity(`linkedin\0${linkedinKey(person.linkedinUrl)}`),
});
