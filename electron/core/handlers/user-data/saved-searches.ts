import { AppFailure } from '../../../../shared/app-failure.ts';
import type { Handlers, Publish } from '../../../../shared/contract/index.ts';
import type { Preview } from '../../../../shared/model/budget.ts';
import type { ListQuery } from '../../../../shared/model/query.ts';
import { openSavedSearch } from '../../fetching/search-requests.ts';
import { priceOfSearch } from '../../search-coverage/search-price.ts';
import {
  createSavedSearches,
  newRows,
  listSavedSearches,
  requireSearch,
  type SavedSearches,
} from '../../user-data/saved-searches.ts';
import { recordStoredResults } from '../../user-data/saved-search-results.ts';
import type { OpenWorkspace } from '../../workspace/open-workspace.ts';
import type { Workspaces } from '../../workspace/workspaces.ts';
import { createChangeUserData, undoReply, type UserDataChangeParts } from '../change-user-data.ts';

export function createSavedSearchesHandlers(
  workspaces: Workspaces,
  publish: Publish,
): Handlers['savedSearches'] {
  const change = createChangeUserData(workspaces, publish);
  return {
    ...createReads(workspaces),
    create: ({ name, search }) => {
      const { governor } = workspaces.current();
      const { value, undo } = change('search-saved', (changing) => {
        recordStoredResults(changing.files, search, governor.serverNowMs());
        return searchesOf(changing).create(name, search, governor.stampMs());
      });
      return { ...value, undo };
    },
    rename: ({ id, name }) =>
      undoReply(change('search-renamed', (changing) => searchesOf(changing).rename(id, name))),
    replace: ({ id, search }) => {
      const { governor } = workspaces.current();
      return undoReply(
        change('search-replaced', (changing) => {
          recordStoredResults(changing.files, search, governor.serverNowMs());
          searchesOf(changing).replace(id, search, governor.stampMs());
        }),
      );
    },
    move: ({ id, by }) => undoReply(change('search-moved', (changing) => searchesOf(changing).move(id, by))),
    remove: ({ id }) => undoReply(change('search-removed', (changing) => searchesOf(changing).remove(id))),
    markSeen: ({ id }) => {
      const { governor } = workspaces.current();
      return undoReply(
        change('search-seen', (changing) => searchesOf(changing).markSeen(id, governor.stampMs())),
      );
    },
  };
}

const createReads = (
  workspaces: Workspaces,
): Pick<Handlers['savedSearches'], 'list' | 'newRows' | 'open'> => ({
  list: () => {
    const workspace = workspaces.current();
    const searches = listSavedSearches(workspace.files, {
      nowMs: workspace.governor.serverNowMs(),
      priceOf: (question) => priceOf(workspace, question),
    });
    return { searches };
  },
  newRows: ({ id, offset, limit }) => {
    const { files, governor } = workspaces.current();
    const rows = newRows(files, requireSearch(files.yours, id), governor.serverNowMs());
    const rowIds = rows.map(({ rowId }) => rowId);
    return { rowIds: rowIds.slice(offset, offset + limit), total: rowIds.length };
  },
  open: ({ id }) => openSavedSearch(workspaces.current(), id),
});

/** Returns the price of running a search, or null if its query is invalid. */
function priceOf(
  { files, governor, hints }: Pick<OpenWorkspace, 'files' | 'governor' | 'hints'>,
  question: ListQuery,
): Preview | null {
  try {
    // The spending cap of the Search screen applies, because saved searches are run there.
    return priceOfSearch(question, { cache: files.cache, governor, hints, screen: 'search' });
  } catch (error) {
    if (error instanceof AppFailure && error.appError.kind === 'validation') return null;
    throw error;
  }
}

const searchesOf = ({ files, journal }: UserDataChangeParts): SavedSearches =>
  createSavedSearches(files.yours, journal);
