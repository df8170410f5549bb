import type { Answer, Oracle } from './oracle.ts';

/** Kinds of data about a company that the user can view. */
export type Fact = 'profile' | 'people' | 'rounds' | 'roles' | 'news' | 'tech' | 'highlights';

/**
 * The first page of open roles as requested by the company screen
 * (`renderer/features/company/panels.svelte.ts`).
 */
const ROLES_SEARCH = 'page=1&per_page=25';

/** For each fact, the endpoint that returns it in full, relative to `/companies/{id}`. */
export const FACT_CALLS: Readonly<Record<Fact, { readonly path: string; readonly search: string }>> = {
  profile: { path: '', search: '' },
  tech: { path: '/tech-stack', search: '' },
  rounds: { path: '/fundings', search: '' },
  people: { path: '/contacts', search: '' },
  highlights: { path: '/highlights', search: '' },
  roles: { path: '/open-roles', search: ROLES_SEARCH },
  news: { path: '/news', search: '' },
};
export const FACTS = Object.keys(FACT_CALLS) as readonly Fact[];

/**
 * Facts that the company detail includes in as much detail as the user reads: technologies by name, and
 * highlights in full sentences (spec §4.3).
 */
export const IN_PROFILE: ReadonlySet<Fact> = new Set(['profile', 'tech', 'highlights']);

export const askFact = (oracle: Oracle, companyId: string, fact: Fact, atMs: number): Answer =>
  oracle.ask(
    `/companies/${encodeURIComponent(companyId)}${FACT_CALLS[fact].path}`,
    FACT_CALLS[fact].search,
    atMs,
  );

/** Whether a response contains data. An empty result is free and does not count as data. */
export const hasData = ({ status, rows }: Pick<Answer, 'status' | 'rows'>): boolean =>
  status === 200 && rows > 0;
