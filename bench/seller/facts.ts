import type { Answer, Oracle } from './oracle.ts';

/** What the user can view about a company. */
export type Fact = 'profile' | 'people' | 'rounds' | 'roles' | 'news' | 'tech' | 'highlights';

/**
 * The first page of open roles as requested by the company screen
 * (`renderer/features/company/panels.svelte.ts`).
 */
const ROLES_SEARCH = 'page=1&per_page=25';

/** The endpoint that returns each fact in full, relative to `/companies/{id}`. */
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
 * Facts that the company detail includes in as much detail as the user reads: the names of technologies, and
 * the sentences of highlights (spec §4.3).
 */
export const IN_PROFILE: ReadonlySet<Fact> = new Set(['profile', 'tech', 'highlights']);

export const askFact = (oracle: Oracle, companyId: string, fact: Fact, atMs: number): Answer =>
  oracle.ask(
    `/companies/${encodeURIComponent(companyId)}${FACT_CALLS[fact].path}`,
    FACT_CALLS[fact].search,
    atMs,
  );

/** Whether a response contains data. An empty result is free and does not count. */
export const hasData = ({ status, rows }: Pick<Answer, 'status' | 'rows'>): boolean =>
  status === 200 && rows > 0;
