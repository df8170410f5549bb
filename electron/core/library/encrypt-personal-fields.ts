import type { Source } from '../../../shared/model/company.ts';
import type { WriteDb } from '../database/sql.ts';
import { canStoreContacts, type Identifiable, type ContactKeyState } from '../contacts/contact-encryption.ts';
import { encryptRaw } from './store-helpers.ts';
import { companiesOf, removeContacts } from '../contacts/remove-contacts.ts';

/**
 * Encrypts the personal part of a raw row, but leaves out suppressed contacts. If the row reveals that a
 * stored contact is suppressed too, for example through a second email address, that contact is removed.
 * Returns null if the row has no personal part or contacts cannot be stored. Call inside a transaction.
 */
export function storeRaw(
  db: WriteDb,
  state: ContactKeyState,
  { companyId, source, raw }: { readonly companyId: string; readonly source: Source; readonly raw: unknown },
): Buffer | null {
  const withheld: Identifiable[] = [];
  const sealed = encryptRaw(state, companyId, source, raw, (person) => withheld.push(person));
  if (withheld.length > 0 && canStoreContacts(state)) {
    const { seal, suppressions } = state;
    const at = new Set([companyId, ...withheld.flatMap((person) => companiesOf(db, seal, person))]);
    removeContacts(db, seal, [...at], suppressions.withholds);
  }
  return sealed;
}
