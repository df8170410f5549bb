import type { Nobody, People, Person, Stamp } from '../../../shared/model/company.ts';
import { companyRows, totalContactsOf } from '../db/queries/companies.ts';
import { contactsState, countContacts, type ContactsState } from '../db/queries/people.ts';
import type { ReadDb } from '../db/sql.ts';
import { openPeople } from './sealed-people.ts';
import { clip, clipOrNull, fold, linkOrNull } from './fold.ts';
import type { PersonFacts } from './people-merge.ts';
import { windowOf } from './rows.ts';
import type { SealState } from './seal.ts';

/** Rows of one reply; `total` tells of the rest. */
const PEOPLE_MAX = 50;

/** The people of one company, by name. A single company only: the contract has no bulk path to people. */
export function peopleOf(db: ReadDb, seal: SealState, companyId: string, nowMs: number): People {
  const state = contactsState(db, companyId);
  const kept = countContacts(db, companyId);
  const reply = {
    stamp: state === null ? null : peopleStamp(state),
    hint: clipOrNull(state?.hint ?? null, 1_000),
    total: Math.max(kept, state?.total ?? 0, totalContactsOf(db, companyId) ?? 0),
  };
  if (seal.mode === 'not-kept') return { ...reply, state: 'not-kept', people: [] };
  const told = toldState(db, companyId, state, nowMs);
  if (seal.mode === 'locked') {
    const hidden = kept > 0 || told === 'fetched' || told === 'names-only';
    return { ...reply, state: hidden ? 'locked' : told, people: [] };
  }
  const { people, unreadable } = openPeople(db, seal.seal, companyId);
  // Sealed under a key that is no longer the one at hand.
  if (people.length === 0 && unreadable > 0) return { ...reply, state: 'locked', people: [] };
  return { ...reply, state: told, people: people.map(personOf).sort(byName).slice(0, PEOPLE_MAX) };
}

/** The same where nobody is kept, which is a fact of the company and of no person; null where there may be somebody. */
export function nobodyOf(db: ReadDb, seal: SealState, companyId: string, nowMs: number): Nobody | null {
  if (countContacts(db, companyId) > 0) return null;
  return { ...peopleOf(db, seal, companyId, nowMs), people: [] };
}

function toldState(
  db: ReadDb,
  companyId: string,
  state: ContactsState | null,
  nowMs: number,
): Exclude<People['state'], 'locked' | 'not-kept' | 'paced'> {
  if (state === null || state.state === 'unknown') return 'never-fetched';
  if (state.state === 'told-none') return 'told-none';
  if (state.state === 'closed') {
    const announcedOn = companyRows(db, [companyId]).get(companyId)?.announcedOn ?? null;
    if (windowOf(announcedOn, state, nowMs).state === 'closed') return 'closed';
    // A newer raise opened the window again: what the service said then is past.
    if (state.fetchedAtMs === null && state.namesAtMs === null) return 'never-fetched';
  }
  // Whoever was told of is gone again: erased, or past the retention.
  if (state.fetchedAtMs === null && state.namesAtMs === null) return 'never-fetched';
  return state.fetchedAtMs === null ? 'names-only' : 'fetched';
}

/** When and by which call people were last told of. */
export const peopleStamp = ({ source, observedAtMs, fetchedAtMs, namesAtMs }: ContactsState): Stamp => {
  if (fetchedAtMs !== null) return { source: 'contacts', fetchedAtMs };
  if (namesAtMs !== null) return { source: 'company', fetchedAtMs: namesAtMs };
  return { source, fetchedAtMs: observedAtMs };
};

const personOf = (person: PersonFacts): Person => ({
  personId: String(person.contactId ?? 0),
  name: clip(person.name ?? person.email ?? '', 500),
  title: clipOrNull(person.title, 500),
  email: person.email === null || person.email.length > 320 ? null : person.email,
  emailValid: person.emailValid,
  linkedinUrl: linkOrNull(person.linkedinUrl),
  stamp: person.stamp,
});

function byName(a: Person, b: Person): number {
  const [left, right] = [fold(a.name), fold(b.name)];
  return left === right ? Number(a.personId) - Number(b.personId) : left < right ? -1 : 1;
}
