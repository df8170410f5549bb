import type { ListQuery } from '../../../../shared/model/query.ts';
import type { ResultRow } from '../../../../shared/model/company.ts';
import type { ListName, ResultSet } from '../../../../shared/model/search.ts';
import type { SavedSearch } from '../../../../shared/model/saved-search.ts';
import { searchToSave } from './saved-search-query.ts';
import { safeLine } from '../../../lib/safe-text.ts';
import { dateMs, rangeChoiceOf, type RangeChoice } from '../../../lib/date-ranges.ts';
import { plural } from '../../../lib/format.ts';
import { searchTitle } from '../search-title.ts';
import { savedSearches as strings } from './strings.ts';
import type { App } from '../../../session/app.svelte.ts';
import { SavedSearches } from './saved-searches.svelte.ts';
import type { TypedSearch } from '../typed-search.ts';
import type { Search } from '../search.svelte.ts';
import { fetchOrQueue } from '../../../session/queue-when-offline.ts';
import { DAY_MS } from '../../../../shared/durations.ts';

const NAME_MAX = 80;
export const nameOf = ({ name }: SavedSearch): string => safeLine(name, NAME_MAX);

/**
 * Returns the saved searches of the open workspace. The list, the results header and the palette share this
 * state.
 */
export const savedSearchesOf = (app: App): SavedSearches =>
  app.stateFor('saved-searches', () => new SavedSearches(app.api));

/** Returns the saved search to which a result set belongs; null if there is none. */
export function savedSearchFor(app: App, set: ResultSet | null): SavedSearch | null {
  if (set === null) return null;
  const state = savedSearchesOf(app);
  const { question, fetchedAtMs } = set;
  const { fundingDateStart: start, fundingDateEnd: end } = question.query;
  // Rows from the library may have been fetched long before the search, so their fetch time is not the time
  // of the search. The last day of the date range is used instead.
  const searchedAtMs = set.origin === 'library' ? dateMs(end) : fetchedAtMs;
  const query = searchToSave(question, rangeChoiceOf({ start, end }, searchedAtMs));
  return state.searchWith(query) ?? state.searchWith(searchToSave(question, 'dates'));
}

/**
 * Returns whether the screen shows the results of a saved search although the filters now match no saved
 * search.
 */
export function isEdited(
  app: App,
  shown: SavedSearch | null,
  question: ListQuery | null,
  range: RangeChoice,
): boolean {
  if (shown === null) return false;
  return question === null || savedSearchesOf(app).searchWith(searchToSave(question, range)) === null;
}

/** Returns whether a saved search is open, a filter is set or results are shown. */
export const canStartNewSearch = (app: App, search: Search): boolean =>
  !search.form.isClear || search.set !== null || savedSearchesOf(app).openId !== null;

/** Closes the saved search, and clears the filters and the results. */
export async function startNewSearch(app: App, search: Search): Promise<void> {
  savedSearchesOf(app).openId = null;
  await search.startOver();
}

/** Fills in the filters of a new search from a typed line. Sends no request. */
export async function startTypedSearch(app: App, search: Search, found: TypedSearch): Promise<void> {
  await startNewSearch(app, search);
  search.form.showTyped(found, app.clock.nowMs);
}

const NONE: ReadonlySet<string> = new Set();
/** If a search has not been run for this long, its results are too old for the text `nothing new`. */
const CURRENT_MS = 7 * DAY_MS;

/**
 * Returns a text such as `15 new` or `nothing new` for a saved search. If there are no new results and the
 * results are too old for `nothing new`, the text states how long the search has not been run, or that it was
 * never run.
 */
export function newResultsText(
  { fresh, fetchedAtMs }: Pick<SavedSearch, 'fresh' | 'fetchedAtMs'>,
  nowMs: number,
): string {
  if (fresh > 0) return strings.fresh(fresh);
  if (fetchedAtMs === null) return strings.never;
  const ageMs = nowMs - fetchedAtMs;
  return ageMs < CURRENT_MS ? strings.none : strings.notRunFor(plural(Math.floor(ageMs / DAY_MS), 'day'));
}

/** Returns the ids of a saved search's new rows; empty if they are not loaded. */
export function newRowIds(app: App, saved: SavedSearch | null): ReadonlySet<string> {
  const state = savedSearchesOf(app);
  return saved !== null && saved.id === state.newRowsOf ? new Set(state.newRowIds) : NONE;
}
/** Returns the id that identifies a row in its list. */
export const rowIdOf = (list: ListName, { companyId, roundId }: ResultRow): string =>
  list === 'companies' ? companyId : `${roundId ?? 'none'}/${companyId}`;

