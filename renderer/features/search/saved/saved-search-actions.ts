import type { ListQuery } from '../../../../shared/model/query.ts';
import type { ResultRow } from '../../../../shared/model/company.ts';
import type { ListName, ResultSet } from '../../../../shared/model/search.ts';
import type { SavedSearch } from '../../../../shared/model/saved-search.ts';
import { searchToSave } from './saved-search-query.ts';
import { safeLine } from '../../../lib/safe-text.ts';
import { rangeChoiceOf } from '../../../lib/date-ranges.ts';
import { searchTitle } from '../search-title.ts';
import { savedSearches as words } from './strings.ts';
import type { App } from '../../../session/app.svelte.ts';
import { SavedSearches } from './saved-searches.svelte.ts';
import type { Search } from '../search.svelte.ts';
import { fetchOrQueue } from '../../../session/queue-when-offline.ts';

const NAME_MAX = 80;
export const nameOf = ({ name }: SavedSearch): string => safeLine(name, NAME_MAX);

/** The saved searches of the open workspace: one state for the list, the head of the results and the palette. */
export const savedSearchesOf = (app: App): SavedSearches =>
  app.keep('saved-searches', () => new SavedSearches(app.api));

/** The saved search that a set of results belongs to; null: none. */
export function savedOf(app: App, set: ResultSet | null): SavedSearch | null {
  if (set === null) return null;
  const state = savedSearchesOf(app);
  const { question, fetchedAtMs } = set;
  const { fundingDateStart: start, fundingDateEnd: end } = question.query;
  const asked = searchToSave(question, rangeChoiceOf({ start, end }, fetchedAtMs));
  return state.asking(asked) ?? state.asking(searchToSave(question, 'dates'));
}

const NONE: ReadonlySet<string> = new Set();
/** The ids of its rows that are new, as far as they are those of the search that is shown. */
export function newRowIds(app: App, saved: SavedSearch | null): ReadonlySet<string> {
  const state = savedSearchesOf(app);
  return saved !== null && saved.id === state.freshOf ? new Set(state.freshIds) : NONE;
}
/** How a row is told apart from others of its list. */
export const rowIdOf = (list: ListName, { companyId, roundId }: ResultRow): string =>
  list === 'companies' ? companyId : `${roundId ?? 'none'}/${companyId}`;

/** What can be done with saved searches. Nothing but `run` calls the service, and every change can be taken back. */
export interface SavedSearchActions {
  /** Puts its question into the filters and shows what is kept of it. */
  readonly open: (saved: SavedSearch) => Promise<void>;
  /** Asks the service for its first page at the price that stands beside it. */
  readonly run: (saved: SavedSearch) => Promise<void>;
  readonly markSeen: (saved: SavedSearch) => Promise<void>;
  /** Asks for a name for what the filters say. */
  readonly save: () => void;
  readonly rename: (saved: SavedSearch) => void;
  readonly replace: (saved: SavedSearch) => Promise<void>;
  readonly move: (saved: SavedSearch, by: -1 | 1) => Promise<void>;
  readonly remove: (saved: SavedSearch) => Promise<void>;
}

/** @param question what the filters say when something is pressed; null while something of it is wrong */
export function savedSearchActions(
  app: App,
  search: Search,
  question: () => ListQuery | null,
): SavedSearchActions {
  const state = savedSearchesOf(app);
  const offer = (said: string, undo: string | null): void =>
    app.undo.offer(said, undo, () => state.refresh());
  const kept = () => {
    const asked = question();
    return asked === null ? null : searchToSave(asked, search.form.range);
  };
  return {
    ...askingActions(app, search, state),
    save: () => {
      const [asked, wanted] = [question(), kept()];
      if (asked === null || wanted === null) return;
      const proposal = searchTitle(asked, app.clock.nowMs).slice(0, NAME_MAX);
      state.naming = { kind: 'save', search: wanted, proposal };
    },
    rename: (saved) => {
      state.naming = { kind: 'rename', saved };
    },
    replace: async (saved) => {
      const wanted = kept();
      if (wanted === null) return;
      await app.change(async () => {
        const undo = await state.replace(saved.id, wanted);
        offer(undo === null ? words.unchanged(nameOf(saved)) : words.replaced(nameOf(saved)), undo);
      });
    },
    move: async (saved, by) => {
      await app.change(async () => offer(words.moved(nameOf(saved)), await state.move(saved.id, by)));
    },
    remove: async (saved) => {
      await app.change(async () => offer(words.removed(nameOf(saved)), await state.remove(saved.id)));
    },
    markSeen: async (saved) => {
      await app.change(async () => offer(words.seenNow(nameOf(saved)), await state.markSeen(saved.id)));
    },
  };
}

function askingActions(
  app: App,
  search: Search,
  state: SavedSearches,
): Pick<SavedSearchActions, 'open' | 'run'> {
  /** Its question into the filters, its dates as relative as they were saved and its page size as it was. */
  const fill = async ({ id, search: kept }: SavedSearch) => {
    if (kept === null) return null;
    const found = await app.api.savedSearches.open({ id });
    search.form.fill(found.question, kept.dates.kind === 'last' ? app.clock.nowMs : 0);
    search.form.ownRows = true;
    state.openId = id;
    return found;
  };
  return {
    open: async (saved) => {
      await app.attempt(async () => {
        const found = await fill(saved);
        if (found === null) return;
        const { question, set, current } = found;
        const plan = current ? null : await app.api.search.plan({ question }).catch(() => null);
        // Of today the library may know more than the answer of an earlier day.
        if (plan !== null && (plan.library?.rows ?? 0) > 0) await search.presentAnswer(question);
        else await search.present(set);
      });
    },
    run: async (saved) => {
      const { price, id: searchId } = saved;
      if (price === null) return;
      const ask = { kind: 'saved-search', searchId } as const;
      const asked = { ask, preview: price, screen: 'search', about: saved.name } as const;
      await app.attempt(() =>
        fetchOrQueue(app, asked, search, async () => {
          const found = await fill(saved);
          return found === null ? null : search.runSaved(found.question, price.cost);
        }),
      );
    },
  };
}
