import type { Endpoint } from '../../../shared/model/budget.ts';
import type { PricedCall } from '../../../shared/model/query.ts';
import { canStoreContacts, type ContactKeyState } from '../contacts/contact-encryption.ts';
import { decryptContacts } from '../contacts/decrypt-contacts.ts';
import type { IsUnwantedAt } from '../contacts/remove-contacts.ts';
import { checkpointWal } from '../database/queries/backup.ts';
import { missingCompanies } from '../database/queries/cache/company-presence.ts';
import { transaction, type WriteDb } from '../database/sql.ts';
import type { ErasuresSince } from '../privacy/in-flight-erasures.ts';
import { removeCompanyRows } from '../privacy/remove-company.ts';
import type { ValueOf } from '../service-api/client-port.ts';
import type { DecodedPage } from '../service-api/decoders/decoded-types.ts';

interface Library {
  readonly cache: WriteDb;
  readonly seal: () => ContactKeyState;
}

/**
 * Runs `store`, but leaves out the companies and contacts that were erased after the request was sent.
 * Companies and contacts that were erased before the request was sent may be stored again.
 */
export function storeUnlessErased(
  library: Library,
  erasures: ErasuresSince,
  call: PricedCall,
  value: ValueOf<Endpoint>,
  store: () => void,
): void {
  if ('companyId' in call) storeBelowCompany(library, erasures, call.companyId, store);
  else if ('rows' in value) storeList(library, erasures, value, store);
  else store();
}

/**
 * Stores nothing if the company was erased during the request, because the response may contain contacts.
 * Otherwise, stores the response, but leaves out each contact that was erased during the request and that no
 * later request has stored again.
 */
function storeBelowCompany(
  { cache, seal }: Library,
  erasures: ErasuresSince,
  companyId: string,
  store: () => void,
): void {
  if (erasures.isErased(companyId)) return;
  const isBack = (isSame: IsUnwantedAt): boolean => {
    const state = seal();
    const stored = canStoreContacts(state) ? decryptContacts(cache, state.seal, companyId).people : [];
    return stored.some((person) => isSame(companyId, person));
  };
  erasures.storing(store, isBack);
}

/**
 * Stores the page. If a company was erased during the request and no later request has stored it again,
 * removes it afterwards. `store` runs inside `erasures.storing`, because undocumented fields may mention a
 * contact that was erased during the request.
 */
function storeList(
  { cache }: Library,
  erasures: ErasuresSince,
  { rows }: DecodedPage,
  store: () => void,
): void {
  const erasedIds = rows.map(({ company }) => company.companyId).filter(erasures.isErased);
  const missing = erasedIds.length === 0 ? [] : missingCompanies(cache, [...new Set(erasedIds)]);
  const storePage = (): void => erasures.storing(store, () => false);
  if (missing.length === 0) return storePage();
  transaction(cache, () => {
    storePage();
    for (const companyId of missing) removeCompanyRows(cache, companyId);
  });
  checkpointWal(cache);
}
