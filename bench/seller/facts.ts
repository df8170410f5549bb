import type { Answer, Oracle } from './oracle.ts';

/** What there is to look at of a company. */
export type Fact = 'profile' | 'people' | 'rounds' | 'roles' | 'news' | 'tech' | 'highlights';

/** As the company screen asks for them (`renderer/state/panels.svelte.ts`). */
const ROLES_SEARCH = 'page=1&per_page=25';

/** The endpoint that tells a fact in full, below `/companies/{id}`. */
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

/** Told by the profile as well, in what the seller reads: the technologies' names, the highlights' sentences [§4.3]. */
export const IN_PROFILE: ReadonlySet<Fact> = new Set(['profile', 'tech', 'highlights']);

export const askFact = (oracle: Oracle, companyId: string, fact: Fact, atMs: number): Answer =>
  oracle.ask(
    `/companies/${encodeURIComponent(companyId)}${FACT_CALLS[fact].path}`,
    FACT_CALLS[fact].search,
    atMs,
  );

/** That there is nothing is no fact here: it is free, and nobody is the wiser for it. */
export const isTold = ({ status, rows }: Pick<Answer, 'status' | 'rows'>): boolean =>
  status === 200 && rows > 0;
