import type { Stamp } from '../../../shared/model/company.ts';
import type { DecodedContact } from '../api/decoded.ts';
import { createFieldMerge, type Claims } from './claims.ts';
import { newerStamp } from './company-merge.ts';
import { fold } from './fold.ts';

/** One person of one company, in the clear; lives in memory only. */
export interface PersonFacts {
  /** Row in the cache; null for a person who is not kept yet. */
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

/** Everybody, and of whom each came who was told of: of those who were kept, in one row or several, and of the answer's. */
export interface Merged {
  readonly people: readonly PersonFacts[];
  readonly cameOf: ReadonlyMap<PersonFacts, readonly PersonFacts[]>;
}

/** Joins what was told with who is known, within one company. Pure. */
export function mergePeople(
  known: readonly PersonFacts[],
  told: readonly DecodedContact[],
  stamp: Stamp,
): Merged {
  let people = [...known];
  const cameOf = new Map<PersonFacts, readonly PersonFacts[]>();
  for (const contact of told) {
    if (isNobody(contact)) continue;
    const incoming = personOf(contact, stamp);
    const joined = samePerson(people, incoming);
    const [first, ...others] = joined;
    if (first === undefined) {
      people.push(incoming);
      continue;
    }
    const merged = others.reduce(joinPeople, joinPeople(first, incoming));
    cameOf.set(
      merged,
      [...joined, incoming].flatMap((person) => [person, ...(cameOf.get(person) ?? [])]),
    );
    people = people.flatMap((person) =>
      person === first ? [merged] : others.includes(person) ? [] : [person],
    );
  }
  return { people, cameOf };
}

/**
 * By what a person is known again: LinkedIn, else e-mail, else name and title within the company [R-2-29]. Keyed before
 * it is kept anywhere.
 */
export function identityOf(companyId: string, person: PersonFacts): string {
  if (person.linkedinUrl !== null) return `linkedin\0${linkedinKey(person.linkedinUrl)}`;
  if (person.email !== null) return `email\0${emailKey(person.email)}`;
  return `name\0${companyId}\0${nameKey(person)}\0${person.serviceId ?? ''}`;
}

export const emailKey = (email: string): string => email.trim().toLowerCase();

/** One spelling for the ways in which one profile is linked: country hosts, query, trailing slash, case. */
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

const nameKey = ({ name, title }: PersonFacts): string => `${fold(name ?? '')}\0${fold(title ?? '')}`;

const isNobody = ({ name, email, linkedinUrl }: DecodedContact): boolean =>
  name === null && email === null && linkedinUrl === null;

/**
 * Who of `people` the incoming person is. Links, contact ids and addresses may bring several rows together; an address
 * under another name and a name alone join one at most, and an address never two people of one answer: some share one.
 */
function samePerson(people: readonly PersonFacts[], incoming: PersonFacts): PersonFacts[] {
  const by = (wanted: Likeness): PersonFacts[] =>
    people.filter((person) => likeness(person, incoming) === wanted);
  const certain = by('certain');
  if (certain.length > 0) return certain;
  const renamed = by('address').filter(({ stamp }) => stamp.fetchedAtMs !== incoming.stamp.fetchedAtMs);
  return [...renamed, ...by('name')].slice(0, 1);
}

type Likeness = 'certain' | 'address' | 'name' | 'none';

function likeness(a: PersonFacts, b: PersonFacts): Likeness {
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

/** Field by field, the newer told value stays. */
function joinPeople(known: PersonFacts, incoming: PersonFacts): PersonFacts {
  const merge = createFieldMerge(
    known.claims,
    (field) => incoming.claims[field] ?? { rank: -1, atMs: 0, source: incoming.stamp.source },
  );
  const knownEmail = known.email === null ? null : { email: known.email, emailValid: known.emailValid };
  const toldEmail =
    incoming.email === null ? null : { email: incoming.email, emailValid: incoming.emailValid };
  const address = merge.pick('email', knownEmail, toldEmail);
  return {
    contactId: known.contactId ?? incoming.contactId,
    serviceId: merge.pick('serviceId', known.serviceId, incoming.serviceId),
    name: merge.pick('name', known.name, incoming.name),
    title: merge.pick('title', known.title, incoming.title),
    email: address?.email ?? null,
    emailValid: address?.emailValid ?? false,
    linkedinUrl: merge.pick('linkedinUrl', known.linkedinUrl, incoming.linkedinUrl),
    stamp: newerStamp(known.stamp, incoming.stamp),
    claims: merge.claims(),
  };
}

const TOLD_FIELDS = ['serviceId', 'name', 'title', 'email', 'linkedinUrl'] as const;

function personOf(contact: DecodedContact, stamp: Stamp): PersonFacts {
  const { contactId: serviceId, name, title, email, emailValid, linkedinUrl } = contact;
  const told = { serviceId, name, title, email, linkedinUrl };
  const claim = { rank: 0, atMs: stamp.fetchedAtMs, source: stamp.source };
  const claims = Object.fromEntries(
    TOLD_FIELDS.filter((field) => told[field] !== null).map((field) => [field, claim]),
  );
  return { contactId: null, ...told, emailValid, stamp, claims };
}
