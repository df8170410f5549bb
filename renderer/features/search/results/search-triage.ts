import type { App } from '../../../session/app.svelte.ts';
import { listNamesOf } from '../../lists/list-names.svelte.ts';
import { Selection } from '../../lists/selection.svelte.ts';
import { Triage } from '../../lists/triage/triage.svelte.ts';
import type { Search } from '../search.svelte.ts';

export const searchSelection = (app: App, search: Search): Selection =>
  app.stateFor(
    'search-selection',
    () =>
      new Selection({
        total: () => search.sorted.length,
        row: (index) => search.sorted[index] ?? null,
        rowsIn: ({ first, end }) => Promise.resolve(search.sorted.slice(first, end)),
      }),
  );

/** Returns the triage state of the results. All results are in memory. */
export const searchTriage = (app: App, search: Search): Triage =>
  app.stateFor(
    'search-triage',
    () =>
      new Triage(app, {
        total: () => search.sorted.length,
        row: (index) => search.sorted[index] ?? null,
        active: () => search.active,
        hidesHandled: () => false,
        selection: searchSelection(app, search),
        isSaved: (companyId) => listNamesOf(app).of(companyId).length > 0,
      }),
  );
