import type { Source } from '../../../shared/model/company.ts';
import type { WriteDb } from '../database/sql.ts';
import {
  canStoreContacts,
  encryptedRawPlace,
  type ContactKeyState,
  type Identifiable,
} from '../contacts/contact-encryption.ts';
import { redactContacts } from '../contacts/redact.ts';
import { companiesOf, removeContacts } from '../contacts/remove-contacts.ts';

/**
 * Encrypts the personal part of a raw row, leaving out suppressed contacts. If the row shows that an already
 * stored contact is suppressed too, for example by a second email address, that contact is deleted from the
 * database. Returns null if the row has no personal part or contacts cannot be stored. Call inside a
 * transaction.
 */
export function encryptPersonalFields(
  db: WriteDb,
  state: ContactKeyState,
  { companyId, source, raw }: { readonly companyId: string; readonly source: Source; readonly raw: unknown },
): Buffer | null {
  if (!canStoreContacts(state) || raw === null || raw === undefined) return null;
  const { seal, suppressions } = state;
  const withheld: Identifiable[] = [];
  const isUnwanted = (person: Identifiable): boolean => {
    const isWithheld = suppressions.withholds(companyId, person);
    if (isWithheld) withheld.push(person);
    return isWithheld;
  };
  const stored = suppressions.any() ? redactContacts(raw, isUnwanted) : raw;
  const encrypted = seal.seal(JSON.stringify(stored), encryptedRawPlace(companyId, source));
  if (withheld.length > 0) {
    const at = new Set([companyId, ...withheld.flatMap((person) => companiesOf(db, seal, person))]);
    removeContacts(db, seal, [...at], suppressions.withholds);
  }
  return encrypted;
}
