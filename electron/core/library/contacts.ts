import type { Stamp } from '../../../shared/model/company.ts';
import type { DecodedContact } from '../api/decoded.ts';
import {
  contactsState,
  deleteContact,
  insertContact,
  putContactsState,
  updateContact,
  type ContactIdentities,
  type ContactsState,
} from '../db/queries/people.ts';
import { copyAliases, putAlias } from '../db/queries/contact-identities.ts';
import type { WriteDb } from '../db/sql.ts';
import { companiesOf, removePeople } from '../privacy/remove-people.ts';
import { emailKey, identityOf, linkedinKey, mergePeople, type PersonFacts } from './people-merge.ts';
import { openPeople, placeOf } from './sealed-people.ts';
import { keepsPeople, type Seal, type SealState } from './seal.ts';

/** How the cache keeps people, one company at a time. Who is suppressed is not kept. */

export interface ToldPeople {
  readonly companyId: string;
  readonly contacts: readonly DecodedContact[];
  readonly stamp: Stamp;
}

/**
 * Call inside a transaction, with the company in place. Without a seal only the state is kept, not the people; who is
 * suppressed is counted in it and nothing more. Every way in which people come to be kept leads through here.
 */
export function keepPeople(db: WriteDb, seal: SealState, told: ToldPeople): void {
  const { companyId, contacts, stamp } = told;
  putContactsState(db, companyId, stateAfter(contactsState(db, companyId), contacts.length, stamp));
  if (!keepsPeople(seal)) return;
  const welcome = welcomeOf(db, seal, companyId, contacts);
  if (welcome.length === 0) return;
  const known = openPeople(db, seal.seal, companyId).people;
  const { people, cameOf } = mergePeople(known, welcome, stamp);
  const before = new Set(known);
  for (const person of people) {
    if (before.has(person)) continue;
    const contactId = keepPerson(db, seal.seal, companyId, person);
    keepAliases(db, seal.seal, { companyId, contactId, person, cameOf: cameOf.get(person) ?? [] });
  }
}

/**
 * Those of `contacts` who may be kept. What was told with somebody who is suppressed may show that they are here already,
 * known until now by another address only: they go.
 */
function welcomeOf(
  db: WriteDb,
  { seal, suppressions }: Extract<SealState, { mode: 'open' }>,
  companyId: string,
  contacts: readonly DecodedContact[],
): readonly DecodedContact[] {
  const isWelcome = (contact: DecodedContact): boolean =>
    !suppressions.withholds(companyId, { ...contact, serviceId: contact.contactId });
  const welcome = contacts.filter(isWelcome);
  if (welcome.length === contacts.length) return contacts;
  const withheld = contacts.filter((contact) => !welcome.includes(contact));
  const at = new Set([companyId, ...withheld.flatMap((contact) => companiesOf(db, seal, contact))]);
  removePeople(db, seal, [...at], suppressions.withholds);
  // Once more: by now all addresses are known that were told with them.
  return welcome.filter(isWelcome);
}

/** Pure. The newest word on whether there are contacts stands; times of names and of addresses are kept beside it. */
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

/** Records that the service refused the contacts; what is kept of them stays. */
export function keepClosed(db: WriteDb, companyId: string, hint: string | null, atMs: number): void {
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

/** Gives the number of their row. */
function keepPerson(db: WriteDb, seal: Seal, companyId: string, person: PersonFacts): number {
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
 * The seller's entries mean a person by what that person was known by when they were written (words/contact-log.ts): they go on
 * meaning who it turned out to be. Rows that turned out to be this person's go.
 */
function keepAliases(
  db: WriteDb,
  seal: Seal,
  {
    companyId,
    contactId,
    person,
    cameOf,
  }: { companyId: string; contactId: number; person: PersonFacts; cameOf: readonly PersonFacts[] },
): void {
  const now = identityOf(companyId, person);
  const earlier = new Set(cameOf.map((before) => identityOf(companyId, before)));
  for (const identity of earlier)
    if (identity !== now) putAlias(db, { contactId, identity: seal.identity(identity) });
  for (const { contactId: other } of cameOf) {
    if (other === null || other === contactId) continue;
    copyAliases(db, { from: other, to: contactId });
    deleteContact(db, other);
  }
}

const identitiesOf = (seal: Seal, companyId: string, person: PersonFacts): ContactIdentities => ({
  identity: seal.identity(identityOf(companyId, person)),
  emailIdentity: person.email === null ? null : seal.identity(`email\0${emailKey(person.email)}`),
  linkedinIdentity:
    person.linkedinUrl === null ? null : seal.identity(`linkedin\0${linkedinKey(person.linkedinUrl)}`),
});
