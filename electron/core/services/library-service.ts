import { AppFailure } from '../../../shared/app-failure.ts';
import type { Handlers } from '../../../shared/contract.ts';
import type { LibraryRow } from '../../../shared/model/company.ts';
import {
  libraryFiltersSchema,
  type LibraryFacets,
  type LibraryFilters,
} from '../../../shared/model/library.ts';
import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';
import { fold, foldedWords } from '../library/fold.ts';
import { libraryRows } from '../library/library-list.ts';
import { keepsPeople } from '../library/seal.ts';
import { toldTags, type Counted } from '../library/search/facets.ts';
import type { LibraryFound } from '../library/search/library-search.ts';
import { createWatchlistReads } from '../library/watchlists.ts';
import { withFit } from '../market/fits.ts';
import type { RandomSource } from '../ports.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import type { Workspaces } from '../workspace/workspaces.ts';

/** Lists that stay open by position; the oldest is forgotten beyond this many. */
const OPEN_QUERIES_MAX = 20;

/** As many companies as the palette shows. */
const NAMED_MAX = 8;

type Question = Parameters<Handlers['library']['find']>[0];

interface OpenQuery {
  /** Its places are those of this workspace's search, as long as it is open. */
  readonly workspace: OpenWorkspace;
  readonly found: LibraryFound;
  /** People were open when it was asked: who was found by their name must not be told once they are locked. */
  readonly sawPeople: boolean;
  /** The seller's tags that were asked for: a reply tells of them whatever it leaves out. */
  readonly askedTags: readonly string[];
}

const isOver = ({ workspace, sawPeople }: OpenQuery, now: OpenWorkspace): boolean =>
  workspace !== now || (sawPeople && !keepsPeople(now.vault.seal()));

/** The lists that are open by position. */
function createOpenQueries(workspaces: Workspaces, random: RandomSource) {
  const open = new Map<string, OpenQuery>();
  const stillOpen = (query: OpenQuery | undefined): OpenQuery => {
    if (query === undefined || isOver(query, workspaces.current()))
      throw new AppFailure({ kind: 'not-found', what: 'query' });
    return query;
  };
  return {
    add: (query: OpenQuery): string => {
      const queryId = random.bytes(8).toString('hex');
      for (const [id, each] of open) if (isOver(each, query.workspace)) open.delete(id);
      open.set(queryId, query);
      for (const oldest of open.keys()) if (open.size > OPEN_QUERIES_MAX) open.delete(oldest);
      return queryId;
    },
    byId: (queryId: string): OpenQuery => stillOpen(open.get(queryId)),
    /** While it is counted another workspace may be opened, or people locked. */
    counted: async (
      query: OpenQuery,
    ): Promise<{ readonly facets: LibraryFacets; readonly having: Counted['having'] }> => {
      const { facets, ownTags, having } = await query.found.counts();
      stillOpen(query);
      return { facets: { ...facets, ownTags: toldTags(ownTags, query.askedTags) }, having };
    },
  };
}

export function createLibraryService(workspaces: Workspaces, random: RandomSource): Handlers['library'] {
  const queries = createOpenQueries(workspaces, random);
  const begin = async ({ text, watchlistId, has, filters, sort, rowsFrom }: Question) => {
    const workspace = workspaces.current();
    const sawPeople = keepsPeople(workspace.vault.seal());
    const nowMs = workspace.governor.serverNowMs();
    const found = await workspace.search.find({
      ...{ text, has, sort, nowMs },
      filters: watchlistId === null ? filters : onList(filters, watchlistId),
    });
    if (workspaces.active() !== workspace) throw new AppFailure({ kind: 'not-found', what: 'workspace' });
    const query: OpenQuery = { workspace, found, sawPeople, askedTags: filters.ownTags };
    const queryId = queries.add(query);
    const { total, libraryTotal, sortedBy, currencies } = found;
    const page = rowsFrom === null ? null : { offset: rowsFrom, limit: LIST_LIMIT_MAX };
    const rows = page === null ? {} : { rows: rowsOf(workspace, found, page, nowMs) };
    return { query, told: { queryId, total, libraryTotal, sortedBy, currencies: [...currencies], ...rows } };
  };
  return {
    find: async (question) => (await begin(question)).told,
    open: async (question) => {
      const { query, told } = await begin(question);
      const { facets, having } = await queries.counted(query);
      return {
        ...told,
        facets: {
          watchlists: createWatchlistReads(query.workspace.files.yours).list(),
          withNote: having.note,
          withPeople: having.people,
          windowOpen: having.window,
        },
        counts: facets,
      };
    },
    counts: async ({ queryId }) => ({ counts: (await queries.counted(queries.byId(queryId))).facets }),
    named: ({ text }) => companiesNamed(workspaces.current(), text),
    rows: ({ queryId, offset, limit }) => {
      const { workspace, found } = queries.byId(queryId);
      const nowMs = workspace.governor.serverNowMs();
      return { rows: rowsOf(workspace, found, { offset, limit }, nowMs) };
    },
  };
}

async function companiesNamed(
  workspace: OpenWorkspace,
  text: string,
): Promise<Awaited<ReturnType<Handlers['library']['named']>>> {
  const nowMs = workspace.governor.serverNowMs();
  const filters = libraryFiltersSchema.parse({});
  const found = await workspace.search.find({ text, filters, has: null, sort: 'relevance', nowMs });
  const words = foldedWords(text);
  // A word may have been found elsewhere, in a person's name too: only names of companies are told here.
  const rows = rowsOf(workspace, found, { offset: 0, limit: LIST_LIMIT_MAX }, nowMs).filter(({ name }) => {
    const folded = ` ${fold(name)}`;
    return words.every((word) => folded.includes(word));
  });
  const told = rows.slice(0, NAMED_MAX);
  return {
    companies: told.map(({ companyId, name, stage, countryName }) => ({
      companyId,
      name,
      stage,
      countryName,
    })),
  };
}

/** The clock is read once for each question: to ask the system for it takes a tenth of what a page does. */
function rowsOf(
  { files }: OpenWorkspace,
  found: LibraryFound,
  { offset, limit }: { readonly offset: number; readonly limit: number },
  nowMs: number,
): LibraryRow[] {
  const rows = libraryRows(files.cache, files.yours, found.idsAt(offset, limit), nowMs);
  return withFit(files, rows).map((row) => {
    const matched = found.matchedOf(row.companyId);
    return matched === null ? row : { ...row, matched };
  });
}

/** One list is a filter like any other; a list that is gone holds nobody. */
const onList = (filters: LibraryFilters, watchlistId: string): LibraryFilters => ({
  ...filters,
  lists: [watchlistId],
});
