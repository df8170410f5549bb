import type { BuyerRoles } from '../../../shared/model/buyer-roles.ts';
import type { NoContacts, ContactsOfCompany, Person, Stamp } from '../../../shared/model/company.ts';
import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';
import { companyRows, totalContactsOf } from '../database/queries/cache/companies.ts';
import { contactsState, countContacts, type ContactsState } from '../database/queries/cache/contacts.ts';
import type { ReadDb } from '../database/sql.ts';
import { matchTitle } from '../market/match-title.ts';
import { decryptContacts } from './decrypt-contacts.ts';
import { clip, clipOrNull, linkOrNull } from '../foundation/clip-text.ts';
import { fold } from '../../../shared/fold-diacritics.ts';
import type { ContactFacts } from './merge-contacts.ts';
import { windowOf } from '../database/queries/cache/contact-window.ts';
import type { ContactKeyState } from './contact-encryption.ts';

/**
 * Returns the number of contacts that the service reports. If more contacts are stored, returns the number of
 * stored contacts.
 */
export const countListed = (db: ReadDb, companyId: string): number =>
  Math.max(
    countContacts(db, companyId),
    contactsState(db, companyId)?.total ?? 0,
    totalContactsOf(db, companyId) ?? 0,
  );

interface ContactsPage {
  readonly offset?: number;
  /** If set, each contact includes how well its title matches these roles. */
  readonly buyerRoles?: BuyerRoles | null;
}

/**
 * Returns one page of a company's contacts, sorted by name. No function returns contacts of several companies
 * at once.
 */
export function peopleOf(
  db: ReadDb,
  seal: ContactKeyState,
  companyId: string,
  nowMs: number,
  { offset = 0, buyerRoles = null }: ContactsPage = {},
): ContactsOfCompany {
  const state = contactsState(db, companyId);
  const storedCount = countContacts(db, companyId);
  const reply = {
    stamp: state === null ? null : contactStamp(state),
    hint: clipOrNull(state?.hint ?? null, 1_000),
    stored: 0,
    total: countListed(db, companyId),
  };
  if (seal.mode === 'not-kept') return { ...reply, state: 'not-kept', people: [] };
  const shownState = reportedState(db, companyId, state, nowMs);
  if (seal.mode === 'locked') {
    const hidden = storedCount > 0 || shownState === 'fetched' || shownState === 'names-only';
    return { ...reply, state: hidden ? 'locked' : shownState, people: [] };
  }
  const { people, unreadable } = decryptContacts(db, seal.seal, companyId);
  // No contact could be decrypted, because the key is no longer available.
  if (people.length === 0 && unreadable > 0) return { ...reply, state: 'locked', people: [] };
  const sorted = people.map((person) => personOf(person, buyerRoles)).sort(byName);
  return {
    ...reply,
    state: shownState,
    stored: sorted.length,
    people: sorted.slice(offset, offset + LIST_LIMIT_MAX),
  };
}

/** If the company has no stored contacts, returns the same view as `peopleOf`. Otherwise, returns null. */
export function emptyContactsView(
  db: ReadDb,
  seal: ContactKeyState,
  companyId: string,
  nowMs: number,
): NoContacts | null {
  if (countContacts(db, companyId) > 0) return null;
  return { ...peopleOf(db, seal, companyId, nowMs), people: [] };
}

function reportedState(
  db: ReadDb,
  companyId: string,
  state: ContactsState | null,
  nowMs: number,
): Exclude<ContactsOfCompany['state'], 'locked' | 'not-kept' | 'paced'> {
  if (state === null || state.state === 'unknown') return 'never-fetched';
  if (state.state === 'told-none') return 'told-none';
  if (state.state === 'closed') {
    const announcedOn = companyRows(db, [companyId]).get(companyId)?.announcedOn ?? null;
    if (windowOf(announcedOn, state, nowMs).state === 'closed') return 'closed';
    // The service last refused the contacts, but a newer round has since reopened the contact window. If no
    // contacts are stored, they can be fetched now.
    if (state.fetchedAtMs === null && state.namesAtMs === null) return 'never-fetched';
  }
  // Contacts that were erased, or deleted by the retention rule, count as never fetched.
  if (state.fetchedAtMs === null && state.namesAtMs === null) return 'never-fetched';
  return state.fetchedAtMs === null ? 'names-only' : 'fetched';
}

/**
 * Returns the source and the time of the best contact data: full contacts, names, or only whether contacts
 * exist.
 */
export const contactStamp = ({ source, observedAtMs, fetchedAtMs, namesAtMs }: ContactsState): Stamp => {
  if (fetchedAtMs !== null) return { source: 'contacts', fetchedAtMs };
  if (namesAtMs !== null) return { source: 'company', fetchedAtMs: namesAtMs };
  return { source, fetchedAtMs: observedAtMs };
};

const personOf = (person: ContactFacts, buyerRoles: BuyerRoles | null): Person => ({
  personId: String(person.contactId ?? 0),
  name: clip(person.name ?? person.email ?? '', 500),
  title: clipOrNull(person.title, 500),
  email: person.email === null || person.email.length > 320 ? null : person.email,
  emailValid: person.emailValid,
  linkedinUrl: linkOrNull(person.linkedinUrl),
  ...(buyerRoles === null ? {} : { match: matchTitle(person.title, buyerRoles) }),
  stamp: person.stamp,
});

function byName(a: Person, b: Person): number {
  const [left, right] = [fold(a.name), fold(b.name)];
  return left === right ? Number(a.personId) - Number(b.personId) : left < right ? -1 : 1;
}
