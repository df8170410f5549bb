import type { App } from '../../session/app.svelte.ts';
import { Triage } from '../lists/triage/triage.svelte.ts';
import type { Library } from './library.svelte.ts';

/** Progress is shown only for lists with at most this many companies. */
const LIST_MAX = 500;

/**
 * Returns the triage state of the library. If the triage filter includes "to do" but not "done", companies
 * that are done or snoozed are hidden. Otherwise, they are greyed out.
 */
export const libraryTriage = (app: App, library: Library): Triage =>
  app.stateFor(
    'library-triage',
    () =>
      new Triage(app, {
        total: () => library.rowCount,
        row: (index) => library.row(index),
        active: () => library.active,
        hidesHandled: () =>
          !library.filters.triage.includes('done') && library.filters.triage.includes('todo'),
        whenUpdated: () => library.open(),
        selection: library.selection,
        progress: () => {
          if (library.counted === null) return null;
          const { counts, total, filters } = library.counted;
          if (total === 0 || total > LIST_MAX || filters.triage.length > 0) return null;
          const { done, snoozed } = counts.triage;
          return { done, snoozed, total };
        },
      }),
  );
