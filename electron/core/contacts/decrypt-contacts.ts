import { AppFailure } from '../../../shared/app-failure.ts';
import { encryptedContacts, type EncryptedContact } from '../database/queries/cache/contacts.ts';
import type { EncryptedName } from '../database/queries/cache/search-index.ts';
import type { ReadDb } from '../database/sql.ts';
import type { ContactFacts } from './merge-contacts.ts';
import {
  canStoreContacts,
  type Place,
  type ContactEncryption,
  type ContactKeyState,
} from './contact-encryption.ts';

/** Decrypts the contacts of one company. `unreadable` counts the rows that this key cannot decrypt. */
export function decryptContacts(
  db: ReadDb,
  seal: ContactEncryption,
  companyId: string,
): { people: ContactFacts[]; unreadable: number } {
  const rows = encryptedContacts(db, companyId);
  const people = rows.map((row) => openPerson(seal, companyId, row)).filter((person) => person !== null);
  return { people, unreadable: rows.length - people.length };
}

function openPerson(seal: ContactEncryption, companyId: string, row: EncryptedContact): ContactFacts | null {
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
    // A row that cannot be decrypted must not hide the other contacts.
    if (error instanceof AppFailure) return null;
    throw error;
  }
}

interface NameReader {
  readNames(row: EncryptedName): string[];
}

/**
 * Creates a function that returns a reader of contact names and titles for the search. The function returns
 * the same reader until the key changes, and null if contacts are locked or not stored.
 */
export function createContactNames(sealState: () => ContactKeyState): () => NameReader | null {
  let current: { readonly seal: ContactEncryption; readonly reader: NameReader } | null = null;
  return () => {
    const state = sealState();
    if (!canStoreContacts(state)) {
      current = null;
      return null;
    }
    const { seal } = state;
    if (current?.seal !== seal) current = { seal, reader: { readNames: (row) => readNames(seal, row) } };
    return current.reader;
  };
}

/** Returns the decrypted name and title; an empty array if the row cannot be decrypted. */
function readNames(seal: ContactEncryption, { companyId, contactId, name, title }: EncryptedName): string[] {
  const open = (column: string, blob: Buffer | null): string[] =>
    blob === null ? [] : [seal.open(blob, placeOf(companyId, contactId, column))];
  try {
    return [...open('name', name), ...open('title', title)];
  } catch (error) {
    if (error instanceof AppFailure) return [];
    throw error;
  }
}

export const placeOf = (companyId: string, contactId: number, column: string): Place => ({
  table: 'contact',
  row: `${contactId}/${companyId}`,
  column,
});
