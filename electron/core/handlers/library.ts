import { AppFailure } from '../../../shared/app-failure.ts';
import type { Handlers } from '../../../shared/contract/index.ts';
import type { LibraryRow } from '../../../shared/model/company.ts';
import {
  libraryFiltersSchema,
  type LibraryFacets,
  type LibraryFilters,
} from '../../../shared/model/library.ts';
import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';
import { fold, foldedWords } from '../../../shared/fold-diacritics.ts';
import { withExcerpts } from '../library/note-excerpt.ts';
import { libraryRows, withMatchingIndustry } from '../library/library-rows.ts';
import { departmentsOf, whyNowOf } from '../library/why-now.ts';
import { canStoreContacts } from '../contacts/contact-encryption.ts';
import type { ReleaseRateLimit } from '../contacts/release-rate-limit.ts';
import { tagsForReply, type FacetCount } from '../library/index/facets.ts';
import type { LibraryFound, LibraryQuestion, LibrarySearch } from '../library/index/library-search.ts';
import { searchesContacts } from '../library/index/match-contacts.ts';
import { typedWords } from '../library/index/tokenize.ts';
import { createWatchlistReads } from '../user-data/lists.ts';
import { findByAddress } from './find-by-address.ts';
import { createOpenQueries } from './open-queries.ts';
import { readBuyerRoles } from '../market/buyer-roles.ts';
import { withFit } from '../market/fit-scores.ts';
import { withOurs } from '../user-data/ours/ours-marks.ts';
import type { RandomSource } from '../ports.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import type { Workspaces } from '../workspace/workspaces.ts';

/** Maximum number of companies that the command palette shows. */
const NAMED_MAX = 8;

type Question = Parameters<Handlers['library']['find']>[0];

type LibraryParts = Pick<OpenWorkspace, 'files' | 'vault' | 'governor' | 'search'>;

interface OpenQuery {
  /** The search engine that found the companies. Once this engine is released, the query counts as closed. */
  readonly owner: LibrarySearch;
  readonly workspace: LibraryParts;
  readonly found: LibraryFound;
  readonly question: LibraryQuestion;
  /** Tags selected in the filters. Replies include them even if other tags are omitted. */
  readonly requestedTags: readonly string[];
}

export function createLibraryHandlers(
  workspaces: Workspaces,
  random: RandomSource,
  release: ReleaseRateLimit,
): Handlers['library'] {
  const queries = createOpenQueries<OpenQuery>(() => workspaces.current().search, random);
  /** Counts the facets. Rejects if the search engine is released during the count. */
  const counted = async (
    query: OpenQuery,
  ): Promise<{ readonly facets: LibraryFacets; readonly having: FacetCount['having'] }> => {
    const { facets, ownTags, having } = await query.found.counts();
    queries.requireOpen(query);
    return { facets: { ...facets, ownTags: tagsForReply(ownTags, query.requestedTags) }, having };
  };
  const begin = async ({ text, watchlistId, has, filters, sort, rowsFrom }: Question) => {
    const workspace = workspaces.current();
    const nowMs = workspace.governor.serverNowMs();
    const wanted = watchlistId === null ? filters : onList(filters, watchlistId);
    const question: LibraryQuestion = { text, has, sort, nowMs, filters: wanted };
    const owner = workspace.search;
    const found = await owner.find(question);
    if (workspaces.active() !== workspace) throw new AppFailure({ kind: 'not-found', what: 'workspace' });
    const query: OpenQuery = { owner, workspace, found, question, requestedTags: filters.ownTags };
    const queryId = queries.add(query);
    const { total, libraryTotal, sortedBy, currencies } = found;
    const page = rowsFrom === null ? null : { offset: rowsFrom, limit: LIST_LIMIT_MAX };
    const rows = page === null ? {} : { rows: rowsOf(query, page, nowMs) };
    return { query, reply: { queryId, total, libraryTotal, sortedBy, currencies: [...currencies], ...rows } };
  };
  return {
    find: async (question) => (await begin(question)).reply,
    open: async (question) => {
      const { query, reply } = await begin(question);
      const { facets, having } = await counted(query);
      return {
        ...reply,
        facets: {
          watchlists: createWatchlistReads(query.workspace.files.yours).list(),
          withNote: having.note,
          withPeople: having.people,
          windowOpen: having.window,
        },
        counts: facets,
      };
    },
    counts: async ({ queryId }) => ({ counts: (await counted(queries.byId(queryId))).facets }),
    contactMatches: ({ queryId }) => contactMatches(queries.byId(queryId), release),
    named: ({ text }) => companiesNamed(workspaces.current(), text),
    byAddress: ({ text }) => findByAddress(workspaces.current(), text, release),
    rows: ({ queryId, offset, limit }) => {
      const query = queries.byId(queryId);
      const nowMs = query.workspace.governor.serverNowMs();
      return { rows: rowsOf(query, { offset, limit }, nowMs) };
    },
    whyNow: ({ ids }) => {
      const { files, governor } = workspaces.current();
      const departments = departmentsOf(readBuyerRoles(files.yours));
      return { companies: whyNowOf(files.cache, ids, { departments, nowMs: governor.serverNowMs() }) };
    },
  };
}

