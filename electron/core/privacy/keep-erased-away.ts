import type { Client, Store } from '../api/client-port.ts';
import type { DecodedPage } from '../api/decoded.ts';
import { foldLog } from '../db/queries/backup.ts';
import { missingCompanies } from '../db/queries/library.ts';
import { transaction, type WriteDb } from '../db/sql.ts';
import { keepsPeople, type SealState } from '../library/seal.ts';
import { openPeople } from '../library/sealed-people.ts';
import type { ErasedMeanwhile, ErasedSince } from './erased-meanwhile.ts';
import type { IsUnwantedAt } from './remove-people.ts';
import { takeCompanyOut } from './take-company-out.ts';

interface Where {
  readonly cache: WriteDb;
  readonly seal: () => SealState;
}

/**
 * A client whose answers bring nobody back who was erased after they were asked for; they are charged like any other. What is
 * asked for after the erasure may tell of the company or the person again, and is kept.
 */
export function keepErasedAway(client: Client, where: Where, erased: ErasedMeanwhile): Client {
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
  readonly since: ErasedSince;
  readonly store: Store<T>;
}

/** Of an erased company nothing is written at all: it may tell of people. Of an erased person nothing either. */
const below =
  <T>(companyId: string, { where: { cache, seal }, since, store }: Keep<T>): Store<T> =>
  (told, atMs) => {
    if (since.isErased(companyId)) return;
    const isBack = (isSame: IsUnwantedAt): boolean => {
      const state = seal();
      const here = keepsPeople(state) ? openPeople(cache, state.seal, companyId).people : [];
      return here.some((person) => isSame(companyId, person));
    };
    since.storing(() => store(told, atMs), isBack);
  };

/** Kept as if it had come before the erasure: the page keeps its places, the company goes. A page tells of no people. */
const list =
  ({ where: { cache }, since, store }: Keep<DecodedPage>): Store<DecodedPage> =>
  (page, atMs) => {
    const told = page.rows.map(({ company }) => company.companyId).filter(since.isErased);
    const gone = told.length === 0 ? [] : missingCompanies(cache, [...new Set(told)]);
    if (gone.length === 0) return store(page, atMs);
    transaction(cache, () => {
      store(page, atMs);
      for (const companyId of gone) takeCompanyOut(cache, companyId);
    });
    foldLog(cache);
  };
