import type { App } from './app.svelte.ts';
import type { Company } from './company.svelte.ts';
import type { Library } from './library.svelte.ts';
import type { Search } from './search.svelte.ts';
import { Selection } from './selection.svelte.ts';
import { Triage } from './triage.svelte.ts';

/* The two lists that stay whole while they are gone through. What is kept outlives leaving their screens. */

/** A list longer than this is looked through, not gone through: it has no progress. */
const LIST_MAX = 500;

export const searchSelection = (app: App, search: Search): Selection =>
  app.keep(
    'search-selection',
    () =>
      new Selection({
        total: () => search.sorted.length,
        row: (index) => search.sorted[index] ?? null,
        rowsIn: ({ first, end }) => Promise.resolve(search.sorted.slice(first, end)),
      }),
  );

/** The results of a search: at most 500 rows, all of them here. */
export const searchTriage = (app: App, search: Search): Triage =>
  app.keep(
    'search-triage',
    () =>
      new Triage(app, {
        total: () => search.sorted.length,
        row: (index) => search.sorted[index] ?? null,
        active: () => search.active,
        leavesOut: () => false,
        selection: searchSelection(app, search),
      }),
  );

/** A company in full: a list of one. */
export function companyTriage(app: App, { id: companyId, view }: Company): Triage {
  const row = { companyId, name: view?.row.name ?? companyId };
  const triage = new Triage(app, {
    total: () => 1,
    row: () => row,
    active: () => 0,
    leavesOut: () => false,
  });
  void triage.marks.need([companyId]);
  return triage;
}

/** The library: whole and greyed, or, filtered by what is to do, without what is put away. */
export const libraryTriage = (app: App, library: Library): Triage =>
  app.keep(
    'library-triage',
    () =>
      new Triage(app, {
        total: () => library.opened?.total ?? 0,
        row: (index) => library.row(index),
        active: () => library.active,
        leavesOut: () => !library.filters.triage.includes('done') && library.filters.triage.includes('todo'),
        settled: () => library.open(),
        selection: library.selection,
        progress: () => {
          if (library.counted === null) return null;
          const { counts, total, filters } = library.counted;
          if (total === 0 || total > LIST_MAX || filters.triage.length > 0) return null;
          return { handled: counts.triage.done + counts.triage.snoozed, total };
        },
      }),
  );
