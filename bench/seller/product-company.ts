import { AppFailure } from '../../shared/app-failure.ts';
import type { Fact } from './facts.ts';
import type { UserSession } from './user-session.ts';
import type { CompanyAction } from './script.ts';

/*
 * Simulates the user on the company screen. When the user opens a company, the profile is fetched if it has
 * never been fetched or is older than the user accepts. It contains technologies and highlights. Contacts and
 * other panels are fetched when the user first views them.
 */

/**
 * Opens a company and views some of its facts.
 * @param profileAgeMs the age, in ms, above which a profile is fetched again
 * @returns the facts on the screen
 */
export async function openCompany(
  session: UserSession,
  { companyId: id, viewed }: CompanyAction,
  profileAgeMs: number,
): Promise<ReadonlySet<Fact>> {
  const shown = new Set<Fact>();
  for (const fact of viewed) if (await FETCHERS[fact](session, id, profileAgeMs)) shown.add(fact);
  return shown;
}

type Fetch = (session: UserSession, id: string, profileAgeMs: number) => Promise<boolean>;

const FETCHERS: Readonly<Record<Fact, Fetch>> = {
  profile: async (session, id, profileAgeMs) => {
    const stamp = (await viewOf(session, id))?.stamps.profile ?? null;
    if (stamp === null || session.nowMs() - stamp.fetchedAtMs > profileAgeMs)
      await session.spend({ endpoint: 'company', companyId: id }, (accepted) =>
        session.api.companies.fetchProfile({ id, accepted, screen: 'company' }),
      );
    return ((await viewOf(session, id))?.stamps.profile ?? null) !== null;
  },
  people: async (session, id) => {
    const { state } = await session.api.companies.people({ id });
    if (state === 'never-fetched' || state === 'names-only')
      await session.spend({ endpoint: 'contacts', companyId: id }, (accepted) =>
        session.api.companies.fetchPeople({ id, accepted, screen: 'company' }),
      );
    return (await session.api.companies.people({ id })).state === 'fetched';
  },
  rounds: async (session, id) => {
    if (((await viewOf(session, id))?.stamps.allRounds ?? null) === null)
      await session.spend({ endpoint: 'rounds', companyId: id }, (accepted) =>
        session.api.companies.fetchPanel({ id, panel: 'rounds', accepted, screen: 'company' }),
      );
    return ((await viewOf(session, id))?.stamps.allRounds ?? null) !== null;
  },
  roles: async (session, id) => {
    const query = { page: 1, perPage: 25 };
    const storedRoles = (): ReturnType<UserSession['api']['companies']['roles']> =>
      session.api.companies.roles({ id, offset: 0, limit: 25 });
    if ((await storedRoles()).state === 'never-fetched')
      await session.spend({ endpoint: 'open-roles', companyId: id, query }, (accepted) =>
        session.api.companies.fetchRoles({ id, query, accepted, screen: 'company' }),
      );
    return (await storedRoles()).total > 0;
  },
  news: async (session, id) => {
    if ((await session.api.companies.panels({ id })).news.state === 'never-fetched')
      await session.spend({ endpoint: 'news', companyId: id }, (accepted) =>
        session.api.companies.fetchPanel({ id, panel: 'news', accepted, screen: 'company' }),
      );
    return (await session.api.companies.panels({ id })).news.total > 0;
  },
  tech: async (session, id) => (await session.api.companies.panels({ id })).tech.total > 0,
  highlights: async (session, id) => (await session.api.companies.panels({ id })).highlights.total > 0,
};

/** Returns the company in the library; null if the library does not contain it. */
async function viewOf(
  { api }: UserSession,
  id: string,
): Promise<Awaited<ReturnType<UserSession['api']['companies']['get']>> | null> {
  try {
    return await api.companies.get({ id });
  } catch (error) {
    if (error instanceof AppFailure && error.appError.kind === 'not-found') return null;
    throw error;
  }
}
