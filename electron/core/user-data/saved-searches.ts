import { createHash } from 'node:crypto';
import { AppFailure } from '../../../shared/app-failure.ts';
import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';
import type { Preview } from '../../../shared/model/budget.ts';
import type { ListQuery } from '../../../shared/model/query.ts';
import { savedQuerySchema, type SavedQuery, type SavedSearch } from '../../../shared/model/saved-search.ts';
import { isDoneOrSnoozed } from '../../../shared/triage-marks.ts';
import { questionAt, searchToken } from '../../../shared/search-date-ranges.ts';
import { canonicalAmount } from '../service-api/amount-text.ts';
import {
  lastQueryOf,
  deleteSavedSearch,
  deleteOrphanedSearchData,
  insertSavedSearch,
  insertView,
  placeSavedSearch,
  putSeen,
  renameSavedSearch,
  replaceSavedSearch,
  savedSearchByQuestion,
  savedSearchById,
  savedSearches,
  savedSearchNamed,
  unseenRowIds,
  viewedAtMs,
  type StoredSearch,
} from '../database/queries/yours/saved-searches.ts';
import { missingCompanies } from '../database/queries/cache/company-presence.ts';
import { unseenNews } from '../database/queries/yours/receiver-and-seen-signals.ts';
import type { ReadDb, WriteDb } from '../database/sql.ts';
import { filterValuesOf, unlistedValues } from '../search-coverage/filter-values.ts';
import { fold } from '../../../shared/fold-diacritics.ts';
import type { Journal } from './undo-journal.ts';
import { requireSearchRoom, type Slot } from './undo-slots.ts';
import { triageMarks } from './triage.ts';

/**
 * Changes the saved searches. Names that differ only in case or accents are equal. Must be called within
 * `recordChange`.
 */
export interface SavedSearches {
  /**
   * Creates a saved search. If rows were already fetched for its query, marks them as seen. If a saved search
   * with the same query exists, returns it unchanged.
   * @throws AppFailure `conflict` (`name-taken`), or `validation` if there are already 50 saved searches
   */
  create(name: string, search: SavedQuery, atMs: number): { id: string; name: string; existed: boolean };
  /** @throws AppFailure `not-found` (`saved-search`), `conflict` (`name-taken`) */
  rename(id: string, name: string): void;
  /**
   * Replaces the query of a saved search. If rows were already fetched for the new query, marks them as seen.
   * @throws AppFailure `not-found` (`saved-search`), `conflict` (`already-saved`)
   */
  replace(id: string, search: SavedQuery, atMs: number): void;
  /** @throws AppFailure `not-found` (`saved-search`) */
  move(id: string, by: -1 | 1): void;
  /** @throws AppFailure `not-found` (`saved-search`) */
  remove(id: string): void;
  /** @throws AppFailure `not-found` (`saved-search`) */
  markSeen(id: string, atMs: number): void;
}

export function createSavedSearches(db: WriteDb, journal: Journal): SavedSearches {
  const touched = (id: string): StoredSearch => {
    const stored = requireSearch(db, id);
    journal.touch(slotOf(stored.searchId));
    return stored;
  };
  return {
    create: (name, search, atMs) => {
      const questionKey = questionKeyOf(search);
      const matching = savedSearchByQuestion(db, questionKey);
      if (matching !== null) return { id: String(matching.searchId), name: matching.name, existed: true };
      requireFreeName(db, name, null);
      requireSearchRoom(db);
      const searchId = insertSavedSearch(db, {
        name,
        nameFolded: fold(name),
        questionKey,
        createdAtMs: Math.round(atMs),
        question: JSON.stringify(search),
      });
      journal.made(slotOf(searchId));
      view(db, journal, { searchId, questionKey }, atMs);
      return { id: String(searchId), name, existed: false };
    },
    rename: (id, name) => {
      const { searchId } = touched(id);
      requireFreeName(db, name, searchId);
      renameSavedSearch(db, { searchId, name, nameFolded: fold(name) });
    },
    replace: (id, search, atMs) => {
      const { searchId, questionKey: before } = touched(id);
      const questionKey = questionKeyOf(search);
      requireFreeQuestion(db, questionKey, searchId);
      replaceSavedSearch(db, { searchId, question: JSON.stringify(search), questionKey });
      // If only the page size changed, the query is still the same, and its unseen rows must stay unseen.
      if (questionKey !== before) view(db, journal, { searchId, questionKey }, atMs);
    },
    move: (id, by) => swap(db, journal, requireSearch(db, id), by),
    remove: (id) => {
      const { searchId } = touched(id);
      // Deletes the data of searches that were deleted earlier. This must happen before the current search is
      // deleted, because undoing that deletion needs the current search's data.
      deleteOrphanedSearchData(db);
      deleteSavedSearch(db, searchId);
    },
    markSeen: (id, atMs) => view(db, journal, requireSearch(db, id), atMs),
  };
}

