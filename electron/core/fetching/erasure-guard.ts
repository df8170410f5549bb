import type { Client, Store } from '../service-api/client-port.ts';
import type { DecodedPage } from '../service-api/decoders/decoded-types.ts';
import { checkpointWal } from '../database/queries/backup.ts';
import { missingCompanies } from '../database/queries/cache/company-presence.ts';
import { transaction, type WriteDb } from '../database/sql.ts';
import { canStoreContacts, type ContactKeyState } from '../contacts/contact-encryption.ts';
import { decryptContacts } from '../contacts/decrypt-contacts.ts';
import type { InFlightErasures, ErasuresSince } from '../privacy/in-flight-erasures.ts';
import type { IsUnwantedAt } from '../contacts/remove-contacts.ts';
import { removeCompanyRows } from '../privacy/remove-company.ts';

interface Where {
  readonly cache: WriteDb;
  readonly seal: () => ContactKeyState;
}

/**
 * A client that doesn't store contacts or companies erased after the request was sent; the request is charged
 * as usual. Data requested after the erasure is stored again.
 */
export function guardErasures(client: Client, where: Where, erased: InFlightErasures): Client {
  const asking = async <T, R>(store: Store<T>, ask: (keep: Keep<T>) => Promise<R>): Promise<R> => {
    const since = erased.since();
    try {
      return await ask({ where, since, store });
    } finally {
      since.end();
    }
  };
  return {
    ...client,
    fundings: (query, context, store) => asking(store, (keep) => client.fundings(query, context, list(keep))),
    companies: (query, context, store) =>
      asking(store, (keep) => client.companies(query, context, list(keep))),
    company: (id, context, store) => asking(store, (keep) => client.company(id, context, below(id, keep))),
    contacts: (id, context, store) => asking(store, (keep) => client.contacts(id, context, below(id, keep))),
    techStack: (id, context, store) =>
      asking(store, (keep) => client.techStack(id, context, below(id, keep))),
    rounds: (id, context, store) => asking(store, (keep) => client.rounds(id, context, below(id, keep))),
    highlights: (id, context, store) =>
      asking(store, (keep) => client.highlights(id, context, below(id, keep))),
    openRoles: (id, query, context, store) =>
      asking(store, (keep) => client.openRoles(id, query, context, below(id, keep))),
    news: (id, context, store) => asking(store, (keep) => client.news(id, context, below(id, keep))),
  };
}

interface Keep<T> {
  readonly where: Where;
  readonly since: ErasuresSince;
  readonly store: Store<T>;
}

/**
 * Stores nothing for an erased company, because the response may contain contacts, nor if it contains an erased
 * contact.
 */
const below =
  <T>(companyId: string, { where: { cache, seal }, since, store }: Keep<T>): Store<T> =>
  (erasedIds, atMs) => {
    if (since.isErased(companyId)) return;
    const isBack = (isSame: IsUnwantedAt): boolean => {
      const state = seal();
      const here = canStoreContacts(state) ? decryptContacts(cache, state.seal, companyId).people : [];
      return here.some((person) => isSame(companyId, person));
    };
    since.storing(() => store(erasedIds, atMs), isBack);
  };

/**
 * Stores the page as if it preceded the erasure: the rows retain their positions and the company is removed.
 * Pages contain no contacts.
 */
const list =
  ({ where: { cache }, since, store }: Keep<DecodedPage>): Store<DecodedPage> =>
  (page, atMs) => {
    const erasedIds = page.rows.map(({ company }) => company.companyId).filter(since.isErased);
    const gone = erasedIds.length === 0 ? [] : missingCompanies(cache, [...new Set(erasedIds)]);
    if (gone.length === 0) return store(page, atMs);
    transaction(cache, () => {
      store(page, atMs);
      for (const companyId of gone) removeCompanyRows(cache, companyId);
    });
    checkpointWal(cache);
  };
