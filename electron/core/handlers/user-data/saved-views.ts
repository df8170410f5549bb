import type { Handlers, Publish } from '../../../../shared/contract/index.ts';
import { createSavedFilters, listSavedFilters, type SavedFilters } from '../../user-data/saved-views.ts';
import type { Workspaces } from '../../workspace/workspaces.ts';
import { createChangeUserData, undoReply, type UserDataChangeParts } from '../change-user-data.ts';

export function createSavedFiltersHandlers(
  workspaces: Workspaces,
  publish: Publish,
): Handlers['savedFilters'] {
  const change = createChangeUserData(workspaces, publish);
  return {
    list: () => ({ filters: listSavedFilters(workspaces.current().files.yours) }),
    create: ({ name, question }) => {
      const { value, undo } = change('filter-saved', (changing) =>
        filtersOf(changing).create(name, question, changing.atMs),
      );
      return { id: value, undo };
    },
    rename: ({ id, name }) =>
      undoReply(change('filter-renamed', (changing) => filtersOf(changing).rename(id, name))),
    replace: ({ id, question }) =>
      undoReply(change('filter-replaced', (changing) => filtersOf(changing).replace(id, question))),
    remove: ({ id }) => undoReply(change('filter-removed', (changing) => filtersOf(changing).remove(id))),
  };
}

const filtersOf = ({ files, journal }: UserDataChangeParts): SavedFilters =>
  createSavedFilters(files.yours, journal);
