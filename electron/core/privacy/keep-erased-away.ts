import type { Client, Store } from '../api/client-port.ts';
import type { DecodedPage } from '../api/decoded.ts';
import { foldLog } from '../db/queries/backup.ts';
import { missingCompanies } from '../db/queries/library.ts';
import { transaction, type WriteDb } from '../db/sql.ts';
import type { ErasedMeanwhile } from './erased-meanwhile.ts';
import { takeCompanyOut } from './take-company-out.ts';

/**
 * A client whose answers bring nobody back who was erased after they were asked for; they are charged like any other. What is
 * asked for after the erasure may tell of the company again, and is kept.
 */
export function keepErasedAway(client: Client, cache: WriteDb, erased: ErasedMeanwhile): Client {
  /** Nothing of it is written at all: it may tell of people. */
  const below = <T>(companyId: string, store: Store<T>): Store<T> => {
    const isErased = erased.since();
    return (told, atMs) => {
      if (!isErased(companyId)) store(told, atMs);
    };
  };
  /** Kept as if it had come before the erasure: the page keeps its places, the company goes. */
  const list = (store: Store<DecodedPage>): Store<DecodedPage> => {
    const isErased = erased.since();
    return (page, atMs) => {
      const told = page.rows.map(({ company }) => company.companyId).filter(isErased);
      const gone = told.length === 0 ? [] : missingCompanies(cache, [...new Set(told)]);
      if (gone.length === 0) return store(page, atMs);
      transaction(cache, () => {
        store(page, atMs);
        for (const companyId of gone) takeCompanyOut(cache, companyId);
      });
      foldLog(cache);
    };
  };
  return {
    ...client,
    fundings: (query, context, store) => client.fundings(query, context, list(store)),
    companies: (query, context, store) => client.companies(query, context, list(store)),
    company: (id, context, store) => client.company(id, context, below(id, store)),
    contacts: (id, context, store) => client.contacts(id, context, below(id, store)),
    techStack: (id, context, store) => client.techStack(id, context, below(id, store)),
    rounds: (id, context, store) => client.rounds(id, context, below(id, store)),
    highlights: (id, context, store) => client.highlights(id, context, below(id, store)),
    openRoles: (id, query, context, store) => client.openRoles(id, query, context, below(id, store)),
    news: (id, context, store) => client.news(id, context, below(id, store)),
  };
}
