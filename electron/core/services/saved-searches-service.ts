import { AppFailure } from '../../../shared/app-failure.ts';
import type { Handlers, Publish } from '../../../shared/contract.ts';
import type { Preview } from '../../../shared/model/budget.ts';
import type { ListQuery } from '../../../shared/model/query.ts';
import { callOf } from '../../../shared/list-question.ts';
import { questionAt } from '../../../shared/search-dates.ts';
import { describeCall } from '../api/endpoints.ts';
import {
  createSavedSearches,
  freshRows,
  listSavedSearches,
  requireSearch,
  type SavedSearches,
} from '../words/saved-searches.ts';
import { keptSetOf, noteKept, noteSearched } from '../words/searched.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import type { Workspaces } from '../workspace/workspaces.ts';
import { createChangeWords, undoOf, type Changing } from './words-change.ts';

export function createSavedSearchesService(
  workspaces: Workspaces,
  publish: Publish,
): Handlers['savedSearches'] {
  const change = createChangeWords(workspaces, publish);
  return {
    ...createReads(workspaces, publish),
    create: ({ name, search }) => {
      const { governor } = workspaces.current();
      const { value, undo } = change('search-saved', (changing) => {
        noteKept(changing.files, search, governor.serverNowMs());
        return searchesOf(changing).create(name, search, governor.stampMs());
      });
      return { ...value, undo };
    },
    rename: ({ id, name }) =>
      undoOf(change('search-renamed', (changing) => searchesOf(changing).rename(id, name))),
    replace: ({ id, search }) => {
      const { governor } = workspaces.current();
      return undoOf(
        change('search-replaced', (changing) => {
          noteKept(changing.files, search, governor.serverNowMs());
          searchesOf(changing).replace(id, search, governor.stampMs());
        }),
      );
    },
    move: ({ id, by }) => undoOf(change('search-moved', (changing) => searchesOf(changing).move(id, by))),
    remove: ({ id }) => undoOf(change('search-removed', (changing) => searchesOf(changing).remove(id))),
    markSeen: ({ id }) => {
      const { governor } = workspaces.current();
      return undoOf(
        change('search-seen', (changing) => searchesOf(changing).markSeen(id, governor.stampMs())),
      );
    },
  };
}

const createReads = (
  workspaces: Workspaces,
  publish: Publish,
): Pick<Handlers['savedSearches'], 'list' | 'freshRows' | 'open'> => ({
  list: () => {
    const workspace = workspaces.current();
    const searches = listSavedSearches(workspace.files, {
      nowMs: workspace.governor.serverNowMs(),
      priceOf: (question) => priceOf(workspace, question),
    });
    return { searches };
  },
  freshRows: ({ id, offset, limit }) => {
    const { files, governor } = workspaces.current();
    const rows = freshRows(files, requireSearch(files.yours, id), governor.serverNowMs());
    const rowIds = rows.map(({ rowId }) => rowId);
    return { rowIds: rowIds.slice(offset, offset + limit), total: rowIds.length };
  },
  open: ({ id }) => {
    const { files, governor } = workspaces.current();
    const nowMs = governor.serverNowMs();
    const kept = keptSetOf(files, id, nowMs);
    if (kept === null) throw new AppFailure({ kind: 'not-found', what: 'saved-search' });
    const { search, set, current } = kept;
    // A crash may have kept an answer and not yet that it is this search's.
    if (set !== null && current && noteSearched(files, set, nowMs)) publish('savedSearches', 'onChanged', {});
    return { question: questionAt(search, nowMs), set, current };
  },
});

/** Null where it must not be sent as it stands. */
function priceOf({ governor, hints }: OpenWorkspace, question: ListQuery): Preview | null {
  try {
    return governor.preview(describeCall(callOf(question), hints));
  } catch (error) {
    if (error instanceof AppFailure && error.appError.kind === 'validation') return null;
    throw error;
  }
}

const searchesOf = ({ files, journal }: Changing): SavedSearches => createSavedSearches(files.yours, journal);