/** Marks all fetched rows of a search as seen. */
function view(
  db: WriteDb,
  journal: Journal,
  search: { searchId: number; questionKey: string },
  atMs: number,
): void {
  const unseen = unseenRowIds(db, search);
  if (unseen.length === 0) return;
  const viewId = insertView(db, { searchId: search.searchId, viewedAtMs: Math.round(atMs) });
  putSeen(db, { searchId: search.searchId, viewId }, unseen);
  journal.made({ part: 'search_view', key: [viewId] });
}

/** Swaps a search with the previous one (-1) or the next one (1). Does nothing at either end of the list. */
function swap(db: WriteDb, journal: Journal, search: StoredSearch, by: -1 | 1): void {
  const all = savedSearches(db);
  const at = all.findIndex(({ searchId }) => searchId === search.searchId);
  const other = all[at + by];
  if (other === undefined) return;
  const order = all.with(at, other).with(at + by, search);
  const places = all.map(({ position }) => position);
  // After an undo, two searches may have the same position. In this case, all searches get new positions.
  const own = new Set(places).size === places.length ? places : places.map((_, index) => index + 1);
  order.forEach(({ searchId, position: before }, index) => {
    const position = own[index] ?? before;
    if (position === before) return;
    journal.touch(slotOf(searchId));
    placeSavedSearch(db, { searchId, position });
  });
}

/** @throws AppFailure `not-found` (`saved-search`) */
export function requireSearch(db: ReadDb, id: string): StoredSearch {
  const stored = savedSearchById(db, Number(id));
  if (stored === null) throw new AppFailure({ kind: 'not-found', what: 'saved-search' });
  return stored;
}

/** Returns a key of the query that does not depend on the page size or on how amounts are written. */
export const questionKeyOf = (search: SavedQuery): string =>
  createHash('sha256')
    .update(searchToken(search, (text) => canonicalAmount(text)?.value ?? null))
    .digest('hex');

/** Parses a stored query. Null if an incompatible version wrote it or if it was edited outside the app. */
export function parseSavedQuery(json: string): SavedQuery | null {
  try {
    return savedQuerySchema.safeParse(JSON.parse(json)).data ?? null;
  } catch {
    return null;
  }
}

/** Returns the saved searches in the user's order. `fresh` is the number of new rows. */
export function listSavedSearches(
  { yours, cache }: { readonly yours: ReadDb; readonly cache: ReadDb },
  { nowMs, priceOf }: { readonly nowMs: number; readonly priceOf: (question: ListQuery) => Preview | null },
): SavedSearch[] {
  const listed = filterValuesOf(cache);
  return savedSearches(yours)
    .slice(0, LIST_LIMIT_MAX)
    .map((stored) => {
      const search = parseSavedQuery(stored.question);
      const question = search === null ? null : questionAt(search, nowMs);
      return {
        id: String(stored.searchId),
        name: stored.name,
        search,
        price: question === null ? null : priceOf(question),
        fresh: newRows({ yours, cache }, stored, nowMs).length,
        fetchedAtMs: lastQueryOf(yours, stored.questionKey)?.fetchedAtMs ?? null,
        viewedAtMs: viewedAtMs(yours, stored.searchId),
        unlisted: question === null ? [] : unlistedValues(question, listed).slice(0, LIST_LIMIT_MAX),
      };
    });
}

/**
 * Returns the unseen rows that were fetched for a saved search. Excludes a row if its company is no longer
 * stored, is snoozed, or was marked as done after any saved search first returned the row.
 * @param nowMs server time
 */
export function newRows(
  { yours, cache }: { readonly yours: ReadDb; readonly cache: ReadDb },
  stored: Pick<StoredSearch, 'searchId' | 'questionKey'>,
  nowMs: number,
): { rowId: string; companyId: string }[] {
  const { searchId, questionKey } = stored;
  const unseen = unseenNews(yours, { searchId, questionKey });
  if (unseen.length === 0) return [];
  const ids = [...new Set(unseen.map(({ companyId }) => companyId))];
  const missing = new Set(missingCompanies(cache, ids));
  const marks = triageMarks(yours, ids, nowMs);
  return unseen.filter(
    ({ companyId, foundAtMs }) =>
      !missing.has(companyId) && !isDoneOrSnoozed(marks.get(companyId) ?? null, nowMs, foundAtMs),
  );
}

/** @throws AppFailure `conflict` (`already-saved`) */
function requireFreeQuestion(db: ReadDb, questionKey: string, ownId: number): void {
  const matching = savedSearchByQuestion(db, questionKey);
  if (matching !== null && matching.searchId !== ownId)
    throw new AppFailure({ kind: 'conflict', reason: 'already-saved' });
}

const slotOf = (searchId: number): Slot => ({ part: 'saved_search', key: [searchId] });

function requireFreeName(db: ReadDb, name: string, ownId: number | null): void {
  const holder = savedSearchNamed(db, fold(name));
  if (holder !== null && holder !== ownId) throw new AppFailure({ kind: 'conflict', reason: 'name-taken' });
}