/**
 * Returns the companies that match only because of a contact. A match reveals how the contact's name begins,
 * so each returned company counts toward the limits on released contacts (ADR 54).
 */
async function contactMatches(
  { workspace, question }: OpenQuery,
  release: ReleaseRateLimit,
): Promise<Awaited<ReturnType<Handlers['library']['contactMatches']>>> {
  const { vault, search, governor, files } = workspace;
  const words = typedWords(question.text);
  const isOpen = (): boolean => canStoreContacts(vault.seal());
  if (!isOpen() || !searchesContacts(words)) return { rows: [], againAfterMs: null };
  const compared = release.compareText(words.toSorted().join(' '));
  if (!compared.allowed) return { rows: [], againAfterMs: compared.afterMs };
  const nowMs = governor.serverNowMs();
  const ids = await search.findByContact({ ...question, nowMs }, release);
  // Return no rows if contacts were locked during the search.
  const rows = isOpen() ? libraryRows(files.cache, files.yours, ids, nowMs) : [];
  const pauseMs = release.searchPauseMs();
  return {
    rows: withOurs(files, withFit(files, rows)).map((row) => ({ ...row, matched: 'person' as const })),
    againAfterMs: pauseMs === 0 ? null : pauseMs,
  };
}

async function companiesNamed(
  workspace: LibraryParts,
  text: string,
): Promise<Awaited<ReturnType<Handlers['library']['named']>>> {
  const nowMs = workspace.governor.serverNowMs();
  const filters = libraryFiltersSchema.parse({});
  const question: LibraryQuestion = { text, filters, has: null, sort: 'relevance', nowMs };
  const found = await workspace.search.find(question);
  const words = foldedWords(text);
  // `find` also matches other text. Keep only companies whose name contains every word.
  const rows = rowsOf({ workspace, found, question }, { offset: 0, limit: LIST_LIMIT_MAX }, nowMs).filter(
    ({ name }) => {
      const folded = ` ${fold(name)}`;
      return words.every((word) => folded.includes(word));
    },
  );
  const named = rows.slice(0, NAMED_MAX);
  return {
    companies: named.map(({ companyId, name, stage, countryName }) => ({
      companyId,
      name,
      stage,
      countryName,
    })),
  };
}

/** Returns a page of rows. The caller passes the time, because reading the clock is slow on some systems. */
function rowsOf(
  { workspace: { files }, found, question }: Omit<OpenQuery, 'owner' | 'requestedTags'>,
  { offset, limit }: { readonly offset: number; readonly limit: number },
  nowMs: number,
): LibraryRow[] {
  const rows = libraryRows(files.cache, files.yours, found.idsAt(offset, limit), nowMs);
  const shown = withMatchingIndustry(files.cache, rows, question.filters.industries);
  const matched = withOurs(files, withFit(files, shown)).map((row) => {
    const by = found.matchedOf(row.companyId);
    return by === null ? row : { ...row, matched: by };
  });
  return withExcerpts(files.yours, matched, question.text);
}

/** Restricts the filters to one list. If the list has been deleted, no company matches. */
const onList = (filters: LibraryFilters, watchlistId: string): LibraryFilters => ({
  ...filters,
  lists: [watchlistId],
});
