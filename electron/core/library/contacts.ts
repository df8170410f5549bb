import { AppFailure } from '../../../shared/app-failure.ts';
import type { Stamp } from '../../../shared/model/company.ts';
import type { DecodedContact } from '../api/decoded.ts';
import {
  contactsState,
  deleteContact,
  insertContact,
  putContactsState,
  sealedContacts,
  updateContact,
  type ContactIdentities,
  type ContactsState,
  type SealedContact,
} from '../db/queries/people.ts';
import type { ReadDb, WriteDb } from '../db/sql.ts';
import { emailKey, identityOf, linkedinKey, mergePeople, type PersonFacts } from './people-merge.ts';
import { keepsPeople, type Place, type Seal, type SealState } from './seal.ts';

/** How the cache keeps people: sealed on the way in, opened on the way out, one company at a time. */

export interface ToldPeople {
  readonly companyId: string;
  readonly contacts: readonly DecodedContact[];
  readonly stamp: Stamp;
}

/** Call inside a transaction, with the company in place. Without a seal only the state is kept, not the people. */
export function keepPeople(db: WriteDb, seal: SealState, told: ToldPeople): void {
  const { companyId, contacts, stamp } = told;
  putContactsState(db, companyId, stateAfter(contactsState(db, companyId), contacts.length, stamp));
  if (!keepsPeople(seal) || contacts.length === 0) return;
  const known = openPeople(db, seal.seal, companyId).people;
  const { people, gone } = mergePeople(known, contacts, stamp);
  for (const contactId of gone) deleteContact(db, contactId);
  const before = new Set(known);
  for (const person of people) if (!before.has(person)) keepPerson(db, seal.seal, companyId, person);
}

/** Opens the people of one company. `unreadable`: rows that this key does not open. */
export function openPeople(
  db: ReadDb,
  seal: Seal,
  companyId: string,
): { people: PersonFacts[]; unreadable: number } {
  const rows = sealedContacts(db, companyId);
  const people = rows.map((row) => openPerson(seal, companyId, row)).filter((person) => person !== null);
  return { people, unreadable: rows.length - people.length };
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

function keepPerson(db: WriteDb, seal: Seal, companyId: string, person: PersonFacts): void {
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
}

const identitiesOf = (seal: Seal, companyId: string, person: PersonFacts): ContactIdentities => ({
  identity: seal.identity(identityOf(companyId, person)),
  emailIdentity: person.email === null ? null : seal.identity(`email\0${emailKey(person.email)}`),
  linkedinIdentity:
    person.linkedinUrl === null ? null : seal.identity(`linkedin\0${linkedinKey(person.linkedinUrl)}`),
});

function openPerson(seal: Seal, companyId: string, row: SealedContact): PersonFacts | null {
  const opened = (column: string, blob: Buffer | null): string | null =>
    blob === null ? null : seal.open(blob, placeOf(companyId, row.contactId, column));
  try {
    return {
      contactId: row.contactId,
      serviceId: opened('service_id', row.serviceId),
      name: opened('name', row.name),
      title: opened('title', row.title),
      email: opened('email', row.email),
      emailValid: row.emailValid,
      linkedinUrl: opened('linkedin_url', row.linkedinUrl),
      stamp: row.stamp,
      claims: row.claims,
    };
  } catch (error) {
    // One row that does not open must not take the others with it.
    if (error instanceof AppFailure) return null;
    throw error;
  }
}

const placeOf = (companyId: string, contactId: number, column: string): Place => ({
  table: 'contact',
  row: `${contactId}/${companyId}`,
  column,
});
