import type { Stamp } from '../../../shared/model/company.ts';
import type { DecodedContact } from '../service-api/decoders/decoded-types.ts';
import { createFieldMerge, laterStamp, type Claims } from '../foundation/field-provenance.ts';
import { fold } from '../../../shared/fold-diacritics.ts';

/** A contact at one company, unencrypted and in memory only. */
export interface ContactFacts {
  /** Row id in the cache, or null for a contact that is not stored yet. */
  readonly contactId: number | null;
  readonly serviceId: string | null;
  readonly name: string | null;
  readonly title: string | null;
  readonly email: string | null;
  readonly emailValid: boolean;
  readonly linkedinUrl: string | null;
  readonly stamp: Stamp;
  readonly claims: Claims;
}

/**
 * All contacts after a merge. For each contact that combines several stored or received contacts,
 * `mergedFrom` lists the combined contacts.
 */
interface MergedContact {
  readonly people: readonly ContactFacts[];
  readonly mergedFrom: ReadonlyMap<ContactFacts, readonly ContactFacts[]>;
}

/** Merges received contacts with those already known at the same company. */
export function mergeContactRows(
  known: readonly ContactFacts[],
  received: readonly DecodedContact[],
  stamp: Stamp,
): MergedContact {
  let people = [...known];
  const mergedFrom = new Map<ContactFacts, readonly ContactFacts[]>();
  for (const contact of received) {
    if (isEmptyContact(contact)) continue;
    const incoming = personOf(contact, stamp);
    const joined = findSameContacts(people, incoming);
    const [first, ...others] = joined;
    if (first === undefined) {
      people.push(incoming);
      continue;
    }
    const merged = others.reduce(joinPeople, joinPeople(first, incoming));
    mergedFrom.set(
      merged,
      [...joined, incoming].flatMap((person) => [person, ...(mergedFrom.get(person) ?? [])]),
    );
    people = people.flatMap((person) =>
      person === first ? [merged] : others.includes(person) ? [] : [person],
    );
  }
  return { people, mergedFrom };
}

/**
 * Returns the string that identifies a contact across responses: the LinkedIn profile; otherwise the email;
 * otherwise the company, name, title and contact id. The caller hashes this string with a key before storing
 * it.
 */
export function identityOf(companyId: string, person: ContactFacts): string {
  if (person.linkedinUrl !== null) return `linkedin\0${linkedinKey(person.linkedinUrl)}`;
  if (person.email !== null) return `email\0${emailKey(person.email)}`;
  return `name\0${companyId}\0${nameKey(person)}\0${person.serviceId ?? ''}`;
}

export const emailKey = (email: string): string => email.trim().toLowerCase();

/**
 * Normalizes a LinkedIn profile URL: removes scheme, country host, query and trailing slash; ignores case.
 */
export function linkedinKey(url: string): string {
  const typed = url.trim().toLowerCase();
  const [beforeQuery = ''] = typed.replace(/^[a-z]+:\/\//, '').split(/[?#]/);
  const path = beforeQuery.replace(/^(?:[a-z]{2,3}\.)?linkedin\.com\//, 'linkedin.com/').replace(/\/+$/, '');
  try {
    return decodeURIComponent(path).normalize('NFC');
  } catch {
    return path;
  }
}

const nameKey = ({ name, title }: ContactFacts): string => `${fold(name ?? '')}\0${fold(title ?? '')}`;

const isEmptyContact = ({ name, email, linkedinUrl }: DecodedContact): boolean =>
  name === null && email === null && linkedinUrl === null;

/**
 * Finds the known contacts that are the same person as the incoming contact. Compares LinkedIn profiles if
 * both contacts have one, otherwise contact ids, otherwise emails. Returns all matches. If there are none,
 * returns at most one contact with weaker evidence: the same email but a different name, or only the same
 * name and title. If one response contains an email with two names, these are two people.
 */
function findSameContacts(people: readonly ContactFacts[], incoming: ContactFacts): ContactFacts[] {
  const by = (wanted: Likeness): ContactFacts[] =>
    people.filter((person) => likeness(person, incoming) === wanted);
  const certain = by('certain');
  if (certain.length > 0) return certain;
  const renamed = by('address').filter(({ stamp }) => stamp.fetchedAtMs !== incoming.stamp.fetchedAtMs);
  return [...renamed, ...by('name')].slice(0, 1);
}

type Likeness = 'certain' | 'address' | 'name' | 'none';

function likeness(a: ContactFacts, b: ContactFacts): Likeness {
  if (a.linkedinUrl !== null && b.linkedinUrl !== null)
    return linkedinKey(a.linkedinUrl) === linkedinKey(b.linkedinUrl) ? 'certain' : 'none';
  if (a.serviceId !== null && b.serviceId !== null) return a.serviceId === b.serviceId ? 'certain' : 'none';
  const named = a.name !== null && b.name !== null;
  if (a.email !== null && b.email !== null) {
    if (emailKey(a.email) !== emailKey(b.email)) return 'none';
    return named && fold(a.name) !== fold(b.name) ? 'address' : 'certain';
  }
  return named && nameKey(a) === nameKey(b) ? 'name' : 'none';
}

/** Merges two contacts. For each field, the newer non-null value wins. */
function joinPeople(known: ContactFacts, incoming: ContactFacts): ContactFacts {
  const merge = createFieldMerge(
    known.claims,
    (field) => incoming.claims[field] ?? { rank: -1, atMs: 0, source: incoming.stamp.source },
  );
  const knownEmail = known.email === null ? null : { email: known.email, emailValid: known.emailValid };
  const receivedEmail =
    incoming.email === null ? null : { email: incoming.email, emailValid: incoming.emailValid };
  const address = merge.pick('email', knownEmail, receivedEmail);
  return {
    contactId: known.contactId ?? incoming.contactId,
    serviceId: merge.pick('serviceId', known.serviceId, incoming.serviceId),
    name: merge.pick('name', known.name, incoming.name),
    title: merge.pick('title', known.title, incoming.title),
    email: address?.email ?? null,
    emailValid: address?.emailValid ?? false,
    linkedinUrl: merge.pick('linkedinUrl', known.linkedinUrl, incoming.linkedinUrl),
    stamp: laterStamp(known.stamp, incoming.stamp),
    claims: merge.claims(),
  };
}

const RECEIVED_FIELDS = ['serviceId', 'name', 'title', 'email', 'linkedinUrl'] as const;

function personOf(contact: DecodedContact, stamp: Stamp): ContactFacts {
  const { contactId: serviceId, name, title, email, emailValid, linkedinUrl } = contact;
  const received = { serviceId, name, title, email, linkedinUrl };
  const claim = { rank: 0, atMs: stamp.fetchedAtMs, source: stamp.source };
  const claims = Object.fromEntries(
    RECEIVED_FIELDS.filter((field) => received[field] !== null).map((field) => [field, claim]),
  );
  return { contactId: null, ...received, emailValid, stamp, claims };
}
