import type { Handlers, Publish } from '../../../shared/contract.ts';
import { createSavedFilters, listSavedFilters, type SavedFilters } from '../words/saved-filters.ts';
import type { Workspaces } from '../workspace/workspaces.ts';
import { createChangeWords, undoOf, type Changing } from './words-change.ts';

export function createSavedFiltersService(
  workspaces: Workspaces,
  publish: Publish,
): Handlers['savedFilters'] {
  const change = createChangeWords(workspaces, publish);
  return {
    list: () => ({ filters: listSavedFilters(workspaces.current().files.yours) }),
    create: ({ name, question }) => {
      const { value, undo } = change('filter-saved', (changing) =>
        filtersOf(changing).create(name, question, changing.atMs),
      );
      return { id: value, undo };
    },
    rename: ({ id, name }) =>
      undoOf(change('filter-renamed', (changing) => filtersOf(changing).rename(id, name))),
    replace: ({ id, question }) =>
      undoOf(change('filter-replaced', (changing) => filtersOf(changing).replace(id, question))),
    remove: ({ id }) => undoOf(change('filter-removed', (changing) => filtersOf(changing).remove(id))),
  };
}

const filtersOf = ({ files, journal }: Changing): SavedFilters => createSavedFilters(files.yours, journal);
