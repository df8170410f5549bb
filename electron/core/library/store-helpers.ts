import type { Source, Stamp } from '../../../shared/model/company.ts';
import { unmarkRemoved } from '../database/queries/cache/companies.ts';
import type { WriteDb } from '../database/sql.ts';
import { redactContacts } from '../contacts/redact.ts';
import { ensureCompany } from './merge-company.ts';
import {
  canStoreContacts,
  encryptedRawPlace,
  type Identifiable,
  type ContactKeyState,
} from '../contacts/contact-encryption.ts';

export const stampAt = (source: Source, fetchedAtMs: number): Stamp => ({
  source,
  fetchedAtMs: Math.round(fetchedAtMs),
});

/**
 * Adds a company if it is not stored, and clears an earlier 404. Call this for a response from an endpoint
 * under `/companies/{id}`, because such a response proves that the company exists.
 */
export function touchCompany(db: WriteDb, companyId: string, stamp: Stamp): void {
  ensureCompany(db, companyId, stamp);
  unmarkRemoved(db, companyId, stamp.fetchedAtMs);
}

/**
 * Encrypts the personal part of a raw row, but leaves out suppressed contacts. Calls `withheld` for each of
 * them. Returns null if the row has no personal part or contacts cannot be stored.
 */
export function encryptRaw(
  state: ContactKeyState,
  companyId: string,
  source: Source,
  raw: unknown,
  withheld: (person: Identifiable) => void,
): Buffer | null {
  if (!canStoreContacts(state) || raw === null || raw === undefined) return null;
  const { seal, suppressions } = state;
  const isUnwanted = (person: Identifiable): boolean => {
    const isWithheld = suppressions.withholds(companyId, person);
    if (isWithheld) withheld(person);
    return isWithheld;
  };
  const stored = suppressions.any() ? redactContacts(raw, isUnwanted) : raw;
  return seal.seal(JSON.stringify(stored), encryptedRawPlace(companyId, source));
}