/**
 * Actions on saved searches. Only `run` sends a request. The user can undo every change to a saved search.
 */
export interface SavedSearchActions {
  /** Restores the filters of the saved search and shows its stored results. */
  readonly open: (saved: SavedSearch) => Promise<void>;
  /** Fetches the first page of the saved search at the price shown beside the search. */
  readonly run: (saved: SavedSearch) => Promise<void>;
  readonly markSeen: (saved: SavedSearch) => Promise<void>;
  /** Closes the saved search, and clears the filters and the results. */
  readonly startNew: () => Promise<void>;
  readonly canStartNew: () => boolean;
  /** Opens the dialog that saves the current filters under a name. */
  readonly save: () => void;
  readonly rename: (saved: SavedSearch) => void;
  readonly replace: (saved: SavedSearch) => Promise<void>;
  readonly move: (saved: SavedSearch, by: -1 | 1) => Promise<void>;
  readonly remove: (saved: SavedSearch) => Promise<void>;
}

/**
 * Creates the actions.
 *
 * @param question returns the query that the filters currently describe; null while they are invalid
 */
export function savedSearchActions(
  app: App,
  search: Search,
  question: () => ListQuery | null,
): SavedSearchActions {
  const state = savedSearchesOf(app);
  const offer = (message: string, undo: string | null): void =>
    app.undo.offer(message, undo, () => state.refresh());
  const queryToSave = () => {
    const request = question();
    return request === null ? null : searchToSave(request, search.form.range);
  };
  return {
    ...openAndRunActions(app, search, state),
    startNew: () => startNewSearch(app, search),
    canStartNew: () => canStartNewSearch(app, search),
    save: () => {
      const [request, query] = [question(), queryToSave()];
      if (request === null || query === null) return;
      const proposal = searchTitle(request, app.clock.nowMs).slice(0, NAME_MAX);
      state.nameRequest = { kind: 'save', search: query, proposal };
    },
    rename: (saved) => {
      state.nameRequest = { kind: 'rename', saved };
    },
    replace: async (saved) => {
      const query = queryToSave();
      if (query === null) return;
      await app.change(async () => {
        const undo = await state.replace(saved.id, query);
        offer(undo === null ? strings.unchanged(nameOf(saved)) : strings.replaced(nameOf(saved)), undo);
      });
    },
    move: async (saved, by) => {
      await app.change(async () => offer(strings.moved(nameOf(saved)), await state.move(saved.id, by)));
    },
    remove: async (saved) => {
      await app.change(async () => offer(strings.removed(nameOf(saved)), await state.remove(saved.id)));
    },
    markSeen: async (saved) => {
      await app.change(async () => offer(strings.seenNow(nameOf(saved)), await state.markSeen(saved.id)));
    },
  };
}

function openAndRunActions(
  app: App,
  search: Search,
  state: SavedSearches,
): Pick<SavedSearchActions, 'open' | 'run'> {
  /**
   * Fills the form from a saved search, including the page size and the dates. Relative dates, such as the
   * last 7 days, are counted back from today.
   */
  const fill = async ({ id, search: query }: SavedSearch) => {
    if (query === null) return null;
    const opened = await app.api.savedSearches.open({ id });
    search.fillForm(opened.question, query.dates.kind === 'last' ? app.clock.nowMs : 0);
    state.openId = id;
    return opened;
  };
  return {
    open: async (saved) => {
      await app.attempt(async () => {
        const opened = await fill(saved);
        if (opened === null) return;
        const { question, set, current } = opened;
        const plan = current
          ? null
          : await app.api.search.plan({ question, screen: 'search' }).catch(() => null);
        // A response from an earlier day may lack rows that were stored since then. If the library contains
        // matching rows, these are shown instead.
        if (plan !== null && (plan.library?.rows ?? 0) > 0) await search.openStoredResults(question);
        else await search.openSet(set);
      });
    },
    run: async (saved) => {
      const { price, id: searchId } = saved;
      if (price === null) return;
      const ask = { kind: 'saved-search', searchId } as const;
      const request = { ask, preview: price, screen: 'search', about: saved.name } as const;
      await app.attempt(() =>
        fetchOrQueue(app, request, search, async () => {
          const opened = await fill(saved);
          return opened === null ? null : search.runSaved(opened.question, price.cost);
        }),
      );
    },
  };
}
