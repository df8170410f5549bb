import { lastDays } from '../../shared/search-date-ranges.ts';
import { NO_FILTERS } from '../features/library/library-filters.ts';
import { Library } from '../features/library/library.svelte.ts';
import { Search } from '../features/search/search.svelte.ts';
import type { App } from '../session/app.svelte.ts';

/** Shows the companies of an investor in the library, without other filters. */
export function showInLibrary(app: App, filterValue: string): void {
  const library = app.stateFor('library', () => new Library(app.api));
  library.show('list');
  void library.search({ text: '', filters: { ...NO_FILTERS, investors: [filterValue] } });
  app.navigation.go('library');
}

/**
 * Opens the search form with filters for rounds of the last 12 months in which one of these investors took
 * part. Sends nothing.
 */
export function searchRounds(app: App, names: readonly string[]): void {
  const { form } = app.stateFor('search', () => new Search(app.api));
  form.clear();
  form.list = 'fundings';
  const { start, end } = lastDays(365, app.clock.nowMs);
  Object.assign(form, { range: 'dates', start, end });
  form.investors = names;
  app.navigation.go('search');
}
