import { AppFailure } from '../../shared/app-failure.ts';
import type { Fact } from './facts.ts';
import { DAY_MS } from './month.ts';
import type { Desk } from './desk.ts';
import type { Open } from './script.ts';

/*
 * The company screen: fetches the profile when a company is first opened and when it is a week old, a panel
 * when it is viewed and has never been filled, and contacts when they are wanted. Technologies and highlights
 * are in the profile.
 */

const PROFILE_AGE_MS = 7 * DAY_MS;

/** @returns the facts on the screen */
export async function openCompany(desk: Desk, { companyId: id, wanted }: Open): Promise<ReadonlySet<Fact>> {
  const shown = new Set<Fact>();
  for (const fact of wanted) if (await WAYS[fact](desk, id)) shown.add(fact);
  return shown;
}

type Way = (desk: Desk, id: string) => Promise<boolean>;

const WAYS: Readonly<Record<Fact, Way>> = {
  profile: async (desk, id) => {
    const stamp = (await viewOf(desk, id))?.stamps.profile ?? null;
    if (stamp === null || desk.nowMs() - stamp.fetchedAtMs > PROFILE_AGE_MS)
      await desk.spend({ endpoint: 'company', companyId: id }, (accepted) =>
        desk.api.companies.fetchProfile({ id, accepted, screen: 'company' }),
      );
    return ((await viewOf(desk, id))?.stamps.profile ?? null) !== null;
  },
  people: async (desk, id) => {
    const { state } = await desk.api.companies.people({ id });
    if (state === 'never-fetched' || state === 'names-only')
      await desk.spend({ endpoint: 'contacts', companyId: id }, (accepted) =>
        desk.api.companies.fetchPeople({ id, accepted, screen: 'company' }),
      );
    return (await desk.api.companies.people({ id })).state === 'fetched';
  },
  rounds: async (desk, id) => {
    if (((await viewOf(desk, id))?.stamps.allRounds ?? null) === null)
      await desk.spend({ endpoint: 'rounds', companyId: id }, (accepted) =>
        desk.api.companies.fetchPanel({ id, panel: 'rounds', accepted, screen: 'company' }),
      );
    return ((await viewOf(desk, id))?.stamps.allRounds ?? null) !== null;
  },
  roles: async (desk, id) => {
    const query = { page: 1, perPage: 25 };
    const kept = (): ReturnType<Desk['api']['companies']['roles']> =>
      desk.api.companies.roles({ id, offset: 0, limit: 25 });
    if ((await kept()).state === 'never-fetched')
      await desk.spend({ endpoint: 'open-roles', companyId: id, query }, (accepted) =>
        desk.api.companies.fetchRoles({ id, query, accepted, screen: 'company' }),
      );
    return (await kept()).total > 0;
  },
  news: async (desk, id) => {
    if ((await desk.api.companies.panels({ id })).news.state === 'never-fetched')
      await desk.spend({ endpoint: 'news', companyId: id }, (accepted) =>
        desk.api.companies.fetchPanel({ id, panel: 'news', accepted, screen: 'company' }),
      );
    return (await desk.api.companies.panels({ id })).news.total > 0;
  },
  tech: async (desk, id) => (await desk.api.companies.panels({ id })).tech.total > 0,
  highlights: async (desk, id) => (await desk.api.companies.panels({ id })).highlights.total > 0,
};

/** Null if the library does not have the company. */
async function viewOf(
  { api }: Desk,
  id: string,
): Promise<Awaited<ReturnType<Desk['api']['companies']['get']>> | null> {
  try {
    return await api.companies.get({ id });
  } catch (error) {
    if (error instanceof AppFailure && error.appError.kind === 'not-found') return null;
    throw error;
  }
}
