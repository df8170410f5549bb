import { AppFailure } from '../../../shared/app-failure.ts';
import { sealedContacts, type SealedContact } from '../db/queries/people.ts';
import type { ReadDb } from '../db/sql.ts';
import type { PersonFacts } from './people-merge.ts';
import type { Place, Seal } from './seal.ts';

/** The way out of the cache: one company's people, opened. */

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

export const placeOf = (companyId: string, contactId: number, column: string): Place => ({
  table: 'contact',
  row: `${contactId}/${companyId}`,
  column,
});
